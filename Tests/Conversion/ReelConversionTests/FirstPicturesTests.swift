import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@testable import ReelConversion

@Suite("The first pictures of a film") struct FirstPicturesTests {
  private let frames: RawFrames

  init() throws { frames = try RawFrames(format: "gray", size: PixelSize(width: 5, height: 3)) }

  /// The bytes of raw frames: `x` differs from the one before, `.` equals it.
  private func bytes(_ pattern: String) -> [UInt8] {
    var value: UInt8 = 0
    return pattern.flatMap { letter in
      if letter == "x" { value &+= 1 }
      return [UInt8](repeating: value, count: frames.byteCount)
    }
  }

  /// Films, and whether they may hold still: a number repeats the letter after it.
  private static let films: [(String, Bool)] = [
    ("16x", false), ("300x", false), ("16x 50.", false), ("xx", false), ("x", true), ("x..", true),
    // A film with B-frames may begin with stills.
    ("x 37. 20x", false), ("x.xx", false), ("x 64. 20x", true),
    // The usual snowflake, in which a level grows and then holds.
    ("x 42. 12x 31.", true), ("15x .x", true), ("xx.", true), ("x..x.", true),
  ]

  @Test("A film moves throughout if sixteen pictures in a row differ, or all that there are", arguments: films)
  func choice(film: String, mayHoldStill: Bool) throws {
    let pattern = film.split(separator: " ").map { part in
      Int(part.dropLast()).map { String(repeating: part.suffix(1).description, count: $0) } ?? String(part)
    }.joined()
    let feed = try RawFeed(ByteStream(bytes(pattern)), name: "in", frames: frames, frameRate: 25)
    var first = FirstPictures { try feed.next() }
    #expect(first.mayHoldStill == mayHoldStill)
    // None is lost, and their order is kept.
    var read: [UInt8] = []
    while let picture = try first.next(feed.next) { read += try picture.frame.bytes() }
    #expect(read == bytes(pattern))
  }

  @Test("The pictures before one that can't be read are given before its error, which stays")
  func failure() throws {
    let cut = Array(bytes("xxxxx").dropLast())
    let feed = try RawFeed(ByteStream(cut), name: "in", frames: frames, frameRate: 25)
    var first = FirstPictures { try feed.next() }
    #expect(first.mayHoldStill)
    for number in 0..<4 { #expect(try first.next(feed.next)?.span.pts == number) }
    let size = frames.byteCount
    for _ in 0..<2 {
      #expect(throws: FeedError.cut(name: "in", frame: 4, has: size - 1, needs: size)) { try first.next(feed.next) }
    }
  }

  @Test(
    "A film with more frames than its input repeats some, and may hold still", arguments: [(25, false), (50, true)])
  func rate(framesPerSecond: Int, mayHoldStill: Bool) throws {
    let feed = try RawFeed(
      ByteStream(bytes(String(repeating: "x", count: 40))), name: "in", frames: frames, frameRate: 25)
    let source = try MovieSource(feed, edits: MovieEdits(), frameRate: FrameRate(framesPerSecond))
    #expect(source.mayHoldStill == mayHoldStill)
  }
}
