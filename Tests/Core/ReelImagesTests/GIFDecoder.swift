import Foundation

/// Decodes GIFs as the specification of 1990 says, word by word, and nothing else.
struct GIFDecoder {
  struct Failure: Error { var reason: String }

  /// A picture as it is seen.
  struct Picture {
    /// When it comes, in hundredths of a second.
    var time: Int
    /// Red, green and blue of each pixel.
    var pixels: [UInt32]
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var pictures: [Picture] = []
  /// The end of the last picture, in hundredths of a second.
  private(set) var duration = 0
  /// What Netscape's block says, if it is there.
  private(set) var loop: Int?
  /// The pixels of all images.
  private(set) var writtenPixels = 0
  /// How many images have a table of colours of their own.
  private(set) var tableCount = 0
  private let bytes: [UInt8]
  private var position = 0

  init(_ data: Data) throws {
    bytes = [UInt8](data)
    guard String(decoding: try take(6), as: UTF8.self) == "GIF89a" else { throw Failure(reason: "no GIF") }
    (width, height) = (try number(), try number())
    let flags = try byte()
    _ = try take(2)
    guard flags & 0x80 != 0 else { throw Failure(reason: "no global colours") }
    let colors = try table(2 << Int(flags & 7))
    var canvas = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    var (delay, transparent) = (0, -1)
    while true {
      switch try byte() {
      case 0x3B:
        guard position == bytes.count else { throw Failure(reason: "bytes behind the end") }
        return
      case 0x21:
        let label = try byte()
        let block = try blocks()
        if label == 0xF9 {
          guard block.count == 4, block[0] >> 2 & 7 == 1 else { throw Failure(reason: "another disposal") }
          delay = Int(block[1]) | Int(block[2]) << 8
          transparent = block[0] & 1 == 1 ? Int(block[3]) : -1
        } else if label == 0xFF, block.starts(with: "NETSCAPE2.0".utf8) {
          loop = Int(block[12]) | Int(block[13]) << 8
        }
      case 0x2C:
        try draw(into: &canvas, colors, transparent)
        pictures.append(Picture(time: duration, pixels: canvas))
        duration += delay
      case let other: throw Failure(reason: "block \(other)")
      }
    }
  }

  /// Returns the picture that is seen at a time, in hundredths of a second.
  func picture(at time: Int) -> Picture? { pictures.last { $0.time <= time } }

  private mutating func draw(into canvas: inout [UInt32], _ colors: [UInt32], _ transparent: Int) throws {
    let (x, y, columns, rows) = (try number(), try number(), try number(), try number())
    guard x + columns <= width, y + rows <= height else { throw Failure(reason: "image outside") }
    let flags = try byte()
    guard flags & 0x78 == 0 else { throw Failure(reason: "an interlaced image, or reserved bits") }
    var colors = colors
    if flags & 0x80 != 0 {
      tableCount += 1
      colors = try table(2 << Int(flags & 7))
    }
    let bits = Int(try byte())
    let symbols = try Self.decompress(try blocks(), bits: bits)
    guard symbols.count == columns * rows else { throw Failure(reason: "\(symbols.count) pixels") }
    writtenPixels += symbols.count
    for (index, symbol) in symbols.enumerated() where symbol != transparent {
      canvas[(y + index / columns) * width + x + index % columns] = colors[symbol]
    }
  }

  private static func decompress(_ bytes: [UInt8], bits: Int) throws -> [Int] {
    let clear = 1 << bits
    var strings: [[Int]] = []
    var (size, previous, result) = (bits + 1, [Int](), [Int]())
    func reset() { strings = (0..<clear + 2).map { [$0] } }
    reset()
    var bit = 0
    while true {
      guard bit + size <= bytes.count * 8 else { throw Failure(reason: "no end code") }
      let code = (0..<size).reduce(0) { $0 | Int(bytes[(bit + $1) / 8] >> ((bit + $1) % 8) & 1) << $1 }
      bit += size
      if code == clear {
        reset()
        (size, previous) = (bits + 1, [])
        continue
      }
      if code == clear + 1 {
        guard (bit + 7) / 8 == bytes.count else { throw Failure(reason: "bytes behind the end code") }
        return result
      }
      guard code < strings.count || code == strings.count && !previous.isEmpty else {
        throw Failure(reason: "code \(code) of \(strings.count)")
      }
      let string = code < strings.count ? strings[code] : previous + [previous[0]]
      if !previous.isEmpty, strings.count < 4096 { strings.append(previous + [string[0]]) }
      if strings.count == 1 << size, size < 12 { size += 1 }
      result += string
      previous = string
    }
  }

  private mutating func table(_ count: Int) throws -> [UInt32] {
    try (0..<count).map { _ in
      let color = try take(3)
      return UInt32(color[0]) << 16 | UInt32(color[1]) << 8 | UInt32(color[2])
    }
  }

  private mutating func blocks() throws -> [UInt8] {
    var result: [UInt8] = []
    while true {
      let count = Int(try byte())
      if count == 0 { return result }
      result += try take(count)
    }
  }

  private mutating func number() throws -> Int { Int(try byte()) | Int(try byte()) << 8 }
  private mutating func byte() throws -> UInt8 { try take(1)[0] }
  private mutating func take(_ count: Int) throws -> [UInt8] {
    guard position + count <= bytes.count else { throw Failure(reason: "the file ends early") }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }
}
