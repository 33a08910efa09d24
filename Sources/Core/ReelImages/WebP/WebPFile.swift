import ReelFiles
import ReelGeometry

/// Writes the chunks of an animated WebP to a file.
///
/// See the "WebP Container Specification", sections "RIFF File Format", "Extended File Format" and "Animation". Numbers are
/// little-endian.
struct WebPFile: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var byteCount = 0
  /// The pending image, whose duration is not known yet.
  private var waiting: Image?

  /// An image: its position, on an even column and row, and its chunk.
  struct Image {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var chunk: [UInt8]
    /// Whether the image replaces the canvas instead of being composited over it.
    var replaces = false
  }

  /// The maximum duration of an image, in milliseconds.
  private static let longestDelay = 1 << 24 - 1

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - descriptor: a new file, open for writing.
  ///   - size: the size of the pictures.
  ///   - loop: how often the film plays; 0 means forever.
  init(to descriptor: Int32, size: PixelSize, loop: Int) {
    self.descriptor = descriptor
    // The total length is written at the end.
    buffer += Array("RIFF".utf8) + Self.bytes(0, 4) + Array("WEBP".utf8)
    let hasAlpha: UInt8 = 0x10
    let isAnimated: UInt8 = 0x02
    append("VP8X", [hasAlpha | isAnimated, 0, 0, 0] + Self.bytes(size.width - 1, 3) + Self.bytes(size.height - 1, 3))
    // The background is transparent; each player chooses its own.
    append("ANIM", Self.bytes(0, 4) + Self.bytes(loop, 2))
  }

  /// Adds an image, and sets the duration of the previous one, in milliseconds.
  mutating func append(_ image: Image, after delay: Int) throws(SystemError) {
    writeWaiting(delay)
    waiting = image
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Ends the file with the duration of the last image, in milliseconds.
  mutating func finish(after delay: Int) throws(SystemError) {
    writeWaiting(delay)
    try flush()
    try Descriptor.write(Self.bytes(byteCount - 8, 4), to: descriptor, at: 4)
  }

  private mutating func flush() throws(SystemError) {
    try Descriptor.write(buffer, to: descriptor)
    byteCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func writeWaiting(_ delay: Int) {
    guard let image = waiting.take() else { return }
    var rest = delay
    repeat {
      let part = min(rest, Self.longestDelay)
      // The image stays when the next one comes.
      let flags: UInt8 = image.replaces ? 0x02 : 0
      let origin = Self.bytes(image.x / 2, 3) + Self.bytes(image.y / 2, 3)
      let size = Self.bytes(image.width - 1, 3) + Self.bytes(image.height - 1, 3)
      append("ANMF", origin + size + Self.bytes(part, 3) + [flags] + image.chunk)
      rest -= part
    } while rest > 0
  }

  private mutating func append(_ name: String, _ data: [UInt8]) {
    buffer += Array(name.utf8) + Self.bytes(data.count, 4) + data
    if data.count % 2 == 1 { buffer.append(0) }
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
