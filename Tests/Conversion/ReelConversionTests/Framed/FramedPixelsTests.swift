import ReelCanvas
import ReelConversion
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTestSupport
import ReelTiming
import ReelVideo
import Testing

@Suite("Pixels of the framed protocol") struct FramedPixelsTests {
  @Test(
    "Every format becomes premultiplied BGRA",
    arguments: [
      ("gray", "", [200], Pixel(red: 200, green: 200, blue: 200)),
      ("rgb24", "", [10, 20, 30], Pixel(red: 10, green: 20, blue: 30)),
      ("bgr24", "", [10, 20, 30], Pixel(red: 30, green: 20, blue: 10)),
      ("rgba", "", [10, 20, 30, 255], Pixel(red: 10, green: 20, blue: 30)),
      ("rgba", "straight", [100, 200, 255, 51], Pixel(red: 20, green: 40, blue: 51, alpha: 51)),
      ("bgra", "straight", [100, 200, 255, 51], Pixel(red: 51, green: 40, blue: 20, alpha: 51)),
      ("bgra", "straight", [100, 200, 255, 0], Pixel(red: 0, green: 0, blue: 0, alpha: 0)),
      ("rgba", "premultiplied", [10, 20, 30, 51], Pixel(red: 10, green: 20, blue: 30, alpha: 51)),
      ("bgra", "premultiplied", [10, 20, 90, 51], Pixel(red: 51, green: 20, blue: 10, alpha: 51)),
      ("rgba", "none", [10, 20, 30, 0], Pixel(red: 10, green: 20, blue: 30)),
      ("gray", "straight", [7], Pixel(red: 7, green: 7, blue: 7)),
    ] as [(String, String, [UInt8], Pixel)])
  func formats(format: String, alpha: String, bytes: [UInt8], expected: Pixel) throws {
    let text = FramedText(3, 2, format, alpha.isEmpty ? "" : #", "alpha": "\#(alpha)""#)
      .line(#"{"t": 0}"#, (0..<6).flatMap { _ in bytes }).ended
    let frame = try #require(read(text.bytes).frames.first)
    for (x, y) in [(0, 0), (2, 0), (1, 1)] { #expect(frame.picture[x, y] == expected) }
    let feed = try FramedFeed(ByteStream(text.bytes), name: "in", frameRate: 25)
    #expect(feed.facts.hasAlpha == (bytes.count == 4 && alpha != "none"))
  }

  /// Pictures in which a few rectangles change from one to the next, with these rectangles.
  private static func pictures(
    _ size: PixelSize, _ depth: Int, _ count: Int, _ random: inout Seeded
  ) -> [(pixels: [UInt8], rects: [[Int]])] {
    var pixels = (0..<size.area * depth).map { _ in UInt8.random(in: 0...255, using: &random) }
    return (0..<count).map { number in
      var rects: [[Int]] = []
      for _ in 0..<(number == 0 ? 0 : .random(in: 0...3, using: &random)) {
        let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
        rects.append([
          x, y, .random(in: 0...size.width - x, using: &random), .random(in: 0...size.height - y, using: &random),
        ])
        for row in y..<y + rects[rects.count - 1][3] {
          for byte in (row * size.width + x) * depth..<(row * size.width + x + rects[rects.count - 1][2]) * depth {
            // Some pixels of a rectangle stay as they are.
            if Bool.random(using: &random) { pixels[byte] = .random(in: 0...255, using: &random) }
          }
        }
      }
      return (pixels, rects)
    }
  }

  /// The bytes of rectangles, one after another.
  private static func bytes(of rects: [[Int]], in pixels: [UInt8], _ size: PixelSize, _ depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for rect in rects {
      for row in rect[1]..<rect[1] + rect[3] {
        let start: Int = (row * size.width + rect[0]) * depth
        bytes += pixels[start..<start + rect[2] * depth]
      }
    }
    return bytes
  }

  /// Draws all frames of a feed as a film does.
  private func frames(_ feed: any PictureFeed, rate: FrameRate?) throws -> [(Bitmap, Region)] {
    let source = try MovieSource(feed, edits: MovieEdits(), frameRate: rate)
    var bitmap = Bitmap(size: source.size)
    var frames: [(Bitmap, Region)] = []
    while let time = try source.time(atTick: FrameTime(index: frames.count, frameRate: rate ?? 10)) {
      let changed = try source.draw(at: time, into: &bitmap)
      frames.append((bitmap, changed))
    }
    return frames
  }

  @Test(
    "Raw frames, whole frames and rectangles show the same pictures, and change the same tiles",
    arguments: ["rgb24", "bgr24", "rgba", "bgra"])
  func equality(format: String) throws {
    let depth = format.count == 4 ? 4 : 3
    for (seed, size) in [(16, 16), (71, 45), (100, 3), (33, 64)].enumerated() {
      let size = PixelSize(width: size.0, height: size.1)
      var random = Seeded(seed: UInt64(seed))
      let pictures = Self.pictures(size, depth, 12, &random)
      var (whole, parts) = (
        FramedText(size.width, size.height, format, #", "fps": 10"#), FramedText(size.width, size.height, format)
      )
      for (number, picture) in pictures.enumerated() {
        whole = whole.line(#"{"n": \#(number)}"#, picture.pixels)
        let bytes = Self.bytes(of: picture.rects, in: picture.pixels, size, depth)
        parts =
          number == 0
          ? parts.line(#"{"t": 0}"#, picture.pixels)
          : parts.line(#"{"t": \#(Double(number) / 10), "rects": \#(picture.rects)}"#, bytes)
      }
      let raw = try frames(
        RawFeed(
          ByteStream(pictures.flatMap(\.pixels)), name: "raw", frames: RawFrames(format: format, size: size),
          frameRate: 10),
        rate: 10)
      #expect(raw.count == 12)
      for (text, rate) in [(whole, nil), (whole, 10), (parts, nil), (parts, 10)] as [(FramedText, FrameRate?)] {
        let read = try frames(FramedFeed(ByteStream(text.ended.bytes), name: "in", frameRate: 10), rate: rate)
        #expect(read.map(\.0) == raw.map(\.0), "\(format) \(size)")
        // Straight colours of transparent pixels may differ where nothing is seen.
        for (a, b) in zip(read, raw) where depth == 3 { #expect(a.1 == b.1) }
      }
    }
  }

  @Test("A lower rate leaves frames out, and shows all that changed in them")
  func skipped() throws {
    let size = PixelSize(width: 40, height: 24)
    var random = Seeded(seed: 9)
    let pictures = Self.pictures(size, 1, 20, &random)
    var text = FramedText(size.width, size.height, "gray", #", "fps": 20"#)
    for (number, picture) in pictures.enumerated() {
      let bytes = Self.bytes(of: picture.rects, in: picture.pixels, size, 1)
      text =
        number == 0
        ? text.line(#"{"n": 0}"#, picture.pixels) : text.line(#"{"n": \#(number), "rects": \#(picture.rects)}"#, bytes)
    }
    let feed = try FramedFeed(ByteStream(text.ended.bytes), name: "in", frameRate: 25)
    let frames = try frames(feed, rate: 4)
    #expect(frames.count == 4)
    for (frame, number) in zip(frames, [0, 5, 10, 15]) {
      for (x, y) in [(0, 0), (39, 23), (20, 7), (15, 16), (31, 2)] {
        #expect(frame.0[x, y].red == pictures[number].pixels[y * size.width + x])
      }
    }
  }

  @Test("Live frames are not held back until the next one comes", .timeLimit(.minutes(1)))
  func live() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let bytes = FramedText(1, 1).line(#"{"t": 0}"#, [7]).bytes
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    let feed = try FramedFeed(ByteStream.file("/dev/fd/\(ends[0])"), name: "in", frameRate: 25, isLive: true)
    #expect(try feed.next() != nil)
    let more = FramedText(1, 1).line(#"{"t": 90, "rects": [], "caption": "late"}"#).bytes.drop { $0 != 10 }.dropFirst()
    #expect(write(ends[1], Array(more), more.count) == more.count)
    let picture = try feed.next()
    #expect(picture?.span == FrameSpan(pts: 1, duration: 1) && picture?.marks == [.caption("late")])
    close(ends[1])
    #expect(throws: SourceStopped(name: "in", frameCount: 2)) { try feed.next() }
  }

  @Test("Chapters and captions belong to their frames, and to the next one that is seen")
  func marks() throws {
    let text = FramedText(1, 1, "gray", #", "fps": 10"#).line(#"{"n": 0, "chapter": "One"}"#, [1])
      .line(#"{"n": 5, "caption": "a", "rects": []}"#).line(#"{"n": 7, "chapter": "Two", "caption": ""}"#, [2])
      .line(#"{"n": 9, "caption": "b"}"#, [3]).ended
    #expect(
      read(text.bytes).frames.map(\.marks) == [
        [.chapter("One")], [.caption("a")], [.chapter("Two"), .caption("")], [.caption("b")],
      ])
  }
}
