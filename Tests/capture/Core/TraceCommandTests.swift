import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite struct TraceCommandTests {
  private static let traces = Repository.root.appendingPathComponent("samples/traces")

  /// The path of a recorded session.
  static func sample(_ name: String) -> String { traces.appendingPathComponent("\(name).jsonl").path }

  /// A film of a sample, its frames decoded.
  private struct Film {
    var frames: [Bitmap]
    /// Pixels of the film in a point of the session's canvas.
    var scale: Double

    enum Ink {
      case black, red, green, blue

      func matches(_ pixel: Pixel) -> Bool {
        let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        return switch self {
        case .black: red < 70 && green < 70 && blue < 70
        case .red: red > 150 && green < 90 && blue < 90
        case .green: green > 110 && red < 90 && blue < 110
        case .blue: blue > 150 && red < 150 && blue > red + 60
        }
      }
    }

    /// Whether an ink is seen near a point of the canvas, at a time of a film of ten frames a second.
    func shows(_ ink: Ink, nearX x: Double, y: Double, at seconds: Double) -> Bool {
      let frame = frames[min(frames.count - 1, Int((seconds * 10).rounded()))]
      let (column, row) = (Int(x * scale), Int(y * scale))
      return (max(0, row - 9)...min(frame.height - 1, row + 9)).contains { y in
        (max(0, column - 9)...min(frame.width - 1, column + 9)).contains { ink.matches(frame[$0, y]) }
      }
    }

    func count(_ ink: Ink, at seconds: Double) -> Int {
      let frame = frames[min(frames.count - 1, Int((seconds * 10).rounded()))]
      // The ring and the caption have other colours, and the fingertip is blue.
      return (0..<frame.height).reduce(0) { sum, y in
        sum + (0..<frame.width).count { ink.matches(frame[$0, y]) }
      }
    }
  }

  private func film(_ name: String, canvasHeight: Double) async throws -> Film {
    let workspace = try Workspace()
    let result = try await workspace.capture(
      "trace", Self.traces.appendingPathComponent("\(name).jsonl").path, "--fps", "10", "--hide", "ring,time,stars",
      "-q", "-o", "film.mp4")
    #expect(result.status == 0, "\(result.error)")
    let reader = try MovieReader(url: workspace.url("film.mp4"))
    var frames: [Bitmap] = []
    while let frame = try reader.nextFrame() { frames.append(try frame.bitmap()) }
    return Film(frames: frames, scale: Double(try #require(frames.first).height) / canvasHeight)
  }

  @Test("A T in two strokes is black while it is written and green at the end, except for the slip")
  func letterT() async throws {
    let film = try await film("t", canvasHeight: 896)
    #expect(film.count(.green, at: 0.5) == 0)
    #expect(film.shows(.black, nearX: 75, y: 245, at: 0.5))
    #expect(!film.shows(.black, nearX: 205, y: 600, at: 0.5))
    let end = Double(film.frames.count - 1) / 10
    for (x, y) in [(100.0, 245.0), (300, 245), (205, 300), (205, 620)] {
      #expect(film.shows(.green, nearX: x, y: y, at: end), "\(x), \(y)")
    }
    #expect(film.count(.red, at: end) > 20)
    #expect(film.count(.black, at: end) == 0)
  }

  @Test("An S is traced around its bends")
  func letterS() async throws {
    let film = try await film("s", canvasHeight: 720)
    let end = Double(film.frames.count - 1) / 10
    #expect(film.count(.green, at: 1) == 0)
    #expect(film.count(.green, at: end) > film.count(.black, at: 1))
    #expect(film.count(.green, at: end) > 3000)
  }

  @Test("A failed attempt never turns green, and lines outside the corridor are red")
  func givenUp() async throws {
    let film = try await film("given-up", canvasHeight: 896)
    let end = Double(film.frames.count - 1) / 10
    #expect(film.shows(.black, nearX: 140, y: 245, at: end))
    #expect(film.shows(.red, nearX: 315, y: 335, at: end))
    #expect(!film.shows(.red, nearX: 140, y: 245, at: end))
    #expect((0..<film.frames.count).allSatisfy { film.count(.green, at: Double($0) / 10) == 0 })
  }

  @Test("Two fingers draw at the same time, each with its own fingertip")
  func twoFingers() async throws {
    let film = try await film("two-fingers", canvasHeight: 896)
    // Half of both strokes at 0.75 s, between two frames.
    #expect(film.shows(.black, nearX: 140, y: 245, at: 0.8))
    #expect(film.shows(.black, nearX: 205, y: 345, at: 0.8))
    #expect(!film.shows(.black, nearX: 300, y: 245, at: 0.8))
    #expect(film.shows(.blue, nearX: 70 + 280 * 0.8 / 1.5, y: 245, at: 0.8))
    #expect(film.shows(.blue, nearX: 205, y: 245 + 405 * 0.8 / 1.5, at: 0.8))
    let end = Double(film.frames.count - 1) / 10
    #expect(film.shows(.green, nearX: 300, y: 245, at: end) && film.shows(.green, nearX: 205, y: 600, at: end))
    #expect(film.count(.blue, at: end) == 0)
  }

  @Test(
    "A film has the session's length, or the requested one",
    arguments: [
      (["--hold", "0"], 16), (["--hold", "1"], 25), (["--speed", "2", "--hold", "0"], 9), (["--seconds", "4"], 40),
    ])
  func lengths(options: [String], frames: Int) async throws {
    let workspace = try Workspace()
    let session = Self.traces.appendingPathComponent("two-fingers.jsonl").path
    let result = try await CaptureProcess.run(
      ["trace", session, "--fps", "10", "--json", "-o", "film.mp4"] + options, in: workspace.folder)
    let object = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    // 1525 milliseconds of events.
    #expect(object["frames"] as? Int == frames || object["frames"] as? Int == frames + 1, "\(object)")
  }

  @Test("--score judges a session without making a film")
  func score() async throws {
    let workspace = try Workspace()
    func score(_ name: String) async throws -> [String: Any] {
      let result = try await workspace.capture(
        "trace", Self.traces.appendingPathComponent("\(name).jsonl").path, "--score")
      #expect(result.status == 0)
      return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    }
    let whole = try await score("two-fingers")
    #expect(whole["isComplete"] as? Bool == true)
    #expect(whole["shareInside"] as? Double == 1)
    #expect((whole["strokes"] as? [Any])?.count == 2)
    let failed = try await score("given-up")
    #expect(failed["isComplete"] as? Bool == false)
    #expect((failed["shareInside"] as? Double ?? 1) < 0.6)
    #expect(try workspace.files.isEmpty)
  }

  @Test("Chosen colours stay, and a line warns of hardly visible ones")
  func hardlySeen() async throws {
    let workspace = try Workspace()
    func warnings(_ options: String...) async throws -> [String] {
      let film = ["trace", Self.sample("t"), "--fps", "1", "--hold", "0", "-o", "a.mp4"]
      let result = try await CaptureProcess.run(film + options, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      return result.errorLines.map(String.init).filter { $0.contains("warning") }
    }
    #expect(try await warnings("--background", "black").isEmpty)
    #expect(try await warnings("--background", "black", "--inside-color", "white").isEmpty)
    let dark = try await warnings("--background", "black", "--inside-color", "#111")
    #expect(dark.count == 1 && dark[0].contains("--inside-color #111111 is hardly visible on #000000"))
    #expect(try await warnings("--background", "black", "--inside-color", "#111", "-q").isEmpty)
  }

  @Test(
    "What cannot be traced is refused in one line",
    arguments: [
      (["trace"], 64, "a session"),
      (["trace", "missing.jsonl"], 66, "missing.jsonl"),
      (["trace", "broken.jsonl"], 65, "broken.jsonl"),
      (["trace", "empty.jsonl"], 65, "empty.jsonl"),
      (["trace", sample("t"), "--speed", "0"], 64, "speed"),
      (["trace", sample("t"), "--speed", "2", "--seconds", "3"], 64, "give only one"),
      (["trace", sample("t"), "--seconds", "1", "--hold", "2"], 64, "length"),
      (["trace", sample("t"), "--hide", "nose"], 64, "guide"),
      (["trace", sample("t"), "--max-distance", "nan"], 64, "--max-distance nan"),
      (["trace", sample("t"), "--key-image", "missing.png"], 66, "missing.png"),
      (["trace", sample("t"), "--rule", "never"], 64, "anywhere"),
    ])
  func refused(arguments: [String], status: Int32, mentions: String) async throws {
    let workspace = try Workspace()
    let broken = #"{"format":"reel-trace","version":1,"canvas":[10,10]}"# + "\n[0,\"began\",1]\n"
    try Data(broken.utf8).write(to: workspace.url("broken.jsonl"))
    try Data().write(to: workspace.url("empty.jsonl"))
    let result = try await CaptureProcess.run(arguments, in: workspace.folder)
    #expect(result.status == status, "\(result.error)")
    #expect(result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.contains(mentions), "\(result.error)")
    #expect(try workspace.files == ["broken.jsonl", "empty.jsonl"])
  }
}
