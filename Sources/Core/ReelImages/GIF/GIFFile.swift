import ReelFiles
import ReelGeometry

/// Writes the blocks of a GIF (version 89a) to a file.
struct GIFFile: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The pending image, whose duration is not known yet.
  private var waiting: GIFImage?
  private let transparent: Int
  private let symbolBits: Int

  /// The maximum delay of an image, in hundredths of a second.
  private static let longestDelay = 65_535

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - descriptor: a new file, open for writing.
  ///   - loop: how often the film plays; 0 means forever.
  init(to descriptor: Int32, size: PixelSize, palette: Palette, loop: Int) {
    self.descriptor = descriptor
    transparent = palette.colors.count
    let bits = Self.tableBits(of: palette)
    symbolBits = max(2, bits)
    buffer += Array("GIF89a".utf8)
    append(size.width)
    append(size.height)
    // A global table of 2 ^ bits colours, with no background colour and square pixels.
    buffer += [0x80 | UInt8(bits - 1) << 4 | UInt8(bits - 1), 0, 0]
    append(palette, bits)
    guard loop != 1 else { return }
    // Netscape's block counts the repetitions after the first pass.
    buffer += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    append(loop == 0 ? 0 : loop - 1)
    buffer.append(0)
  }

  /// The number of bits for the palette and the unchanged pixel.
  private static func tableBits(of palette: Palette) -> Int {
    var bits = 1
    while 1 << bits < palette.colors.count + 1 { bits += 1 }
    return bits
  }

  private mutating func append(_ palette: Palette, _ bits: Int) {
    for index in 0..<1 << bits {
      let color = index < palette.colors.count ? palette.colors[index] : 0
      buffer += [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
    }
  }

  private mutating func append(_ number: Int) {
    buffer += [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)]
  }

  /// Adds an image, and sets the duration of the previous one, in hundredths of a second.
  mutating func append(_ image: GIFImage, after delay: Int) throws(SystemError) {
    writeWaiting(delay)
    waiting = image
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Ends the file with the duration of the last image, in hundredths of a second.
  mutating func finish(after delay: Int) throws(SystemError) {
    writeWaiting(delay)
    buffer.append(0x3B)
    try flush()
  }

  private mutating func flush() throws(SystemError) {
    try Descriptor.write(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func writeWaiting(_ delay: Int) {
    guard let image = waiting.take() else { return }
    var rest = delay - Self.longestDelay
    if image.isCleared {
      // The image repeats, and is cleared only after the last time.
      var same = image
      same.isCleared = false
      while rest > 0 {
        write(same, delay: Self.longestDelay)
        rest -= Self.longestDelay
      }
      write(image, delay: rest + Self.longestDelay)
      return
    }
    write(image, delay: min(delay, Self.longestDelay))
    while rest > 0 {
      // Longer durations repeat a transparent pixel.
      let bits = symbolBits
      var writer = LZWWriter()
      for code in [1 << bits, transparent, (1 << bits) + 1] { writer.append(code, bits: bits + 1) }
      writer.finish()
      let pixel = GIFImage(
        x: 0, y: 0, width: 1, height: 1, symbolBits: bits, data: writer.bytes, transparent: UInt8(transparent))
      write(pixel, delay: min(rest, Self.longestDelay))
      rest -= Self.longestDelay
    }
  }

  private mutating func write(_ image: GIFImage, delay: Int) {
    // The image stays when the next one comes, or is cleared; one colour is transparent.
    buffer += [0x21, 0xF9, 4, image.isCleared ? 0x09 : 0x05]
    append(delay)
    buffer += [image.transparent, 0]
    buffer.append(0x2C)
    for number in [image.x, image.y, image.width, image.height] { append(number) }
    if let palette = image.palette {
      let bits = Self.tableBits(of: palette)
      buffer.append(0x80 | UInt8(bits - 1))
      append(palette, bits)
    } else {
      buffer.append(0)
    }
    buffer.append(UInt8(image.symbolBits))
    var start = 0
    while start < image.data.count {
      let end = min(start + 255, image.data.count)
      buffer.append(UInt8(end - start))
      buffer += image.data[start..<end]
      start = end
    }
    buffer.append(0)
  }
}
