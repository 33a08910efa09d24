import Foundation
import ReelGeometry
import ReelInk
import ReelTracing
import Testing

@testable import ReelStudio

@Suite struct SocketTests {
  /// A stroke down the middle of a sheet, as events of the page.
  static func stroke(_ x: Double, from milliseconds: Double = 0, touch: Int = 0) -> [[any Sendable]] {
    let points = stride(from: 100.0, through: 600, by: 50).enumerated()
    let moves: [[any Sendable]] = points.map { index, y in
      [milliseconds + Double(index) * 10, index == 0 ? "began" : "moved", x, y, touch]
    }
    return moves + [[milliseconds + 200, "ended", x, 600.0, touch]]
  }

  static func events(_ events: [[any Sendable]], first: Int) -> [String: any Sendable] {
    ["type": "events", "first": first, "events": events]
  }

  @Test("The verdicts on a drawing equal the tracer's on its file, and the file has every event")
  func verdicts() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin("T")
      let socket = try await studio.draw(id)
      let welcome = try await socket.receive("welcome")
      #expect(welcome["last"] as? Int == 0)
      var said: [[Int]] = []
      let strokes = Self.stroke(360) + Self.stroke(30, from: 500)
      for (index, event) in strokes.enumerated() {
        try await socket.send(Self.events([event], first: index + 1))
        let verdict = try await socket.receive("verdict")
        #expect(verdict["last"] as? Int == index + 1)
        said += verdict["lines"] as? [[Int]] ?? []
      }
      let synced = try await socket.receive("synced")
      #expect(synced["last"] as? Int ?? 0 >= 12)
      let session = try TraceSession(Array(studio.folder.text(id + ".jsonl").utf8))
      #expect(session.events.count == strokes.count)
      var tracer = try session.header.tracer()
      let judged = session.events.enumerated().flatMap { index, event in
        tracer.handle(event).map { [index + 1, $0.isInside ? 1 : 0] }
      }
      #expect(said == judged)
      #expect(said.contains { $0[1] == 1 } && said.contains { $0[1] == 0 })
      socket.close()
    }
  }

  @Test("Repeated events are written once, and missing ones are requested")
  func numbers() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let stroke = Self.stroke(360)
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      try await socket.send(Self.events(Array(stroke[..<5]), first: 1))
      _ = try await socket.receive("verdict")
      try await socket.send(Self.events(Array(stroke[6...]), first: 7))
      #expect(try await socket.receive()["type"] as? String == "resend")
      socket.close()
      // The page was away, and is not sure what has arrived.
      let again = try await studio.draw(id)
      #expect(try await again.receive("welcome")["last"] as? Int == 5)
      try await again.send(Self.events(stroke, first: 1))
      #expect(try await again.receive("verdict")["last"] as? Int == stroke.count)
      let session = try TraceSession(Array(studio.folder.text(id + ".jsonl").utf8))
      #expect(session.events.map(\.point.y) == stroke.map { $0[3] as? Double })
      again.close()
    }
  }

  @Test(
    "Messages that arrive together are written, judged and answered in order, and an invalid one stops none"
  )
  func together() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      let strokes = (0..<10).flatMap { Self.stroke(300 + Double($0), from: Double($0) * 300) }
      var bytes: [UInt8] = []
      for (index, event) in strokes.enumerated() {
        let message = try JSONSerialization.data(withJSONObject: Self.events([event], first: index + 1))
        bytes += TestSocket.frame(0x81, [UInt8](message))
        if index == 50 { bytes += TestSocket.frame(0x81, Array("{\"type\":\"dance\"}".utf8)) }
        if index == 70 { bytes += TestSocket.frame(0x89, Array("a ping".utf8)) }
        if index == 90 { bytes += TestSocket.frame(0x81, Array("{\"type\":\"ping\"}".utf8)) }
      }
      try await socket.send(bytes: bytes)
      var (last, said) = (0, [Int]())
      var kinds: [String] = []
      while last < strokes.count {
        let (first, payload) = try await socket.frame()
        guard first == 0x81, let answer = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any] else {
          kinds.append(String(decoding: payload, as: UTF8.self))
          continue
        }
        let kind = try #require(answer["type"] as? String)
        if kind == "verdict" {
          let number = try #require(answer["last"] as? Int)
          #expect(number > last)
          last = number
          said += (answer["lines"] as? [[Int]] ?? []).map { $0[0] }
        } else if kind != "synced" {
          kinds.append(kind)
        }
      }
      #expect(kinds == ["problem", "a ping", "pong"])
      let session = try TraceSession(Array(studio.folder.text(id + ".jsonl").utf8))
      var tracer = try session.header.tracer()
      let judged = session.events.enumerated().flatMap { index, event in tracer.handle(event).map { _ in index + 1 } }
      #expect(said == judged && judged.count >= 100)
      #expect(session.events.map(\.point) == strokes.map { Point(x: $0[2] as? Double ?? 0, y: $0[3] as? Double ?? 0) })
      socket.close()
    }
  }

  @Test("Another page takes the pen, and its numbers begin at 1")
  func taken() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let first = try await studio.draw(id, pen: "page-one")
      _ = try await first.receive("welcome")
      try await first.send(Self.events(Self.stroke(360), first: 1))
      _ = try await first.receive("synced")
      let second = try await studio.draw(id, pen: "page-two")
      let welcome = try await second.receive("welcome")
      #expect(welcome["last"] as? Int == 0 && welcome["milliseconds"] as? Double == 200)
      _ = try await first.receive("taken")
      #expect(try await first.closing() == 4001)
      try await second.send(Self.events(Self.stroke(30), first: 1))
      #expect(try await second.receive("verdict")["last"] as? Int == 12)
      second.close()
      let third = try await studio.draw(id, pen: "page-one")
      #expect(try await third.receive("welcome")["last"] as? Int == 12)
      // Time does not run backwards, whatever the second page's clock says.
      let session = try TraceSession(Array(studio.folder.text(id + ".jsonl").utf8))
      #expect(session.events.count == 24)
      third.close()
    }
  }

  @Test("Undo and redo are events of the session, and undone strokes are in no drawing, score or film")
  func undo() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      try await socket.send(Self.events(Self.stroke(360) + Self.stroke(30, from: 500), first: 1))
      _ = try await socket.receive("synced")
      try await socket.send(Self.events([[800, "undo"]], first: 25))
      func drawing(_ message: [String: Any]) throws -> (strokes: Int, canUndo: Bool?, canRedo: Bool?) {
        let drawing = try #require(message["drawing"] as? [String: Any])
        return ((drawing["strokes"] as? [Any])?.count ?? 0, drawing["canUndo"] as? Bool, drawing["canRedo"] as? Bool)
      }
      #expect(try await drawing(socket.receive("drawing")) == (1, true, true))
      try await socket.send(Self.events([[900, "redo"]], first: 26))
      #expect(try await drawing(socket.receive("drawing")) == (2, true, false))
      try await socket.send(Self.events([[1000, "undo"], [1100, "undo"]], first: 27))
      #expect(try await drawing(socket.receive("drawing")) == (0, false, true))
      try await socket.send(Self.events(Self.stroke(200, from: 1200), first: 29))
      let verdict = try await socket.receive("verdict")
      #expect(verdict["last"] as? Int == 40)
      socket.close()
      let again = try await studio.draw(id)
      #expect(try await drawing(again.receive("welcome")) == (1, true, false))
      again.close()
      let exported = try await studio.client.request("GET", "/api/sessions/\(id)/file")
      let session = try TraceSession(exported.body)
      #expect(session.events.map(\.point.x) == Array(repeating: 200, count: 12) && session.others.isEmpty)
      // Other programs read the file of the studio to the same effect.
      let ink = try InkFile.read(Array(studio.folder.text(id + ".jsonl").utf8), name: id)
      #expect(ink.recorded?.events == session.events)
    }
  }

  @Test("Three hundred invalid messages are refused, nothing is lost, and the studio keeps running")
  func malformed() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      var socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      var number = 1
      let bad: [String] = [
        "", "{", "[]", "null", "7", "\"a\"", "{\"type\":7}", "{\"type\":\"dance\"}", "{\"type\":\"events\"}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[0,\"began\"]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[-1,\"began\",1,1,0]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[0,\"began\",1e9,1,0]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[0,\"began\",1,1,0.5]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[0,\"began\",1,1,-2]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[0,\"moved\",1,1,0,7]]}",
        "{\"type\":\"events\",\"first\":1,\"events\":[[1e400,\"moved\",1,1,0]]}",
        "{\"type\":\"events\",\"first\":\"x\",\"events\":[]}", String(repeating: "[", count: 5000),
        "{\"type\":\"events\",\"first\":1,\"events\":[[0,\"jumped\",1,1,0]]}",
      ]
      for round in 0..<15 {
        for text in bad {
          try await socket.send(text: Array(text.utf8))
          #expect(try await socket.receive()["type"] as? String == "problem", "\(text.prefix(80))")
        }
        try await socket.send(Self.events([[Double(round), "began", 5, 5, round]], first: number))
        #expect(try await socket.receive("verdict")["last"] as? Int == number)
        number += 1
        if round % 4 == 3 {
          // Nobody may go on like this without end.
          socket.close()
          socket = try await studio.draw(id)
          #expect(try await socket.receive("welcome")["last"] as? Int == number - 1)
        }
      }
      for _ in 0...DrawingSocket.mostFaults { try await socket.send(text: [0x7B]) }
      #expect(try await socket.closing() == 1008)
      #expect(try TraceSession(Array(studio.folder.text(id + ".jsonl").utf8)).events.count == 15)
    }
  }

  @Test(
    "Frames that violate the WebSocket protocol end the connection with the right code",
    arguments: [
      // A length of 2^62, one byte more than is allowed, no mask, a reserved bit, an unknown kind, a long ping, bytes, no UTF-8, no beginning.
      ([0x81, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], 1009),
      ([0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1, 1, 2, 3, 4], 1009),
      ([0x81, 0x01, 0x41], 1002), (TestSocket.frame(0xC1, [0x41]), 1002), (TestSocket.frame(0x83, [0x41]), 1002),
      ([0x89, 0xFE, 0, 126, 1, 2, 3, 4], 1002), (TestSocket.frame(0x82, [0x41]), 1003),
      (TestSocket.frame(0x81, [0xFF, 0xFE]), 1007), (TestSocket.frame(0x80, [0x41]), 1002),
    ] as [([UInt8], Int)])
  func frames(bytes: [UInt8], code: Int) async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      try await socket.send(bytes: bytes)
      #expect(try await socket.closing() == code)
      socket.close()
      #expect(try await studio.client.request("GET", "/api/studio").status == 200)
    }
  }

  @Test("A page without a pen watches another's drawing, and may not draw")
  func watching() async throws {
    try await TestStudio.run { studio in
      let id = try await studio.begin()
      let watcher = try await studio.draw(id, pen: nil)
      _ = try await watcher.receive("welcome")
      let socket = try await studio.draw(id)
      _ = try await socket.receive("welcome")
      try await watcher.send(Self.events(Self.stroke(10), first: 1))
      #expect(try await watcher.receive()["type"] as? String == "problem")
      try await socket.send(Self.events(Self.stroke(360), first: 1))
      let drawing = try await watcher.receive("drawing")["drawing"] as? [String: Any]
      #expect((drawing?["strokes"] as? [Any])?.count == 1)
      // Its session is deleted: both are told.
      #expect(try await studio.client.request("DELETE", "/api/sessions/\(id)").status == 204)
      #expect(try await watcher.closing() == 4004)
      #expect(try await socket.closing() == 4004)
    }
  }
}
