import ReelCanvas
import ReelImages
import ReelGeometry
import ReelTiming
import ReelVideo

/// Reads the pictures of an animated WebP, which FFmpeg doesn't.
///
/// Unchecked Sendable: it is used by one thread at a time.
package final class AnimatedWebPFeed: PictureFeed, @unchecked Sendable {
  package let facts: FeedFacts
  private let file: WebPUnpacker
  private let canvas: PixelCanvas
  private var (number, time) = (0, 0)

  /// The maximum length of a file, in bytes.
  private static let limit = 1 << 30
  /// How long a picture is shown whose duration is 0, in milliseconds, as browsers do.
  private static let usualDuration = 100

  /// Whether bytes are the beginning of an animated WebP.
  package static func recognizes(_ bytes: [UInt8]) -> Bool { WebPUnpacker.recognizes(bytes) }

  /// Reads a file to its end.
  ///
  /// - Throws: `FeedError` for a file that is damaged, or too long.
  package init(_ stream: ByteStream, name: String) throws {
    let bytes = stream.beginning
    let length = 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.limit else {
      throw FeedError.unreadable(name: name, reason: "it is longer than \(Self.limit >> 20) MB")
    }
    // The sides, minus one, in 24 bits each; the decoder would reserve memory for any of them.
    let sides = [24, 27].map { start in bytes.dropFirst(start).prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) } + 1
    }
    let longest = VideoConfiguration.sideRange.upperBound
    guard sides.allSatisfy({ $0 <= longest }) else {
      throw FeedError.unreadable(
        name: name, reason: "it is \(sides[0])x\(sides[1]), with more than \(longest) pixels a side")
    }
    let whole = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = stream.read(UnsafeMutableRawBufferPointer(buffer))
    }
    guard let file = WebPUnpacker(whole), !file.durations.isEmpty else {
      throw FeedError.unreadable(name: name, reason: "it is damaged or incomplete")
    }
    let size = PixelSize(width: file.width, height: file.height)
    let milliseconds = file.durations.reduce(0) { $0 + Self.shown($1) }
    let rate = (try? FrameRate(file.durations.count * 1000, milliseconds)) ?? 25
    var facts = FeedFacts(
      name: name, size: size, frameRate: rate, isConstant: false, clock: TimeBase(1, 1000))
    (facts.frameCount, facts.seconds) = (file.durations.count, Double(milliseconds) / 1000)
    (facts.hasAlpha, facts.isLossy, facts.hasTimes) = (file.hasAlpha, file.isLossy, true)
    (self.facts, self.file) = (facts, file)
    canvas = PixelCanvas(size: size, hasAlpha: file.hasAlpha)
  }

  private static func shown(_ duration: Int) -> Int { duration > 0 ? duration : usualDuration }

  package func next() throws -> FilmPicture? {
    guard number < file.durations.count else { return nil }
    guard let pixels = file.next() else { throw FeedError.damaged(name: facts.name, frame: number) }
    let bitmap = try Bitmap(pixels: pixels, order: .bgra, width: facts.size.width, height: facts.size.height)
    canvas.put([PixelArea(columns: 0..<facts.size.width, rows: 0..<facts.size.height)], of: bitmap)
    let duration = Self.shown(file.durations[number])
    defer { (number, time) = (number + 1, time + duration) }
    return try FilmPicture(on: canvas, FrameSpan(pts: time, duration: duration))
  }
}
