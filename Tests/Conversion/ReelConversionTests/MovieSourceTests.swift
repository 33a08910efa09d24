import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTestSupport
import ReelTiming
import ReelVideo
import Testing

@testable import ReelConversion

@Suite("Movies as sources") struct MovieSourceTests {
  /// Draws all frames of a source, and returns the pictures with the changed tiles and times.
  private func frames(_ source: MovieSource, rate: FrameRate = 25) throws -> [(Bitmap, Region, FrameTime)] {
    var bitmap = Bitmap(size: source.size)
    var frames: [(Bitmap, Region, FrameTime)] = []
    while let time = try source.time(atTick: FrameTime(index: frames.count, frameRate: rate)) {
      let changed = try source.draw(at: time, into: &bitmap)
      frames.append((bitmap, changed, time))
    }
    return frames
  }

  /// Writes raw frames of BGRA, each of one colour, and opens them.
  private func source(
    _ colors: [Pixel], size: PixelSize, edits: MovieEdits = MovieEdits(), rate: FrameRate? = 25
  ) throws -> MovieSource {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("reel-raw-\(UUID())").path
    defer { unlink(path) }
    var bytes: [UInt8] = []
    for color in colors {
      for _ in 0..<size.area { bytes += [color.blue, color.green, color.red, 255] }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let feed = try RawFeed(
      ByteStream.file(path), name: "frames", frames: RawFrames(format: "bgra", size: size), frameRate: 25)
    return try MovieSource(feed, edits: edits, frameRate: rate)
  }

  private let red = Pixel(red: 255, green: 0, blue: 0)
  private let blue = Pixel(red: 0, green: 0, blue: 255)

  @Test("Frames that equal the one before have no changed tile, and the bitmap is left alone")
  func stills() throws {
    let frames = try frames(source([red, red, blue, blue, blue], size: PixelSize(width: 40, height: 24)))
    #expect(frames.map(\.1.isEmpty) == [false, true, false, true, true])
    #expect(frames.map { $0.0[39, 23] } == [red, red, blue, blue, blue])
  }

  @Test("A higher rate repeats pictures, and a lower one leaves some out; the length stays", arguments: [5, 25, 50])
  func rates(rate: Int) throws {
    let rate = try FrameRate(rate)
    let source = try source(
      Array(repeating: [red, blue], count: 10).flatMap(\.self), size: PixelSize(width: 16, height: 16), rate: rate)
    let frames = try frames(source, rate: rate)
    #expect(frames.count == rate.frameCount(seconds: 0.8))
    #expect(frames[0].0[0, 0] == red)
  }

  @Test("From, to and speed choose pictures by their exact times")
  func part() throws {
    var edits = MovieEdits()
    (edits.from, edits.until, edits.speed) = (0.2, 0.6, 2)
    let colors = (0..<20).map { Pixel(red: UInt8($0), green: 0, blue: 0) }
    let source = try source(colors, size: PixelSize(width: 16, height: 16), edits: edits, rate: nil)
    let frames = try frames(source)
    #expect(frames.map { $0.0[0, 0].red } == Array(5..<15))
    #expect(frames.map(\.2.pts.seconds) == (0..<10).map { Double($0) / 50 })
    #expect(frames.allSatisfy { $0.2.duration.seconds == 0.02 })
  }

  @Test("A part within one picture has that picture", arguments: [(0.11, Double?.none), (0.09, 0.095), (0.115, 0.118)])
  func shortPart(from: Double, until: Double?) throws {
    var edits = MovieEdits()
    (edits.from, edits.until) = (from, until)
    let frames = try frames(
      source([red, red, blue], size: PixelSize(width: 16, height: 16), edits: edits, rate: nil))
    #expect(frames.map { $0.0[0, 0] } == [blue])
    #expect(frames.map(\.2.pts.seconds) == [0])
  }

  @Test("Odd sides are padded by the last column and row, and not resized")
  func padding() throws {
    var edits = MovieEdits()
    edits.isEven = true
    let source = try source([red], size: PixelSize(width: 19, height: 17), edits: edits)
    let frame = try #require(try frames(source).first).0
    #expect(frame.size == PixelSize(width: 20, height: 18))
    for (x, y) in [(18, 16), (19, 0), (19, 17), (0, 17)] { #expect(frame[x, y] == red) }
  }

  @Test("A crop is exact to the pixel, and one outside the picture is refused")
  func crop() throws {
    var edits = MovieEdits()
    edits.crop = Rect(x: 4, y: 6, width: 8, height: 6)
    #expect(
      try source([red], size: PixelSize(width: 16, height: 16), edits: edits).size == PixelSize(width: 8, height: 6))
    edits.crop = Rect(x: 12, y: 6, width: 8, height: 6)
    #expect(throws: InvalidValue.self) { try source([red], size: PixelSize(width: 16, height: 16), edits: edits) }
  }

  @Test("A frame's time on the grid and one of its own are both exact")
  func times() {
    let grid = FrameTime(index: 3, frameRate: 29.97)
    #expect(grid.pts == TimeBase(1001, 30_000).time(3) && grid.duration == TimeBase(1001, 30_000).time(1))
    let own = FrameTime(index: 3, frameRate: 25, ticks: 9001, duration: 17, clock: TimeBase(1, 90_000))
    #expect(own.pts == TimeBase(1, 90_000).time(9001) && own.duration.ticks == 17 && own.seconds == 9001.0 / 90_000)
  }
}
