import ReelFiles
import ReelGeometry

/// Writes the chunks of an animated PNG to a file.
///
/// See the Portable Network Graphics Specification (Third Edition), sections 5, 11.2 and 11.3.6.
struct APNGFile: ~Copyable {
  private let descriptor: Int32
  private let colors: APNGColors
  private let loop: Int
  private var buffer: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
  /// The pending image, whose duration is not known yet.
  private var waiting: APNGImage?
  /// The sequence number of the next animation chunk.
  private var sequence = 0
  private var imageCount = 0
  /// The offset of the image count.
  private let countOffset: Int

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - descriptor: a new file, open for writing.
  ///   - size: the size of the pictures.
  ///   - colors: the pixel format.
  ///   - loop: how often the film plays; 0 means forever.
  init(to descriptor: Int32, size: PixelSize, colors: APNGColors, loop: Int) {
    self.descriptor = descriptor
    self.colors = colors
    self.loop = loop
    var header = Self.chunk("IHDR", Self.word(size.width) + Self.word(size.height) + [8, colors.colorType, 0, 0, 0])
    // The colour space; 0 is the rendering intent for pictures.
    header += Self.chunk("sRGB", [0])
    countOffset = buffer.count + header.count
    buffer += header + Self.chunk("acTL", Self.word(0) + Self.word(loop))
    switch colors {
    case .table(let table):
      buffer += Self.chunk("PLTE", (table + [0]).flatMap { Self.word(Int($0)).dropFirst() })
      buffer += Self.chunk("tRNS", table.map { _ in 255 } + [0])
    case .alpha: break
    case .direct(let transparent):
      buffer += Self.chunk("tRNS", Self.word(Int(transparent)).dropFirst().flatMap { [0, $0] })
    }
  }

  /// Adds an image, and sets the duration of the previous one.
  mutating func append(_ image: APNGImage, after delays: [AnimationTimes.Fraction]) throws(SystemError) {
    writeWaiting(delays)
    waiting = image
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Ends the file with the duration of the last image.
  mutating func finish(after delays: [AnimationTimes.Fraction]) throws(SystemError) {
    writeWaiting(delays)
    buffer += Self.chunk("IEND", [])
    try flush()
    let count = Self.chunk("acTL", Self.word(imageCount) + Self.word(loop))
    try Descriptor.write(count, to: descriptor, at: countOffset)
  }

  private mutating func flush() throws(SystemError) {
    try Descriptor.write(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func writeWaiting(_ delays: [AnimationTimes.Fraction]) {
    guard var image = waiting.take() else { return }
    for delay in delays {
      write(image, delay)
      // Longer durations repeat a transparent pixel.
      image = .still(colors)
    }
  }

  private mutating func write(_ image: APNGImage, _ delay: AnimationTimes.Fraction) {
    var control = Self.word(sequence) + [image.width, image.height, image.x, image.y].flatMap(Self.word)
    for number in [delay.numerator, delay.denominator] { control += Self.word(number).suffix(2) }
    // The image stays when the next one comes. It is composited over the canvas or, with alpha, replaces it.
    let isOver = imageCount > 0 && !image.replaces
    buffer += Self.chunk("fcTL", control + [0, isOver ? 1 : 0])
    sequence += 1
    if imageCount == 0 {
      buffer += Self.chunk("IDAT", image.data)
    } else {
      buffer += Self.chunk("fdAT", Self.word(sequence) + image.data)
      sequence += 1
    }
    imageCount += 1
  }

  private static func word(_ value: Int) -> [UInt8] { PNGChunk.word(value) }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    PNGChunk.append(name, data, to: &chunk)
    return chunk
  }
}
