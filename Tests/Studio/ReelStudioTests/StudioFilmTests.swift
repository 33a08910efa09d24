import Foundation
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelStudio

@Suite struct StudioFilmTests {
  /// Asks until a film is over.
  private func end(of id: String, _ client: TestClient) async throws -> [String: Any] {
    while true {
      let film = try await client.request("GET", "/api/films/\(id)").object
      guard ["waiting", "recording"].contains(film["state"] as? String) else { return film }
    }
  }

  /// The planes of all frames of a film.
  private func frames(_ path: String) throws -> [[[UInt8]]] {
    let reader = try MovieReader(url: URL(filePath: path))
    var frames: [[[UInt8]]] = []
    while let frame = try reader.nextFrame() { frames.append((0..<3).map(frame.plane)) }
    return frames
  }

  @Test(
    "The film of a session with undone strokes has the same frames as the command's film of its export"
  )
  func equal() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let id = try await studio.begin("T")
      let socket = try await studio.draw(id)
      let strokes = SocketTests.stroke(360) + SocketTests.stroke(100, from: 500) + SocketTests.stroke(350, from: 900)
      try await socket.send(SocketTests.events(strokes + [[1200, "undo"]], first: 1))
      _ = try await socket.receive("synced")
      socket.close()

      let order: [String: Any] = [
        "session": id, "film": ["size": "160x160"], "trace": ["theme": "night", "hold": 0.2], "name": "my film",
      ]
      let queued = try await studio.client.request("POST", "/api/films", json: order)
      #expect(queued.status == 202 && description.faults("POST /api/films", queued) == [])
      let number = try #require(queued.object["id"] as? String)
      let film = try await end(of: number, studio.client)
      #expect(film["state"] as? String == "finished" && film["name"] as? String == "my-film.mp4")
      let list = try await studio.client.request("GET", "/api/films")
      #expect(description.faults("GET /api/films", list) == [])

      let export = try await studio.client.request("GET", "/api/sessions/\(id)/file")
      try Data(export.body).write(to: URL(filePath: studio.folder.path + "/export.jsonl"))
      let run = try await Program.runAside(
        StudioProcess.executable,
        ["trace", "export.jsonl", "--size", "160x160", "--theme", "night", "--hold", "0.2", "-q", "-o", "command.mp4"],
        in: studio.folder.path)
      #expect(run.status == 0, "\(run.error)")
      let ours = try frames(studio.folder.path + "/Films/my-film.mp4")
      let theirs = try frames(studio.folder.path + "/command.mp4")
      #expect(ours.count > 20 && ours == theirs)

      // It plays: a browser asks for parts.
      let path = "/api/films/\(try #require(film["id"] as? String))/file"
      let whole = try await studio.client.request("GET", path)
      #expect(
        whole.status == 200 && whole.fields["content-type"] == "video/mp4" && whole.body.count == film["bytes"] as? Int)
      let part = try await studio.client.request("GET", path, ["Range": "bytes=10-19"])
      #expect(part.status == 206 && part.body == Array(whole.body[10..<20]))
      #expect(part.fields["content-range"] == "bytes 10-19/\(whole.body.count)")
      let end = try await studio.client.request("GET", path, ["Range": "bytes=-5"])
      #expect(end.status == 206 && end.body == Array(whole.body.suffix(5)))
      #expect(try await studio.client.request("GET", path, ["Range": "bytes=\(whole.body.count)-"]).status == 416)
      #expect(
        try await studio.client.request("GET", path + "?download=1").fields["content-disposition"]?.contains(
          "my-film.mp4") == true)
    }
  }

  @Test("At most eight films wait their turn, and can be cancelled while waiting and while being made")
  func queue() async throws {
    try await TestStudio.run { studio in
      func order(_ seconds: Int) async throws -> TestAnswer {
        try await studio.client.request(
          "POST", "/api/films",
          json: [
            "scenes": [["snowflake": ["levels": "0...3"], "seconds": seconds]],
            "film": ["size": "640x360", "fps": "60"],
          ])
      }
      let first = try #require(try await order(3600).object["id"] as? String)
      while try await studio.client.request("GET", "/api/films/\(first)").object["frames"] as? Int == 0 {}
      var waiting: [String] = []
      for _ in 0..<8 { waiting.append(try #require(try await order(1).object["id"] as? String)) }
      #expect(try await order(1).status == 503)
      for id in waiting.dropFirst() + [first] {
        #expect(try await studio.client.request("DELETE", "/api/films/\(id)").status == 204)
      }
      #expect(try await end(of: first, studio.client)["state"] as? String == "cancelled")
      #expect(try await end(of: waiting[0], studio.client)["state"] as? String == "finished")
      #expect(try await end(of: waiting[1], studio.client)["state"] as? String == "cancelled")
      // Nothing is left of what was cancelled.
      let left = try FileManager.default.contentsOfDirectory(atPath: studio.folder.path + "/Films")
      #expect(left.count == 1, "\(left)")
    }
  }

  @Test("When the studio stops, it completes the current film")
  func stopped() async throws {
    let folder = try TestFolder()
    try await TestStudio.run(folder) { studio in
      let order: [String: Any] = [
        "scenes": [["snowflake": ["levels": "0...3"], "seconds": 3600]], "film": ["size": "64x64"],
      ]
      #expect(try await studio.client.request("POST", "/api/films", json: order).status == 202)
      while try await studio.client.request("GET", "/api/films/1").object["frames"] as? Int == 0 {}
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Films") == ["snowflake.mp4"])
  }

  @Test(
    "An impossible film is refused before it is queued",
    arguments: [
      "{}", "{\"scenes\":[]}", "{\"scenes\":[{\"dance\":{}}]}", "{\"scenes\":[{\"terminal\":{}}]}",
      "{\"scenes\":[{\"snowflake\":{\"levels\":\"0...99\"}}]}",
      "{\"scenes\":[{\"snowflake\":{}}],\"film\":{\"fps\":\"0\"}}",
      "{\"scenes\":[{\"snowflake\":{}}],\"ending\":\"exe\"}", "{\"scenes\":[{\"snowflake\":{}}],\"story\":true}",
      "{\"scenes\":[{\"snowflake\":{}}],\"output\":{\"crf\":99}}",
    ])
  func refused(order: String) async throws {
    try await TestStudio.run { studio in
      let answer = try await studio.client.request(
        "POST", "/api/films", ["Content-Type": "application/json"], body: Array(order.utf8))
      #expect(answer.status == 400 && answer.object["message"] is String, "\(answer.text)")
      #expect(!studio.folder.names.contains("Films"))
    }
  }

  @Test("A live recording shows the drawing while it runs, and its film is listed when it stops")
  func live() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let id = try await studio.begin("T")
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      let order: [String: Any] = ["session": id, "film": ["size": "96x96", "fps": 10]]
      let started = try await studio.client.request("POST", "/api/live", json: order)
      #expect(started.status == 201 && description.faults("POST /api/live", started) == [])
      #expect(try await studio.client.request("POST", "/api/live", json: order).status == 409)
      try await socket.send(SocketTests.events(SocketTests.stroke(360), first: 1))
      _ = try await socket.receive("synced")
      while try await studio.client.request("GET", "/api/live").object["frames"] as? Int ?? 0 < 3 {}
      let frame = try await studio.client.request("GET", "/api/live/frame")
      #expect(frame.status == 200 && frame.body.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
      let stopped = try await studio.client.request("DELETE", "/api/live")
      #expect(stopped.object["state"] as? String == "idle" && description.faults("DELETE /api/live", stopped) == [])
      let number = try #require(started.object["film"] as? String)
      let film = try await end(of: number, studio.client)
      #expect(film["state"] as? String == "finished" && film["session"] as? String == id)
      let path = studio.folder.path + "/Films/" + (try #require(film["name"] as? String))
      let drawn = try frames(path)
      #expect(drawn.count >= 3 && drawn.first != drawn.last)
      socket.close()
    }
  }
}
