import Foundation
import ReelCanvas
import ReelGeometry
import ReelRecording
import Testing

@testable import ReelTesting

@Suite("Goldens")
struct GoldensTests {
  /// A folder that goes with the test.
  private final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reel-goldens-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  private let scratch: Scratch
  private var folder: URL { scratch.folder }

  init() throws { scratch = try Scratch() }

  private func goldens(recording: Bool = false) -> Goldens {
    Goldens("Goldens", beside: folder.appending(path: "SomeTests.swift").path, isRecording: recording)
  }

  private func file(_ name: String) -> URL { folder.appending(path: "Goldens/" + name) }

  private func picture(_ color: Color, alpha: Double = 1) throws -> Bitmap {
    var bitmap = Bitmap(width: 12, height: 8)
    try bitmap.draw {
      $0.fill(Path(circleAround: Point(x: 6, y: 4), radius: 3), with: .color(color.with(alpha: alpha)))
    }
    return bitmap
  }

  @Test("A golden that is missing fails and is named; recording writes it and says so; then it matches")
  func record() throws {
    let red = try picture(.red)
    let missing = try #require(goldens().failure(of: red, "ball", .exact))
    #expect(missing.reason.contains("no golden \(file("ball.png").path)") && missing.reason.contains("REEL_RECORD=1"))
    #expect(missing.pictures == [GoldenFailure.Picture(name: "ball.wrong.png", png: try red.pngData())])
    #expect(!FileManager.default.fileExists(atPath: file("ball.png").path))

    let written = try #require(goldens(recording: true).failure(of: red, "ball", .exact))
    #expect(written.reason.hasPrefix("wrote \(file("ball.png").path)") && written.pictures.isEmpty)
    #expect(goldens().failure(of: red, "ball", .exact) == nil)
    #expect(goldens(recording: true).failure(of: red, "ball", .exact) == nil)
  }

  @Test(
    "A picture that differs fails with itself and a picture of the difference; recording renews only beyond the tolerance"
  )
  func differs() throws {
    _ = goldens(recording: true).failure(of: try picture(.red), "deep/ball", .exact)
    let before = try Data(contentsOf: file("deep/ball.png"))
    let blue = try picture(.blue)
    let failure = try #require(goldens().failure(of: blue, "deep/ball", .perceptual(2)))
    #expect(failure.reason.contains("deep/ball does not match its golden") && failure.reason.contains("CIEDE2000"))
    #expect(failure.pictures.map(\.name) == ["deep-ball.wrong.png", "deep-ball.difference.png"])
    #expect(try Bitmap(png: failure.pictures[0].png) == blue)
    let difference = try Bitmap(png: failure.pictures[1].png)
    #expect(difference[6, 4] == .red && difference[0, 0] == .white)

    #expect(goldens(recording: true).failure(of: blue, "deep/ball", .channels(255)) == nil)
    #expect(try Data(contentsOf: file("deep/ball.png")) == before)
    #expect(goldens(recording: true).failure(of: blue, "deep/ball", .exact) != nil)
    #expect(goldens().failure(of: blue, "deep/ball", .exact) == nil)
  }

  @Test("Translucent pixels match exactly, although a PNG rounds them", arguments: [0.03, 0.2, 0.77])
  func translucent(alpha: Double) throws {
    let picture = try picture(Color(red: 0.7, green: 0.3, blue: 0.1), alpha: alpha)
    _ = goldens(recording: true).failure(of: picture, "glass", .exact)
    #expect(goldens().failure(of: picture, "glass", .exact) == nil)
  }

  @Test("A golden that is no picture, and one that can't be written, fail with the reason")
  func unreadable() throws {
    try FileManager.default.createDirectory(at: file("folder.png"), withIntermediateDirectories: true)
    try Data("not a picture".utf8).write(to: file("text.png"))
    for name in ["folder", "text"] {
      let failure = try #require(goldens(recording: true).failure(of: try picture(.red), name, .exact))
      #expect(failure.reason.contains("can't be compared or written"))
    }
    #expect(try Data(contentsOf: file("text.png")) == Data("not a picture".utf8))
  }

  @Test("A film is compared frame by frame; stale and missing goldens fail, and recording sorts them out")
  func film() throws {
    func failure(_ frames: [Int], recording: Bool = false, source: CountingSource = CountingSource()) -> GoldenFailure?
    {
      var check = FilmCheck(goldens(recording: recording), "count", .exact)
      var bitmap = Bitmap(size: source.size)
      for index in frames {
        _ = try? source.draw(at: FrameTime(index: index, frameRate: 10), into: &bitmap)
        check.add(bitmap, index)
      }
      return check.end()
    }
    #expect(failure([0, 2, 4]) != nil)
    #expect(failure([0, 2, 4], recording: true) != nil)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: file("count").path).sorted() == [
        "0000.png", "0002.png", "0004.png",
      ])
    #expect(failure([0, 2, 4]) == nil)
    // Nothing moves: frames 2 and 4 are as frame 0.
    let still = try #require(failure([0, 2, 4], source: CountingSource { _ in true }))
    #expect(
      still.reason.hasPrefix(
        "2 of 3 frames, the first of them 2: count/0002 does not match its golden: 1 pixel differs"))
    #expect(still.pictures.map(\.name) == ["count-0002.wrong.png", "count-0002.difference.png"])
    let fewer = try #require(failure([0, 2]))
    #expect(fewer.reason.contains("0004.png is the golden of a frame that is not compared"))
    #expect(try #require(failure([0, 2], recording: true)).reason.contains("removed"))
    #expect(failure([0, 2]) == nil)
    #expect(failure([])?.reason.contains("count has no frames to compare") == true)
  }

  @Test("A movie is decoded and held against the goldens of its frames, all of them or some")
  func movie() async throws {
    func movie(_ name: String, _ colors: [Color]) async throws -> URL {
      let url = folder.appending(path: name)
      let source = DrawingSource(width: 32, height: 16) { context, time in
        context.paint(.color(colors[Int((time * 10).rounded())]))
      }
      try await Recorder(source: source, sink: MovieSink(to: url), frameRate: 10).record(frames: colors.count)
      return url
    }
    let right = try await movie("right.mp4", [.red, .green, .blue])
    #expect(try goldens(recording: true).failure(ofFilm: right, nil, "colors", .channels(3)) != nil)
    #expect(try goldens().failure(ofFilm: right, nil, "colors", .exact) == nil)
    #expect(try goldens().failure(ofFilm: right, [0, 1, 2], "colors", .exact) == nil)

    let wrong = try await movie("wrong.mp4", [.red, .blue, .blue])
    let failure = try #require(try goldens().failure(ofFilm: wrong, nil, "colors", .channels(3)))
    #expect(failure.reason.hasPrefix("1 of 3 frames, the first of them 1: colors/0001 does not match its golden"))
    let short = try await movie("short.mp4", [.red, .green])
    let lacking = try #require(try goldens().failure(ofFilm: short, nil, "colors", .channels(3)))
    #expect(lacking.reason.contains("0002.png is the golden of a frame that is not compared"))
    let asked = try #require(try goldens().failure(ofFilm: short, [0, 1, 2], "colors", .channels(3)))
    #expect(asked.reason.contains("frame 2 was requested, but the film has 2"))
    let long = try await movie("long.mp4", [.red, .green, .blue, .red])
    #expect(try goldens().failure(ofFilm: long, nil, "colors", .channels(3))?.reason.contains("no golden") == true)
  }

  @Test("A film that ends before a requested frame fails")
  func lacks() throws {
    var check = FilmCheck(goldens(recording: true), "short", .exact)
    check.lacks(frame: 7, ofFilmWith: 5)
    #expect(check.end()?.reason.hasPrefix("frame 7 was requested, but the film has 5") == true)
  }
}
