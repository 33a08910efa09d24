import Foundation
import Reel
import ReelTestSupport
import Testing

/// Sessions with characters that no font has, on a machine with one font or none.
@Suite struct MissingCharactersTests {
  private static let cast = """
    {"version": 2, "width": 20, "height": 4}
    [0.1, "o", "a é ─ ⣿ \\u001b]0;ti𓃰tle\\u0007𓂀 𓂀\\r\\n"]
    [0.2, "o", "𓂀 \u{F1234} \u{2060}\u{3000} 𓁹"]
    """
  private static let options = ["--fps", "4", "--size", "160x120"]

  /// A workspace with the session and a folder with one font, and an environment whose only fonts are in a folder.
  private func workspace(fontsIn folder: String) throws -> (Workspace, [String: String]) {
    let workspace = try Workspace()
    try Data(Self.cast.utf8).write(to: workspace.url("a.cast"))
    for name in ["none", "one/deeper"] {
      try FileManager.default.createDirectory(at: workspace.url(name), withIntermediateDirectories: true)
    }
    let font = try #require(Font("DejaVu Sans Mono", size: 16).file)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: font.path), to: workspace.url("one/deeper/mono.ttf"))
    let content =
      #"<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>"#
      + "<dir>\(workspace.url(folder).path)</dir><cachedir>\(workspace.url("cache").path)</cachedir></fontconfig>"
    try Data(content.utf8).write(to: workspace.url("fonts.conf"))
    return (workspace, ["FONTCONFIG_FILE": workspace.url("fonts.conf").path])
  }

  @Test("Characters that no font has are named once; the film is made, but not with --strict")
  func named() async throws {
    let (workspace, environment) = try workspace(fontsIn: "one")
    func run(_ more: String...) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        ["terminal", "a.cast", "-o", "a.gif"] + Self.options + more, in: workspace.folder, environment: environment)
    }
    let missing = "no installed font has “𓂀” U+13080, U+F1234 and “𓁹” U+13079: install one that does"
    let strict = try await run("--strict")
    #expect(strict.status == 65 && strict.error.hasPrefix("capture: \(missing)"), "\(strict.error)")
    #expect(try !workspace.files.contains { $0.hasPrefix("a.") && $0 != "a.cast" })
    let film = try await run()
    #expect(film.status == 0 && film.error.contains("capture: warning: \(missing)"), "\(film.error)")
    #expect(film.error.ranges(of: "U+13080").count == 1)
    #expect(try await run("-q").error.isEmpty)
    let still = try await CaptureProcess.run(
      ["still", "a.cast", "-o", "still.png"], in: workspace.folder, environment: environment)
    #expect(still.status == 0 && still.error.contains("capture: warning: \(missing)"), "\(still.error)")
    #expect(try await run("--to", "0.15", "--strict").error.contains("no installed font has “𓂀” U+13080: install"))
    try Data(Self.cast.replacing("𓂀", with: "x").replacing("\u{F1234}", with: "y").replacing("𓁹", with: "▟").utf8)
      .write(to: workspace.url("a.cast"))
    #expect(try await run("--strict").status == 0)
  }

  @Test("Fonts from a folder draw the same as installed ones, and a folder without fonts is refused")
  func folder() async throws {
    let (workspace, environment) = try workspace(fontsIn: "none")
    func run(_ output: String, _ more: [String], _ environment: [String: String]) async throws -> CaptureProcess {
      try await CaptureProcess.run(
        ["terminal", "a.cast", "-o", output] + Self.options + more, in: workspace.folder, environment: environment)
    }
    let none = try await run("none.gif", [], environment)
    #expect(none.status == 64 && none.error.contains("DejaVu Sans Mono is not installed here"), "\(none.error)")
    let added = try await run("added/", ["--font-dir", "one"], environment)
    #expect(added.status == 0 && !added.error.contains("no font is installed"), "\(added.error)")
    let (other, installed) = try self.workspace(fontsIn: "one")
    let usual = try await CaptureProcess.run(
      ["terminal", "a.cast", "-o", "usual/"] + Self.options, in: other.folder, environment: installed)
    #expect(usual.status == 0, "\(usual.error)")
    let picture = try Data(contentsOf: workspace.url("added/0001.png"))
    #expect(try picture == Data(contentsOf: other.url("usual/0001.png")))
    for (folder, status, message) in [("none", 65, "it has no fonts"), ("nowhere", 66, "no such folder")] {
      let refused = try await run("b.gif", ["--font-dir", folder], environment)
      #expect(refused.status == Int32(status) && refused.error.contains(message), "\(refused.error)")
      #expect(try !workspace.files.contains("b.gif"))
    }
  }
}
