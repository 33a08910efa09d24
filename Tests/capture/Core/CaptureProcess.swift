import Foundation
import ReelTestSupport
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
    started: @escaping @Sendable (Int32) -> Void = { _ in }
  ) async throws -> CaptureProcess {
    try await run(executable: executable, arguments, in: folder, environment: environment, started: started)
  }

  /// Runs any program.
  static func run(
    executable: URL, _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    started: @escaping @Sendable (Int32) -> Void = { _ in }
  ) async throws -> CaptureProcess {
    let program = try await Program.runAside(
      executable.path, arguments, in: folder.path, environment: environment, started: started)
    if program.status != 0, !program.error.isEmpty {
      let error = program.error.replacingOccurrences(of: folder.path, with: "/folder")
      let lines = "capture \(arguments.joined(separator: " "))\n\(program.status): \(error)\n"
      try record.withLock { try $0?.write(contentsOf: Data(lines.utf8)) }
    }
    return CaptureProcess(status: program.status, output: program.output, error: program.error)
  }

  /// The file named by `REEL_RECORD_ERRORS`, which gets each failing command with its error, to be read as users read them.
  private static let record = Mutex<FileHandle?>(
    ProcessInfo.processInfo.environment["REEL_RECORD_ERRORS"].flatMap { path in
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return FileHandle(forWritingAtPath: path)
    })

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

  /// Returns the path of a program on the PATH, or nil.
  static func find(_ name: String) -> URL? { Program.find(name).map { URL(fileURLWithPath: $0) } }
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

  /// The files of a folder that are not hidden.
  func shown(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(folder).path).filter { !$0.hasPrefix(".") }.sorted()
  }

  func capture(
    _ arguments: String..., environment: [String: String] = [:], started: @escaping @Sendable (Int32) -> Void = { _ in }
  ) async throws -> CaptureProcess {
    try await CaptureProcess.run(arguments, in: folder, environment: environment, started: started)
  }
}
