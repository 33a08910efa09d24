import Foundation
import ReelTestSupport
import Testing

@Suite("Modules import only what their rules allow")
struct ModuleRulesTests {
  private static let sources = Repository.root.appending(path: "Sources")

  @Test("Every folder of Sources has a row in the table, and every row a folder")
  func rowsAndFoldersAgree() throws {
    #expect(try Self.folders().keys.sorted() == ModuleRules.allowed.keys.sorted())
  }

  /// The folder of each module: those of the families, and the command's.
  private static func folders() throws -> [String: URL] {
    func inside(_ folder: URL) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    }
    let folders = try inside(sources).flatMap { $0.lastPathComponent == "capture" ? [$0] : try inside($0) }
    return Dictionary(uniqueKeysWithValues: folders.map { ($0.lastPathComponent, $0) })
  }

  @Test("No module imports what its row does not name", arguments: ModuleRules.allowed.keys.sorted())
  func importsAreAllowed(module: String) throws {
    let allowed = try #require(ModuleRules.allowed[module])
    for file in try Self.swiftFiles(of: module) {
      let imported = Set(ImportList.modules(in: try String(contentsOf: file, encoding: .utf8)))
      let forbidden = imported.subtracting(allowed).sorted()
      #expect(forbidden.isEmpty, "\(module)/\(file.lastPathComponent) imports \(forbidden)")
    }
  }

  @Test("No row names what no file of its module imports", arguments: ModuleRules.allowed.keys.sorted())
  func allowancesAreUsed(module: String) throws {
    let imported = try Self.swiftFiles(of: module).flatMap { file in
      ImportList.modules(in: try String(contentsOf: file, encoding: .utf8))
    }
    let unused = try #require(ModuleRules.allowed[module]).subtracting(imported).sorted()
    #expect(unused.isEmpty, "nothing in \(module) imports \(unused)")
  }

  @Test(
    "Each C library has one module that owns its handles, and few others that know its names",
    arguments: [
      ("CReelCairo", ["ReelCanvas"]), ("CReelFFmpeg", ["ReelClips", "ReelConversion", "ReelFarm", "ReelVideo"]),
      ("CReelZlib", ["ReelFormats", "ReelImages"]),
    ])
  func oneDoorToEachCLibrary(library: String, owners: [String]) {
    #expect(ModuleRules.allowed.filter { $0.value.contains(library) }.map(\.key).sorted() == owners)
  }

  @Test("FFmpeg is given files in one place, which sees to it that it reads no others, and writes in one")
  func oneDoorToFiles() throws {
    let places = [
      "avformat_open_input": ["InputContext"], "avio_alloc_context": ["InputContext"],
      "avformat_alloc_context": ["InputContext"], "avio_open": ["OutputContext"],
    ]
    let files = try Self.swiftFiles(of: "ReelVideo").map { ($0, try String(contentsOf: $0, encoding: .utf8)) }
    for (function, owners) in places {
      let users = files.filter { $0.1.contains(try! Regex(function + "[0-9a-z_]*\\(")) }
      #expect(users.map { $0.0.deletingPathExtension().lastPathComponent } == owners, "\(function)")
    }
  }

  @Test(
    "Documentation is written of every module that has something public, and the landing page names each that Reel hands on"
  )
  func documentation() throws {
    let root = Self.sources.deletingLastPathComponent()
    let script = try String(contentsOf: root.appending(path: "scripts/docs.sh"), encoding: .utf8)
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("modules=") })
    let written = Set(line.dropFirst("modules=\"".count).dropLast().split(separator: " ").map(String.init))
    let open = try ModuleRules.allowed.keys.filter { module in
      try module != "capture"
        && Self.swiftFiles(of: module).contains { try String(contentsOf: $0, encoding: .utf8).contains("\n  public ") }
    }
    #expect(written == Set(open).union(["Reel"]))
    let page = try String(contentsOf: Self.sources.appending(path: "Core/Reel/Reel.docc/Reel.md"), encoding: .utf8)
    for module in written.subtracting(["Reel"]) {
      #expect(page.contains("<doc:/\(module)>"), "\(module) is not on the landing page")
    }
  }

  @Test("The table allows no circle of imports")
  func noCircles() {
    var rest = ModuleRules.allowed.mapValues { $0.intersection(ModuleRules.allowed.keys) }
    while let leaf = rest.first(where: { $0.value.isEmpty })?.key {
      rest[leaf] = nil
      for module in rest.keys { rest[module]?.remove(leaf) }
    }
    #expect(rest.isEmpty, "these import each other: \(rest.keys.sorted())")
  }

  private static func swiftFiles(of module: String) throws -> [URL] {
    let folder = try #require(folders()[module])
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }
}

@Suite("Imports are read from source text")
struct ImportListTests {
  @Test(
    "Every way to write an import names its module",
    arguments: [
      ("import Foundation", ["Foundation"]),
      ("  import Glibc", ["Glibc"]),
      ("@testable import ReelVideo", ["ReelVideo"]),
      ("@_exported public import ReelCanvas", ["ReelCanvas"]),
      ("internal import CReelFFmpeg", ["CReelFFmpeg"]),
      ("import struct Foundation.URL", ["Foundation"]),
      ("import Foundation.NSData", ["Foundation"]),
      ("@preconcurrency import Dispatch // why", ["Dispatch"]),
      ("import A; import B\nimport A", ["A", "B", "A"]),
      ("import A\r\nimport B", ["A", "B"]),
    ])
  func namesModules(source: String, expected: [String]) {
    #expect(ImportList.modules(in: source) == expected)
  }

  @Test(
    "What only looks like an import is none",
    arguments: [
      "// import Foundation", "/// import Reel", "let important = 1", "#if canImport(Darwin)", "importer()", "",
    ])
  func skipsOthers(source: String) {
    #expect(ImportList.modules(in: source).isEmpty)
  }
}
