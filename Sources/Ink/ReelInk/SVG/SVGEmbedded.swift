import ReelFormats
import ReelFiles
import ReelPlatform

/// A picture embedded in an SVG file as a `data:` URL.
enum SVGEmbedded {
  /// The number of decoded pixels.
  case pixels(Int)
  case drawing([UInt8])

  /// Reads a URL; nil for any other than `data:`, because librsvg reads no others here.
  init?(_ address: String) {
    guard address.prefix(5).lowercased() == "data:", let comma = address.firstIndex(of: ",") else { return nil }
    let head = address[..<comma].lowercased()
    let body = address[address.index(after: comma)...]
    let bytes: [UInt8]
    if head.hasSuffix("base64") {
      bytes = Data(base64Encoded: String(body), options: .ignoreUnknownCharacters).map(Array.init) ?? []
    } else {
      bytes = Self.withoutPercents(Array(body.utf8))
    }
    let isText = bytes.first { !TextSource.isSpace($0) } == UInt8(ascii: "<")
    self = head.contains("svg") || isText ? .drawing(bytes) : .pixels(Self.pixels(of: bytes))
  }

  private static func withoutPercents(_ text: [UInt8]) -> [UInt8] {
    var (bytes, index) = ([UInt8](), 0)
    while index < text.count {
      let digits = text.dropFirst(index + 1).prefix(2)
      if text[index] == UInt8(ascii: "%"), let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }

  /// The number of pixels that a PNG, GIF or JPEG declares; for other formats, more than the bytes are likely to hold.
  private static func pixels(of bytes: [UInt8]) -> Int {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return number(16, 4).multiplied(by: number(20, 4)) }
    if bytes.starts(with: [0x47, 0x49, 0x46]) {
      return number(6, 2).byteSwapped16 * number(8, 2).byteSwapped16
    }
    var index = 2
    while bytes.starts(with: [0xFF, 0xD8]), index + 9 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return number(index + 5, 2) * number(index + 7, 2)
      }
      index += 2 + max(2, number(index + 2, 2))
    }
    return bytes.count * 1000
  }
}

extension Int {
  fileprivate var byteSwapped16: Int { (self & 255) << 8 | self >> 8 }

  /// The product, or the largest integer on overflow.
  fileprivate func multiplied(by other: Int) -> Int {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
