import Foundation
import ReelStoryboards
import Testing

@testable import ReelStudio

@Suite struct CueTests {
  /// A file as a person wrote it.
  private static let file = """
    WEBVTT - the voice

    NOTE
    Spoken by Ada.

    across
    00:01.000 --> 00:02.500 align:start
    <v Ada>Across it goes

    00:00:04.000 --> 00:00:05.000
    down

    """

  private func text(_ file: CueFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  @Test("A cue is set, renamed and removed, and everything else in the file stays unchanged")
  func change() throws {
    var file = try CueFile(Array(Self.file.utf8), name: "voice.vtt")
    #expect(file.cues.map(\.name) == ["across", "down"])
    try file.add("stop here!", at: 3)
    #expect(file.cues.map(\.name) == ["across", "stop-here", "down"])
    #expect(file.cues[1] == CueFile.Cue(name: "stop-here", start: 3, end: 4))
    try file.rename("stop-here", to: "halt")
    #expect(text(file).contains("halt\n00:00:03.000 --> 00:00:04.000\nhalt\n"))
    try file.remove("halt")
    #expect(text(file) == Self.file)
    try file.rename("down", to: "downwards")
    #expect(text(file).contains("downwards\n00:00:04.000 --> 00:00:05.000\ndownwards\n"))
    try file.rename("across", to: "over")
    #expect(text(file).contains("over\n00:01.000 --> 00:02.500 align:start\n<v Ada>Across it goes\n"))
  }

  @Test("Invalid names and times, and existing names, are refused")
  func refused() throws {
    var file = CueFile()
    try file.add("a", at: 0)
    for (name, seconds) in [("", 1.0), ("-->", 1), ("a", 2), ("b", -1), ("b", .nan), ("b", .infinity)] {
      #expect(throws: Problem.self) { try file.add(name, at: seconds) }
    }
    #expect(throws: Problem.self) { try file.remove("b") }
    #expect(file.cues.map(\.name) == ["a"])
    for bytes in [Array("1\n00:00:01,000 --> 00:00:02,000\nSubRip\n".utf8), [0xFF, 0xFE], []] {
      #expect(throws: Problem.self) { try CueFile(bytes, name: "a.srt") }
    }
  }

  @Test("Cues are saved beside the storyboard, and a storyboard that includes them is read again")
  func routes() async throws {
    let description = try OpenAPI()
    let folder = try TestFolder()
    let text = "film: {size: 64x64, fps: 10}\nscenes:\n  - title: Hello\n    seconds: 1\n"
    try text.write(toFile: folder.path + "/my.story.yaml", atomically: true, encoding: .utf8)
    try await TestStudio.run(folder, { $0.story = folder.path + "/my.story.yaml" }) { studio in
      let none = try await studio.client.request("GET", "/api/story/cues")
      #expect(none.status == 200 && description.faults("GET /api/story/cues", none) == [])
      #expect(!folder.names.contains("my.story.vtt"))
      let cue: [String: Any] = ["name": "cue-1", "seconds": 0.5]
      let set = try await studio.client.request("POST", "/api/story/cues", json: cue)
      #expect(set.status == 201 && description.faults("POST /api/story/cues", set) == [])
      #expect(try await studio.client.request("POST", "/api/story/cues", json: cue).status == 409)
      #expect(try folder.text("my.story.vtt") == "WEBVTT\n\ncue-1\n00:00:00.500 --> 00:00:01.500\ncue-1\n")
      let renamed = try await studio.client.request(
        "PATCH", "/api/story/cues", json: ["name": "cue-1", "newName": "beat"])
      #expect(description.faults("PATCH /api/story/cues", renamed) == [])
      #expect(try folder.text("my.story.vtt").contains("beat"))
      let removed = try await studio.client.request("DELETE", "/api/story/cues?name=beat")
      #expect(description.faults("DELETE /api/story/cues", removed) == [])
      #expect(try folder.text("my.story.vtt") == "WEBVTT\n")
      try "not ours".write(toFile: folder.path + "/my.story.vtt", atomically: true, encoding: .utf8)
      #expect(try await studio.client.request("POST", "/api/story/cues", json: cue).status == 409)
      #expect(try folder.text("my.story.vtt") == "not ours")
    }
    try await TestStudio.run { studio in
      #expect(try await studio.client.request("GET", "/api/story/cues").status == 409)
      let curves = try await studio.client.request("GET", "/api/curves")
      #expect(description.faults("GET /api/curves", curves) == [])
      #expect((curves.object["curves"] as? [Any])?.count == 13)
    }
  }
}
