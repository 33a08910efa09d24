import Foundation
import Synchronization

/// Runs the command as a user does: as a process.
struct CaptureProcess {
  var status: Int32
  var output: Data
  var error: String

  /// The lines on standard error.
  var errorLines: [Substring] { error.split(separator: "\n") }

  /// Runs `capture` with arguments and returns when it has ended.
  ///
  /// - Parameter started: is called with the process identifier once the process runs.
  static func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    started: @Sendable (Int32) -> Void = { _ in }
  ) async throws -> CaptureProcess {
    try await run(executable: executable, arguments, in: folder, environment: environment, started: started)
  }

  /// Runs any program.
  static func run(
    executable: URL, _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    started: @Sendable (Int32) -> Void = { _ in }
  ) async throws -> CaptureProcess {
    _ = takeSignalsAsUsual
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a pipe that nobody reads meanwhile would stop the process.
    let streams = try (0..<2).map { _ in
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("reel-stream-\(UUID())")
      try Data().write(to: url)
      return (url: url, handle: try FileHandle(forWritingTo: url))
    }
    defer { for stream in streams { try? FileManager.default.removeItem(at: stream.url) } }
    process.standardOutput = streams[0].handle
    process.standardError = streams[1].handle
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
        started(process.processIdentifier)
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return CaptureProcess(
      status: process.terminationStatus, output: try Data(contentsOf: streams[0].url),
      error: String(decoding: try Data(contentsOf: streams[1].url), as: UTF8.self))
  }

  /// Gives signals their usual effect: children inherit those that are ignored here, as a job in the background has them.
  private static let takeSignalsAsUsual: Void = {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }()

  /// The command that was built with these tests, beside them.
  static let executable: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appendingPathComponent("capture")
  }()

  /// Returns the place of a program on the PATH, or nil.
  static func find(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

/// A folder for one test, removed with everything in it when the test is over.
final class Workspace: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-capture-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func capture(
    _ arguments: String..., environment: [String: String] = [:], started: @Sendable (Int32) -> Void = { _ in }
  ) async throws -> CaptureProcess {
    try await CaptureProcess.run(arguments, in: folder, environment: environment, started: started)
  }
}
