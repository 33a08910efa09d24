import Foundation
import Reel
import ReelTestSupport
import Testing

/// What befalls the command at a certain call with which it changes its files.
///
/// A library that is preloaded into the process counts these calls and acts at one of them (`FailingCalls` tells how), so
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

  /// Whether calls can fail here: it needs a C compiler and a system that preloads libraries as Linux does.
  static var isPossible: Bool { FailingCalls.library != nil }
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
    var environment = try FailingCalls.environment(
      fault.kind, at: fault.at, in: scope ?? Fault.realPath(of: folder), log: log.path)
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
