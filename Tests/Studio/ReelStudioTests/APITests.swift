import Foundation
import ReelGeometry
import ReelTracing
import Testing

@testable import ReelStudio

@Suite struct APITests {
  @Test("Every route is described, and every description has a route")
  func described() async throws {
    let operations = try OpenAPI().operations
    try await TestStudio.run { studio in
      let routes = studio.studio.site.routes.map { "\($0.method) \($0.path)" }
      #expect(Set(routes).count == routes.count)
      #expect(Set(routes) == operations)
    }
  }

  @Test("Every response matches its description")
  func answers() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      func ask(
        _ operation: String, _ target: String? = nil, body: [UInt8]? = nil, json: Any? = nil, status: Int = 200
      ) async throws -> TestAnswer {
        let words = operation.split(separator: " ").map(String.init)
        let answer = try await studio.client.request(words[0], target ?? words[1], body: body, json: json)
        #expect(answer.status == status, "\(operation): \(answer.text.prefix(300))")
        #expect(description.faults(operation, answer) == [])
        return answer
      }
      _ = try await ask("GET /api/studio")
      let id = try await studio.begin("Aé")
      #expect(id.hasPrefix("Aé-"))
      let path = "/api/sessions/" + PercentEncoding.encode(id)
      let list = try await ask("GET /api/sessions")
      #expect((list.object["sessions"] as? [Any])?.count == 1)
      let same = try await studio.client.request("GET", "/api/sessions", ["If-None-Match": list.fields["etag"] ?? ""])
      #expect(same.status == 304 && same.body.isEmpty)
      _ = try await ask("POST /api/sessions", json: ["free": true, "canvas": [400, 300], "pupil": "Zoë"], status: 201)
      _ = try await ask("POST /api/sessions", json: ["like": id, "rule": "inOrder", "maxDistance": 12.5], status: 201)
      _ = try await ask("POST /api/sessions", json: ["text": "A", "free": true], status: 400)
      _ = try await ask("GET /api/sessions/{id}", path)
      _ = try await ask("GET /api/sessions/{id}", "/api/sessions/none", status: 404)
      let entry = try await ask("PATCH /api/sessions/{id}", path, json: ["name": "the first", "pupil": "Ada"])
      #expect(entry.object["name"] as? String == "the first" && entry.object["pupil"] as? String == "Ada")
      let found = try await ask("GET /api/sessions", "/api/sessions?search=ADA")
      #expect((found.object["sessions"] as? [Any])?.count == 1)
      _ = try await ask("GET /api/sessions/{id}/file", path + "/file")
      let shown = try await ask("GET /api/sessions/{id}/demonstration", path + "/demonstration")
      #expect((shown.object["strokes"] as? [Any])?.count == 5)
      _ = try await ask("GET /api/sessions/{id}/picture", path + "/picture?width=64")
      _ = try await ask("DELETE /api/sessions/{id}", path, status: 204)
      _ = try await ask("DELETE /api/sessions/{id}", path, status: 404)
      #expect(studio.folder.names.contains("Trash"))
      _ = try await ask("POST /api/sessions/{id}/restore", path + "/restore")
      _ = try await ask("POST /api/import", "/api/import?name=a.svg&as=task", body: Self.svg, status: 201)
      _ = try await ask("POST /api/import", "/api/import?name=a.txt", body: Array("no ink".utf8), status: 400)
      _ = try await ask("GET /api/picture", "/api/picture?scene=snowflake&level=2.4&size=64x64&theme=paper")
      _ = try await ask("GET /api/picture", "/api/picture?scene=curve&name=hilbert&level=3&size=64x64")
      let wrong = try await ask("GET /api/picture", "/api/picture?scene=snowflake&level=many", status: 400)
      #expect(wrong.object["field"] as? String == "level")
      _ = try await ask("GET /api/films")
      _ = try await ask("GET /api/films/{id}", "/api/films/9", status: 404)
      _ = try await ask("POST /api/films", json: ["session": "none"], status: 404)
      _ = try await ask("GET /api/live")
      _ = try await ask("GET /api/live/frame", status: 404)
    }
  }

  private static let svg = Array(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><path d=\"M1 1L9 9\"/></svg>".utf8)

  @Test("A storyboard reports errors with their lines, its last film without errors is drawn, and its file is saved")
  func story() async throws {
    let description = try OpenAPI()
    let folder = try TestFolder()
    let text = "film: {size: 64x64, fps: 10}\nscenes:\n  - title: Hello\n    seconds: 1\n"
    try text.write(toFile: folder.path + "/story.yaml", atomically: true, encoding: .utf8)
    try await TestStudio.run(folder, { $0.story = folder.path + "/story.yaml" }) { studio in
      let first = try await studio.client.request("GET", "/api/story")
      #expect(description.faults("GET /api/story", first) == [])
      #expect(first.object["text"] as? String == text && first.object["file"] as? String == "story.yaml")
      #expect((first.object["film"] as? [String: Any])?["frameCount"] as? Int == 10)
      let broken = text.replacingOccurrences(of: "title: Hello", with: "titel: Hello")
      let second = try await studio.client.request("PUT", "/api/story", json: ["text": broken])
      #expect(description.faults("PUT /api/story", second) == [])
      let errors = second.object["errors"] as? [[String: Any]]
      #expect(errors?.first?["line"] as? Int == 3)
      #expect(second.object["isSaved"] as? Bool == false)
      // The film is still that of the text before.
      let revision = try #require((second.object["film"] as? [String: Any])?["revision"] as? Int)
      let frame = try await studio.client.request("GET", "/api/story/frames/9?revision=\(revision)&width=32")
      #expect(frame.status == 200 && frame.body.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
      #expect(try await studio.client.request("GET", "/api/story/frames/10").status == 404)
      let mended = text.replacingOccurrences(of: "Hello", with: "Again")
      let third = try await studio.client.request("POST", "/api/story/save", json: ["text": mended])
      #expect(third.object["isSaved"] as? Bool == true)
      #expect(try folder.text("story.yaml") == mended)
      #expect(try await studio.client.request("GET", "/api/story/frames/0?revision=\(revision)").status == 409)
      // Another program saves it.
      try text.write(toFile: folder.path + "/story.yaml", atomically: true, encoding: .utf8)
      #expect(try await studio.client.request("GET", "/api/story").object["text"] as? String == text)
    }
  }

  @Test("The sound of a storyboard is mixed for its preview, as long as the film")
  func sound() async throws {
    let description = try OpenAPI()
    let folder = try TestFolder()
    let text = "film: {size: 64x64, fps: 10}\nscenes: [{title: Hello, seconds: 2}]\n"
    // Half a second at half of the full level, in 8 bits, at 8000 samples a second.
    var wave = [UInt8]("RIFF".utf8)
    wave += [0xC4, 0x0F, 0, 0]
    wave += Array("WAVEfmt ".utf8)
    wave += [16, 0, 0, 0, 1, 0, 1, 0]
    wave += [0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
    wave += Array("data".utf8)
    wave += [0xA0, 0x0F, 0, 0]
    wave += [UInt8](repeating: 0xC0, count: 4000)
    try Data(wave).write(to: URL(filePath: folder.path + "/tone.wav"))
    try text.write(toFile: folder.path + "/story.yaml", atomically: true, encoding: .utf8)
    try await TestStudio.run(folder, { $0.story = folder.path + "/story.yaml" }) { studio in
      let silent = try await studio.client.request("GET", "/api/story/sound")
      #expect(silent.status == 404)
      let loud = text + "sound: [{file: tone.wav, at: 1 s}]\n"
      let state = try await studio.client.request("PUT", "/api/story", json: ["text": loud])
      let film = try #require(state.object["film"] as? [String: Any])
      #expect(film["hasSound"] as? Bool == true)
      let revision = try #require(film["revision"] as? Int)
      let sound = try await studio.client.request("GET", "/api/story/sound?revision=\(revision)")
      #expect(description.faults("GET /api/story/sound", sound) == [])
      // Two seconds of two channels, and a header.
      try #require(sound.body.count == 384_044)
      #expect(Array(sound.body.prefix(4)) == Array("RIFF".utf8))
      #expect(Array(sound.body[40...43]) == [0x00, 0xDC, 0x05, 0x00])
      func level(_ second: Double) -> Int {
        let place = 44 + 4 * Int(second * 48_000)
        let bits = UInt16(sound.body[place]) | UInt16(sound.body[place + 1]) << 8
        return Int(Int16(bitPattern: bits))
      }
      #expect(level(0.5) == 0 && abs(level(1.25) - 16_384) < 400 && level(1.75) == 0)
      #expect(try await studio.client.request("GET", "/api/story/sound?revision=\(revision - 1)").status == 409)
    }
  }

  @Test("A storyboard with huge frames is previewed in small ones, without memory for large ones")
  func hugeStory() async throws {
    try await TestStudio.run { studio in
      let text = "film: {size: 16384x16384, fps: 10}\nscenes:\n  - title: Hello\n    seconds: 1\n"
      _ = try await studio.client.request("PUT", "/api/story", json: ["text": text])
      let whole = try await studio.client.request("GET", "/api/story/frames/0")
      #expect(whole.status == 400 && whole.object["field"] as? String == "width")
      #expect(try await studio.client.request("GET", "/api/story/frames/0?width=64").status == 200)
      // As wide as the page asks, and as high as the film: no picture at all.
      let tall = "film: {size: 16x16384, fps: 10}\nscenes:\n  - title: Hello\n    seconds: 1\n"
      _ = try await studio.client.request("PUT", "/api/story", json: ["text": tall])
      #expect(try await studio.client.request("GET", "/api/story/frames/0?width=3840").status == 400)
      let turtle = PercentEncoding.encode("repeat 99999999 [fd 1]")
      #expect(
        try await studio.client.request("GET", "/api/picture?scene=turtle&program=\(turtle)&size=64x64").status == 400)
    }
  }

  @Test("A waiting page is answered when another program saves the file, and not before")
  func waiting() async throws {
    let folder = try TestFolder()
    let text = "film: {size: 64x64, fps: 10}\nscenes:\n  - title: Hello\n    seconds: 1\n"
    let path = folder.path + "/story.yaml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try await TestStudio.run(folder, { $0.story = path }) { studio in
      let first = try await studio.client.request("GET", "/api/story?wait=20")
      let tag = try #require(first.fields["etag"])
      let same = try await studio.client.request("GET", "/api/story?wait=0", ["If-None-Match": tag])
      #expect(same.status == 304 && same.fields["etag"] == tag)
      // More than may wait: the last of them is told at once.
      let client = studio.client
      async let waiting = withThrowingTaskGroup(of: TestAnswer.self) { group in
        for _ in 0..<StoryDesk.mostWaiting + 1 {
          group.addTask { try await client.request("GET", "/api/story?wait=20", ["If-None-Match": tag]) }
        }
        var answers: [Int] = []
        for try await answer in group {
          answers.append(answer.status)
          // Only now is there anything new.
          if answers.count == 1 {
            try text.replacingOccurrences(of: "Hello", with: "Again").write(
              toFile: path, atomically: true, encoding: .utf8)
          }
        }
        return answers
      }
      #expect(try await waiting == [304] + [Int](repeating: 200, count: StoryDesk.mostWaiting))
      for wait in ["-1", "21", "soon"] {
        #expect(try await studio.client.request("GET", "/api/story?wait=\(wait)").status == 400)
      }
    }
  }

  @Test("A fractional level is drawn between two levels, and a whole level equals the film's last frame")
  func levels() throws {
    func picture(_ level: String) throws -> [UInt8] {
      try ScenePicture(["scene": "snowflake", "level": level, "size": "96x96", "no-caption": "true"]).bitmap().pngData()
    }
    let pictures = try ["2", "2.4", "2.5", "2.9", "3"].map(picture)
    for (index, other) in pictures.enumerated().dropFirst() { #expect(other != pictures[index - 1]) }
    for level in ["", "-1", "13", "1e9", "nan", "two"] {
      #expect(throws: Problem.self, "\(level)") { try picture(level) }
    }
  }

  @Test("A new file in the folder is listed, and one that is not a session has a reason")
  func folder() async throws {
    try await TestStudio.run { studio in
      let session = TraceSession(header: .init(canvas: Size(width: 100, height: 100), name: "copied"))
      try session.write(to: URL(filePath: studio.folder.path + "/by hand ü.jsonl"))
      try "not a session".write(toFile: studio.folder.path + "/broken.jsonl", atomically: true, encoding: .utf8)
      try "{}".write(toFile: studio.folder.path + "/.hidden.jsonl", atomically: true, encoding: .utf8)
      symlink("/etc/passwd", studio.folder.path + "/link.jsonl")
      let list = try await studio.client.request("GET", "/api/sessions").object["sessions"] as? [[String: Any]] ?? []
      #expect(Set(list.compactMap { $0["id"] as? String }) == ["by hand ü", "broken"])
      let broken = list.first { $0["id"] as? String == "broken" }
      #expect((broken?["problem"] as? String)?.isEmpty == false)
      #expect(try await studio.client.request("GET", "/api/sessions/link").status == 404)
      #expect(try await studio.client.request("GET", "/api/sessions/by%20hand%20%C3%BC").status == 200)
    }
  }
}
