import ReelCanvas
import ReelFormats
import ReelGeometry
import ReelVideo

/// A picture that a program sent, in the form in which it was sent.
///
/// It is decoded when it is drawn, so that a session holds no more than its recording.
package final class TerminalImage: Sendable {
  /// The forms of pictures.
  enum Content: Sendable {
    /// A PNG or JPEG file.
    case file([UInt8])
    /// Rows of red, green, blue and perhaps alpha.
    case pixels([UInt8], hasAlpha: Bool)
    case sixel(SixelPicture)
    /// Nothing but cells, where a picture cannot be read.
    case missing
  }

  /// The reason why a picture is not drawn.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
  }

  let content: Content
  /// The size, in pixels.
  let size: PixelSize

  /// The pixels of a cell: programs that ask get this size, and pictures are scaled with the letters.
  package static let cell = PixelSize(width: 10, height: 20)
  /// The most pixels on a side, and in a picture.
  static let (sideLimit, pixelLimit) = (8192, 1 << 24)
  /// The most bytes that are unpacked.
  private static let byteLimit = 4 * pixelLimit

  /// Checks a picture without decoding more than its size needs.
  init(_ content: Content, size given: PixelSize? = nil) throws(Fault) {
    self.content = content
    switch content {
    case .file(let bytes) where bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]):
      guard bytes.count >= 24 else { throw Fault("a PNG is damaged") }
      func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
      size = PixelSize(width: number(16), height: number(20))
    case .file(let bytes) where bytes.starts(with: [0xFF, 0xD8]):
      do { size = try Bitmap(jpeg: bytes).size } catch { throw Fault("a JPEG is damaged") }
    case .file: throw Fault("a picture is neither a PNG nor a JPEG")
    case .sixel(let picture): size = picture.size
    case .missing: size = given ?? PixelSize(width: 1, height: 1)
    case .pixels(let bytes, let hasAlpha):
      size = given ?? PixelSize(width: 0, height: 0)
      try Self.check(size)
      guard bytes.count >= size.width * size.height * (hasAlpha ? 4 : 3) else {
        throw Fault("a picture has too few bytes")
      }
    }
    try Self.check(size)
  }

  private static func check(_ size: PixelSize) throws(Fault) {
    guard (1...sideLimit).contains(size.width), (1...sideLimit).contains(size.height),
      size.width * size.height <= pixelLimit
    else { throw Fault("a picture claims \(size.width)x\(size.height) pixels") }
  }

  /// Unpacks bytes that zlib packed.
  static func unpacked(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
    do { return try Gzip.unpack(zlib: bytes, limit: byteLimit) } catch { throw Fault("a packed picture is damaged") }
  }

  /// Adds alpha to red, green and blue.
  private static func opaque(_ bytes: [UInt8]) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count / 3 * 4)
    for start in stride(from: 0, to: bytes.count - 2, by: 3) { all += bytes[start..<start + 3] + [255] }
    return all
  }

  /// Decodes the picture.
  func bitmap() throws(Fault) -> Bitmap {
    do {
      switch content {
      case .file(let bytes) where bytes.first == 0x89: return try Bitmap(png: bytes)
      case .file(let bytes): return try Bitmap(jpeg: bytes)
      case .sixel(let picture): return picture.bitmap()
      case .missing: return Bitmap(width: 1, height: 1)
      case .pixels(let bytes, let hasAlpha):
        return try Bitmap(
          pixels: hasAlpha ? bytes : Self.opaque(bytes), order: .rgba, width: size.width, height: size.height)
      }
    } catch {
      throw Fault("a \(size.width)x\(size.height) picture is damaged")
    }
  }
}

/// A picture on the screen.
struct PlacedImage: Sendable {
  let image: TerminalImage
  /// The size at which it is shown, in pixels of `TerminalImage.cell`.
  let size: Size
  /// The number by which its program names it; 0 for none.
  var name: UInt32 = 0

  /// The size in cells.
  var columns: Int { Self.count(size.width, TerminalImage.cell.width) }
  var rows: Int { Self.count(size.height, TerminalImage.cell.height) }

  private static func count(_ length: Double, _ cell: Int) -> Int {
    min(max(1, Int(clamping: (length / Double(cell) - 1e-6).rounded(.up))), Terminal.sides.upperBound)
  }
}

/// The pictures of a session, limited in number.
struct ImageTable: Sendable {
  /// The most pictures at once; the next one takes the number of the oldest.
  static let limit: UInt32 = 2048

  private var placed: [UInt32: PlacedImage] = [:]
  private var next: UInt32 = 0
  /// The reasons why pictures are not drawn, each once.
  private(set) var faults: [TerminalImage.Fault] = []
  /// Pictures that a program has sent and not yet placed, by their names.
  private var kept: [UInt32: TerminalImage] = [:]
  /// The most of them.
  private static let keptLimit = 256
  /// A picture that arrives in pieces.
  var pending: PendingImage?

  mutating func add(_ image: PlacedImage) -> UInt32 {
    next = (next + 1) % Self.limit
    placed[next] = image
    return next
  }

  /// Some of the pictures that were placed last.
  func newest(_ count: UInt32) -> [TerminalImage] {
    (0..<count).compactMap { placed[(next + Self.limit - $0) % Self.limit]?.image }
  }

  subscript(number: UInt32) -> PlacedImage? { placed[number] }

  mutating func keep(_ image: TerminalImage, named name: UInt32) {
    if kept.count >= Self.keptLimit, kept[name] == nil { kept = [:] }
    kept[name] = image
  }

  func sent(_ name: UInt32) -> TerminalImage? { kept[name] }

  mutating func add(_ fault: TerminalImage.Fault) {
    if faults.count < 8, !faults.contains(fault) { faults.append(fault) }
  }
}

/// The beginning of a picture that arrives in pieces: what is said about it, and its bytes in Base64.
struct PendingImage: Sendable {
  var keys: [String: String]
  var data: [UInt8]
}

extension TerminalCell {
  /// Codes from here on are parts of pictures.
  static let imageBase: UInt32 = 1 << 31

  /// Whether the cell shows a part of a picture.
  var isImage: Bool { code >= Self.imageBase }

  /// A part of a picture: its row and column of cells.
  init(image number: UInt32, row: Int, column: Int) {
    self.init(code: Self.imageBase | number << 20 | UInt32(row) << 10 | UInt32(column), width: 1, style: .plain)
  }

  /// The number of the picture, and the part's row and column; nil for other cells.
  var imagePart: (number: UInt32, row: Int, column: Int)? {
    guard isImage else { return nil }
    return (code >> 20 & 0x7FF, Int(code >> 10 & 0x3FF), Int(code & 0x3FF))
  }
}

/// Reads Base64 without its padding; other characters are skipped.
func decodedBase64(_ text: some Sequence<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  var (bits, count): (UInt32, Int) = (0, 0)
  for byte in text {
    let value: UInt8
    switch byte {
    case 0x41...0x5A: value = byte - 0x41
    case 0x61...0x7A: value = byte - 0x61 + 26
    case 0x30...0x39: value = byte - 0x30 + 52
    case 0x2B, 0x2D: value = 62
    case 0x2F, 0x5F: value = 63
    // A new piece begins after the padding of the last one.
    case 0x3D:
      (bits, count) = (0, 0)
      continue
    default: continue
    }
    bits = bits << 6 | UInt32(value)
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  return bytes
}
