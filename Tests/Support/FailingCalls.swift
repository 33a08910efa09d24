import Foundation
import ReelPlatform

/// Calls to the system that a test lets fail, one a run.
///
/// A library that is preloaded into a process counts its calls about the files of a folder and acts at one of them;
/// `Faults/faults.c` tells how.
public enum FailingCalls {
  /// How many calls of each kind fail, spread over all that a process makes; nil where a few stand for all.
  public static let breadth = ProcessInfo.processInfo.environment["REEL_FAULTS"].flatMap { Int($0) }

  /// The ways in which each kind of call fails.
  public static let errors: [(call: String, numbers: [Int32])] = [
    ("look", [EIO, EMFILE, EACCES, ENOMEM]), ("open", [ENOSPC, EIO, EMFILE, EACCES]), ("read", [EIO]),
    ("write", [ENOSPC, EIO]), ("sync", [EIO, ENOSPC]), ("rename", [EIO, EACCES]), ("mkdir", [ENOSPC, EACCES, EMFILE]),
    ("link", [EIO, EACCES]), ("unlink", [EACCES, EIO]), ("rmdir", [EACCES]), ("truncate", [EIO]), ("close", [EIO]),
    ("map", [ENOMEM]), ("list", [EIO]), ("stat", [EACCES, EIO]), ("statvfs", [EIO]),
  ]

  /// The exit codes of a failing call, with that of a usage that was right.
  public static let codes: Set<Int32> = [0, 65, 66, 69, 71, 73, 74]

  /// Chooses numbers from 1 to a count: all, as many as are wanted from first to last, or the one in the middle.
  public static func chosen(_ wanted: Int, of count: Int) -> [Int] {
    guard wanted < count else { return Array(1..<count + 1) }
    guard wanted > 1 else { return [(count + 1) / 2] }
    return (0..<wanted).map { 1 + $0 * (count - 1) / (wanted - 1) }
  }

  /// The path of the library, or nil where it can't be made: it needs a C compiler and a system that preloads as Linux does.
  public static let library: String? = {
    #if os(Linux)
      guard let compiler = ["cc", "clang", "gcc"].lazy.compactMap(Program.find).first else { return nil }
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Faults/faults.c").path
      // Beside the tests, where the next build finds and replaces it.
      let library = Bundle.main.bundleURL.appending(path: "reel-faults.so").path
      let made = try? Program.run(compiler, ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
      return made?.status == 0 ? library : nil
    #else
      return nil
    #endif
  }()

  /// Returns the environment of a process that the library is preloaded into.
  ///
  /// - Parameters:
  ///   - fault: what happens, in the words of `faults.c`: `fail:28`, or `none`, and calls are only counted.
  ///   - at: the number of the call, from 1.
  ///   - folder: the folder about whose files calls count, as the system names it.
  ///   - log: a file that gets a line for each call that was counted.
  public static func environment(_ fault: String, at: Int, in folder: String, log: String) throws -> [String: String] {
    struct Unavailable: Error {}
    guard let library else { throw Unavailable() }
    // What is preloaded already, a part of a sanitizer for instance, stays.
    let preloaded = [library, ProcessInfo.processInfo.environment["LD_PRELOAD"]].compactMap(\.self)
    return [
      "LD_PRELOAD": preloaded.joined(separator: ":"), "FAULT_FOLDER": folder, "FAULT": fault, "FAULT_AT": "\(at)",
      "FAULT_LOG": log,
      // A sanitizer wants to be the first library, but not so much that it would not do without.
      "ASAN_OPTIONS": "verify_asan_link_order=0",
    ]
  }
}
