import Foundation
import Reel
import ReelTestSupport
import Testing

/// What befalls the command at a certain call with which it changes its files.
///
/// A library that is preloaded into the process counts these calls and acts at one of them (`Faults/faults.c` tells how), so
/// that a test can let every moment happen, without waiting for it.
struct Fault {
  /// What happens: `kill`, `torn`, `fail:28`, `full:28`, `signal:15`, `signals:15:1`, `twice:15` or `vanish`.
  var kind: String
  /// The number of the call, from 1.
  var at: Int
  /// The kind of call that counts, `*` for all kinds, or nil for those that change files.
  var call: String?

  /// Nothing: the calls are only counted.
  static let none = Fault(kind: "none", at: 0)

  /// Nothing, and calls that change no files are counted, too.
  static let count = Fault(kind: "none", at: 0, call: "*")

  /// The folder of all workspaces and standard streams, as the system names it.
  static let temporaryFolder = realPath(of: FileManager.default.temporaryDirectory)

  fileprivate static func realPath(of folder: URL) -> String {
    guard let path = realpath(folder.path, nil) else { return folder.path }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether the library can be made here: it needs a C compiler and a system that preloads libraries as Linux does.
  static var isPossible: Bool { library != nil }

  /// The path of the library.
  static let library: String? = {
    #if os(Linux)
      guard let compiler = ["cc", "clang", "gcc"].lazy.compactMap(Program.find).first else { return nil }
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Faults/faults.c")
      // Beside the command, where the next build finds and replaces it.
      let library = CaptureProcess.executable.deletingLastPathComponent().appendingPathComponent("reel-faults.so").path
      let made = try? Program.run(compiler, ["-shared", "-fPIC", "-O1", "-o", library, source.path, "-ldl"])
      guard made?.status == 0 else { return nil }
      return library
    #else
      return nil
    #endif
  }()
}

extension Workspace {
  /// Runs the command under a fault.
  ///
  /// - Parameters:
  ///   - scope: the folder whose files' calls count, as the system names it; nil for this one.
  ///   - freeBytes: what the system tells to be free on the disk; nil for the truth.
  func capture(
    _ arguments: [String], fault: Fault, scope: String? = nil, freeBytes: Int? = nil
  ) async throws -> FaultyRun {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("reel-faults-\(UUID()).log")
    defer { try? FileManager.default.removeItem(at: log) }
    // What is preloaded already, a part of a sanitizer for instance, stays.
    let library = try #require(Fault.library)
    let preloaded = [library, ProcessInfo.processInfo.environment["LD_PRELOAD"]]
    var environment = [
      "LD_PRELOAD": preloaded.compactMap(\.self).joined(separator: ":"),
      "FAULT_FOLDER": scope ?? Fault.realPath(of: folder), "FAULT": fault.kind,
      "FAULT_AT": "\(fault.at)",
      "FAULT_LOG": log.path,
      // A sanitizer wants to be the first library, but not so much that it would not do without.
      "ASAN_OPTIONS": "verify_asan_link_order=0",
    ]
    environment["FAULT_CALL"] = fault.call
    environment["FAULT_FREE"] = freeBytes.map { "\($0)" }
    let process = try await CaptureProcess.run(arguments, in: folder, environment: environment)
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    let calls = text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return FaultyRun.Call(name: String(words[0]), file: String(words[1].split(separator: "/").last ?? ""))
    }
    return FaultyRun(process: process, calls: calls)
  }
}

/// A run of the command, and its calls up to the end.
struct FaultyRun {
  struct Call {
    var name: String
    var file: String
  }

  var process: CaptureProcess
  var calls: [Call]
}
