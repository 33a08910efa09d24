import Foundation
import ReelCanvas
import ReelFilms
import ReelTerminal
import Testing

@testable import ReelStoryboards

/// Recorded terminals as scenes.
@Suite("Terminals in storyboards") struct TerminalSceneTests {
  private static let cast =
    "{\"version\": 2, \"width\": 12, \"height\": 4}\n[0.5, \"o\", \"\\u001b[41mred\"]\n[2, \"o\", \"x\"]\n"

  /// The scenes of a storyboard in a folder with a recording, a typescript and a theme.
  private func scenes(_ yaml: String) throws -> [TerminalFilm] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reel-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let palette = String(repeating: "#112233:", count: 7) + "#445566"
    for (name, text) in [
      ("a.cast", Self.cast), ("a.txt", "Script started\nhello"), ("a.tm", "0.5 2\n1 3\n"), ("bad.cast", "{}"),
      ("t.json", "{\"bg\": \"#010203\", \"fg\": \"#fff\", \"palette\": \"\(palette)\"}"),
    ] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let storyboard = try read("film: {size: 64x48}\nscenes:\n" + yaml, folder: folder.path)
    _ = try storyboard.description()
    return storyboard.items.compactMap { if case .scene(let film as TerminalFilm) = $0.content { film } else { nil } }
  }

  @Test("A terminal is given by its file, alone or with options, or by its lines")
  func sources() throws {
    let films = try scenes(
      """
        - terminal: a.cast
        - terminal: {file: a.cast, speed: 2, hold: 0, theme-file: t.json}
        - terminal: {file: a.txt, timing: a.tm}
        - terminal: {cast: '{"version": 2, "width": 9, "height": 2}'}
      """)
    try #require(films.count == 4)
    #expect(films[0].cast == (try Cast(Array(Self.cast.utf8))))
    #expect(films[1].cast == films[0].cast && films[1].replay.speed == 2)
    #expect(films[1].colors?.background.description == "#010203")
    #expect(films[2].cast.events.map(\.event) == [.output("he"), .output("llo")])
    #expect(films[3].cast.columns == 9)
  }

  @Test(
    "Mistakes in it are reported with their position",
    arguments: [
      ("terminal: no.cast", "no.cast: no such file"), ("terminal: bad.cast", "bad.cast cannot be read"),
      ("terminal: {speed: 2}", "terminal needs a file"),
      ("terminal: {file: a.cast, cast: x}", "both a file and a cast"),
      ("terminal: {cast: x}", "the cast cannot be read"),
      (
        "terminal: {cast: '{\"version\": 2, \"width\": 9, \"height\": 2}', timing: a.tm}",
        "timing is for typescripts"
      ),
      ("terminal: {file: a.txt}", "it is a typescript"), ("terminal: {file: a.cast, theme-file: a.tm}", "a.tm cannot"),
      ("terminal: {file: a.cast, tempo: 2}", "tempo"), ("terminal: ../a.cast", "no such file"),
    ])
  func faults(scene: String, message: String) {
    #expect { try scenes("  - \(scene)") } throws: { "\($0)".contains(message) && "\($0)".contains("story.yaml:3") }
  }
}
