import Foundation
import ReelTestSupport

/// A program in C or C++ that uses the library, and the folder for its films.
///
/// It uses the debug library, which is built beside these tests, or `libreel.so` in the folder `REEL_LIBRARY`.
struct ForeignProgram {
  /// Where the films are; it is removed with the program.
  let folder: ProgramFolder
  /// The compiled program.
  let path: String

  /// The folder of the library as users have it; nil for the debug library.
  static let installed = ProcessInfo.processInfo.environment["REEL_LIBRARY"]

  /// The library.
  static var library: String { "\(folderOfLibrary)/\(installed == nil ? "libreel-c.so" : "libreel.so.1")" }

  private static var folderOfLibrary: String { installed ?? Bundle.main.bundleURL.path }

  /// Whether C programs can be compiled, linked and run with the library; one with a sanitizer needs a program that has it too.
  static let isPossible =
    Program.find("cc") != nil && Program.find("c++") != nil && !Sanitizer.isOn
    && FileManager.default.fileExists(atPath: library)

  /// Compiles a file of the repository, with every warning as an error.
  ///
  /// - Throws: `Failure` with what the compiler says.
  init(_ source: String) throws {
    folder = try ProgramFolder()
    path = folder.path("program")
    let isC = source.hasSuffix(".c")
    let root = Repository.root.path
    let arguments =
      ["-std=\(isC ? "c11" : "c++17")", "-Wall", "-Wextra", "-Werror", "-O2", "\(root)/\(source)", "-o", path]
      + ["-I\(root)/Sources/Bindings/CReel", Self.library, "-Wl,-rpath,\(Self.folderOfLibrary)"]
      + ["-Wl,--allow-shlib-undefined", "-lm", "-pthread"]
    let compiler = Program.find(isC ? "cc" : "c++") ?? "cc"
    let result = try Program.run(compiler, arguments)
    guard result.status == 0 else { throw Failure(description: "\(source): \(result.error)") }
  }

  /// Runs the program in its folder.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Program {
    try await Program.runAside(path, arguments, in: folder.url.path, environment: environment)
  }

  /// Runs a task of `exercise.c`.
  func exercise(_ task: String, environment: [String: String] = [:]) async throws -> Program {
    try await run(task, folder.url.path, environment: environment)
  }

  /// A program that can't be compiled or read.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}

/// A folder for one test, removed with everything in it.
final class ProgramFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("reel-c-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  /// The names of the films and pictures in it.
  var films: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path)
        .filter { $0 != "program" && !$0.hasPrefix(".") }.sorted()
    }
  }
}
