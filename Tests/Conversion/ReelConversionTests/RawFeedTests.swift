import CReelFFmpeg
import ReelGeometry
import ReelPlatform
import ReelTiming
import Synchronization
import Testing

@testable import ReelConversion
@testable import ReelVideo

@Suite("Frames without a header, and YUV4MPEG2") struct RawFeedTests {
  /// Opens bytes as a stream.
  private func stream(_ bytes: [UInt8]) throws -> ByteStream {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("reel-feed-\(UUID())").path
    defer { unlink(path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try ByteStream.file(path)
  }

  /// Reads all pictures of a feed, and returns their samples.
  private func samples(_ feed: RawFeed) throws -> [[UInt8]] {
    var all: [[UInt8]] = []
    while let picture = try feed.next() { all.append(try picture.frame.bytes()) }
    return all
  }

  private func frames(_ format: String, _ width: Int, _ height: Int, stride: Int? = nil) throws -> RawFrames {
    try RawFrames(format: format, size: PixelSize(width: width, height: height), stride: stride)
  }

  @Test(
    "Frames are read as they came, of any format and any odd size",
    arguments: ["bgra", "rgba", "bgr24", "rgb24", "gray", "yuv420p", "yuv422p", "nv12", "yuv420p10le", "gbrp"])
  func formats(format: String) throws {
    for (width, height) in [(16, 16), (7, 5), (33, 9)] {
      let frames = try frames(format, width, height)
      let native = try RawPicture.native(format)
      #expect(frames.byteCount == Int(av_image_get_buffer_size(native, Int32(width), Int32(height), 1)), "\(format)")
      let bytes = (0..<3 * frames.byteCount).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let feed = try RawFeed(stream(bytes), name: "in", frames: frames, frameRate: 25)
      #expect(try samples(feed).flatMap(\.self) == bytes, "\(format) \(width)x\(height)")
    }
  }

  @Test("A frame that equals the one before shares its memory, and one that differs in a single byte does not")
  func sharing() throws {
    let frames = try frames("gray", 1000, 300)
    // Frames are read in parts of this size.
    let (part, count) = (1 << 17, frames.byteCount)
    let usual = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }
    for position in [0, 1, part - 1, part, 2 * part - 1, 2 * part, count - 1] {
      var changed = usual
      changed[position] ^= 1
      let sent = [usual, usual, changed, changed, usual]
      let feed = try RawFeed(stream(sent.flatMap(\.self)), name: "in", frames: frames, frameRate: 25)
      var pictures: [FilmPicture] = []
      while let picture = try feed.next() { pictures.append(picture) }
      #expect(try pictures.map { try $0.frame.bytes() } == sent, "byte \(position)")
      let memory = pictures.map { $0.frame.pointer.pointee.data.0 }
      #expect(memory[0] == memory[1] && memory[2] == memory[3], "byte \(position)")
      #expect(Set([memory[1], memory[2], memory[4]]).count == 3, "byte \(position)")
    }
  }

  @Test("A stream that was cut at any byte has its whole frames, and names the one that is not")
  func cuts() throws {
    let frames = try frames("rgb24", 5, 3)
    let size = frames.byteCount
    for length in 1..<3 * size {
      let bytes = [UInt8](repeating: 1, count: length)
      let (whole, rest) = length.quotientAndRemainder(dividingBy: size)
      if whole == 0 {
        #expect(throws: FeedError.cut(name: "in", frame: 0, has: rest, needs: size)) {
          try RawFeed(stream(bytes), name: "in", frames: frames, frameRate: 25)
        }
        continue
      }
      let feed = try RawFeed(stream(bytes), name: "in", frames: frames, frameRate: 25)
      for _ in 0..<whole { #expect(try feed.next() != nil) }
      if rest == 0 {
        #expect(try feed.next() == nil)
      } else {
        #expect(throws: FeedError.cut(name: "in", frame: whole, has: rest, needs: size)) { try feed.next() }
      }
    }
  }

  @Test("YUV4MPEG2 that was cut or changed at any byte of its header is an error or a film, and nothing else")
  func header() throws {
    let head = Array("YUV4MPEG2 W16 H16 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n".utf8)
    let whole = head + [UInt8](repeating: 128, count: 384)
    let feed = try RawFeed(y4m: stream(whole), name: "in")
    #expect(feed.facts.frameRate == 29.97 && feed.facts.size == PixelSize(width: 16, height: 16))
    #expect(try samples(feed).count == 1)
    for position in 0..<head.count {
      for byte in [0, 10, 32, 48, 57, 255] as [UInt8] {
        var bytes = whole
        bytes[position] = byte
        do {
          _ = try samples(RawFeed(y4m: stream(bytes), name: "in"))
        } catch is FeedError {}
      }
      do {
        _ = try samples(RawFeed(y4m: stream(Array(whole.prefix(position))), name: "in"))
      } catch is FeedError {}
    }
  }

  @Test(
    "Descriptions that can't be are refused",
    arguments: [
      "", "bgra", "bgra:", ":16x16", "nothing:16x16", "bgra:0x5", "bgra:99999x99999", "pal8:16x16", "bgra:16x16:4",
      "bgra:9223372036854775807x9223372036854775807", "vaapi:16x16",
    ])
  func descriptions(text: String) {
    #expect(throws: InvalidValue.self) { try RawFrames(parsing: text) }
  }

  @Test("A stride shorter than a row, and one for planes, are refused")
  func strides() {
    #expect(throws: InvalidValue.self) { try frames("bgra", 16, 16, stride: 63) }
    #expect(throws: InvalidValue.self) { try frames("yuv420p", 16, 16, stride: 64) }
  }

  /// Gives pictures one after another, as far as a test lets it.
  private final class Pictures: PictureFeed {
    let facts = FeedFacts(
      name: "live", size: PixelSize(width: 16, height: 16), frameRate: 25, isConstant: true, clock: TimeBase(1, 25))
    private let allowed = Mutex((count: 0, given: 0, isOver: false))

    func allow(_ count: Int) { allowed.withLock { $0.count = count } }
    func end() { allowed.withLock { $0.isOver = true } }
    var given: Int { allowed.withLock { $0.given } }

    func next() throws -> FilmPicture? {
      while true {
        let (number, isOver) = allowed.withLock { state -> (Int?, Bool) in
          guard state.given < state.count else { return (nil, state.isOver) }
          state.given += 1
          return (state.given - 1, false)
        }
        if isOver { return nil }
        if let number {
          let frame = try VideoFrame.make(size: facts.size, format: RawPicture.native("gray"))
          return FilmPicture(frame, FrameSpan(pts: number, duration: 1))
        }
        sched_yield()
      }
    }
  }

  @Test("Of live pictures the newest is shown, those that it replaced are counted, and none after the end")
  func live() throws {
    let pictures = Pictures()
    pictures.allow(1)
    let live = LiveFeed(pictures)
    live.waitForFirst()
    #expect(try live.newest()?.span.pts == 0)
    #expect(try live.newest()?.span.pts == 0 && live.overwrittenCount == 0)
    pictures.allow(5)
    while live.arrivedCount < 5 { sched_yield() }
    #expect(try live.newest()?.span.pts == 4 && live.overwrittenCount == 3)
    pictures.end()
    while !live.hasEnded { sched_yield() }
    #expect(try live.newest() == nil)
  }
}
