import ReelCanvas
import ReelGeometry

/// A picture as a terminal of DEC draws it, six rows at a time: DCS q.
struct SixelPicture: Sendable {
  /// The size, in pixels.
  let size: PixelSize
  /// The string after the final character `q`.
  private let data: [UInt8]

  /// The most pixels that are painted, as a color may paint any pixel again.
  private static let paintLimit = 1 << 26
  /// The most colour registers.
  private static let registerLimit = 1024

  /// Measures a picture.
  ///
  /// - Returns: nil if it is empty.
  init?(_ string: [UInt8]) throws(TerminalImage.Fault) {
    // Its parameters are a shape of pixels and the background; here pixels are square, and it is transparent.
    guard let end = string.firstIndex(where: { (0x40...0x7E).contains($0) }), string[end] == UInt8(ascii: "q"),
      string[..<end].allSatisfy({ $0 == 0x3B || (0x30...0x39).contains($0) })
    else { return nil }
    data = Array(string[(end + 1)...])
    var (width, height, painted) = (0, 0, 0)
    Self.read(data) { step in
      switch step {
      case .size(let size): (width, height) = (max(width, size.width), max(height, size.height))
      case .column(let x, let y, let bits, let count, _):
        painted += 6 * count
        width = max(width, x + count)
        if bits != 0 { height = max(height, y + 8 - bits.leadingZeroBitCount) }
      }
      return painted <= Self.paintLimit && width <= TerminalImage.sideLimit && height <= TerminalImage.sideLimit
    }
    if painted > Self.paintLimit { throw TerminalImage.Fault("a sixel picture paints too much") }
    if width == 0 || height == 0 { return nil }
    size = PixelSize(width: width, height: height)
  }

  /// Draws the picture.
  func bitmap() -> Bitmap {
    var picture = Bitmap(size: size)
    Self.read(data) { step in
      if case .column(let x, let y, let bits, let count, let color) = step, bits != 0 {
        for bit in 0..<6 where bits >> bit & 1 == 1 && y + bit < size.height {
          for column in x..<max(x, min(x + count, size.width)) { picture[column, y + bit] = color }
        }
      }
      return true
    }
    return picture
  }

  private enum Step {
    case size(PixelSize)
    /// Six pixels above each other, the highest in the lowest bit, repeated to the right.
    case column(x: Int, y: Int, bits: UInt8, count: Int, color: Pixel)
  }

  /// Reads the data until a closure returns false.
  private static func read(_ data: [UInt8], _ take: (Step) -> Bool) {
    var colors = initialColors
    var color = colors[0]
    var (x, y, index) = (0, 0, 0)
    func numbers() -> [Int] {
      var numbers = [0]
      while index < data.count {
        switch data[index] {
        case 0x30...0x39:
          numbers[numbers.count - 1] = min(1 << 16, numbers[numbers.count - 1] * 10 + Int(data[index] - 0x30))
        case 0x3B where numbers.count < 8: numbers.append(0)
        default: return numbers
        }
        index += 1
      }
      return numbers
    }
    while index < data.count {
      let byte = data[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        let all = numbers()
        if all.count >= 4, !take(.size(PixelSize(width: all[2], height: all[3]))) { return }
      case UInt8(ascii: "#"):
        let all = numbers()
        let register = all[0] % registerLimit
        if all.count >= 5 {
          colors[register] = Self.color(all)
        }
        color = colors[register] ?? .black
      case UInt8(ascii: "!"):
        let count = max(1, numbers()[0])
        guard index < data.count, (0x3F...0x7E).contains(data[index]) else { continue }
        if !take(.column(x: x, y: y, bits: data[index] - 0x3F, count: count, color: color ?? .black)) { return }
        index += 1
        x += count
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, y) = (0, y + 6)
      case 0x3F...0x7E:
        if !take(.column(x: x, y: y, bits: byte - 0x3F, count: 1, color: color ?? .black)) { return }
        x += 1
      default: break
      }
    }
  }

  /// A colour of a register: hue, lightness and saturation, or red, green and blue, in hundredths.
  private static func color(_ numbers: [Int]) -> Pixel {
    func part(_ index: Int) -> Double { Double(min(100, numbers[index])) / 100 }
    guard numbers[1] == 1 else { return Pixel(Color(red: part(2), green: part(3), blue: part(4))) }
    // DEC's hues begin at blue.
    let (hue, lightness, saturation) = (Double((numbers[2] + 240) % 360), part(3), part(4))
    let chroma = (1 - abs(2 * lightness - 1)) * saturation
    func channel(_ shift: Double) -> Double {
      let place = (hue / 60 + shift).truncatingRemainder(dividingBy: 6)
      return lightness - chroma / 2 + chroma * min(max(abs(place - 3) - 1, 0), 1)
    }
    return Pixel(Color(red: channel(0), green: channel(4), blue: channel(2)))
  }

  /// The colours of a VT340.
  private static let initialColors: [Int: Pixel] = {
    let parts = [
      (0, 0, 0), (20, 20, 80), (80, 13, 13), (20, 80, 20), (80, 20, 80), (20, 80, 80), (80, 80, 20), (53, 53, 53),
      (26, 26, 26), (33, 33, 60), (60, 26, 26), (33, 60, 33), (60, 33, 60), (33, 60, 60), (60, 60, 33), (80, 80, 80),
    ]
    var colors: [Int: Pixel] = [:]
    for (index, part) in parts.enumerated() { colors[index] = color([0, 2, part.0, part.1, part.2]) }
    return colors
  }()
}
