/// Reads SVG path data command by command.
struct SVGPathReader {
  private(set) var path = Path()
  private let bytes: [UInt8]
  private var position = 0
  private var lastCurve = LastCurve.none
  /// Whether the next number is the first of its segment.
  ///
  /// Only later numbers may follow a separator.
  private var isFirstNumber = true

  /// The control point that the commands S and T mirror, if the previous curve was of their kind.
  private enum LastCurve {
    case none
    case cubic(Point)
    case quadratic(Point)
  }

  /// The number of elements after which parsing stops; the pieces of an arc may exceed it.
  private let limit: Int

  init(_ data: String, limit: Int = .max) {
    bytes = Array(data.utf8)
    self.limit = limit
  }

  /// Parses the data, and returns the offset of the first error.
  mutating func read() -> Int? {
    skipSpace()
    while position < bytes.count {
      var command = bytes[position]
      guard path.isEmpty ? Self.kind(command) == "m" : Self.commands.contains(Self.kind(command)) else {
        return position
      }
      position += 1
      skipSpace()
      if Self.kind(command) == "z" {
        guard path.elements.count < limit else { return position }
        path.close()
        lastCurve = .none
        continue
      }
      repeat {
        isFirstNumber = true
        guard path.elements.count < limit, readSegment(command) else { return position }
        // Further pairs after a move are lines.
        if Self.kind(command) == "m" { command -= 1 }
      } while skipSeparator() || beginsNumber
    }
    return nil
  }

  private static let commands: [Unicode.Scalar] = ["m", "l", "h", "v", "c", "s", "q", "t", "a", "z"]

  private static func kind(_ command: UInt8) -> Unicode.Scalar { Unicode.Scalar(command | 0x20) }

  private mutating func readSegment(_ command: UInt8) -> Bool {
    let current = path.currentPoint ?? .zero
    let origin = command >= UInt8(ascii: "a") ? current : .zero
    let before = lastCurve
    var now = LastCurve.none
    switch Self.kind(command) {
    case "m":
      guard let end = readPoint(from: origin) else { return false }
      path.move(to: end)
    case "l":
      guard let end = readPoint(from: origin) else { return false }
      path.addLine(to: end)
    case "h":
      guard let x = readNumber(), let end = Self.point(origin.x + x, current.y) else { return false }
      path.addLine(to: end)
    case "v":
      guard let y = readNumber(), let end = Self.point(current.x, origin.y + y) else { return false }
      path.addLine(to: end)
    case "c":
      guard let control1 = readPoint(from: origin), let control2 = readPoint(from: origin),
        let end = readPoint(from: origin)
      else { return false }
      path.addCurve(to: end, control1: control1, control2: control2)
      now = .cubic(control2)
    case "s":
      var control1 = current
      if case .cubic(let control) = before { control1 = current + (current - control) }
      guard Self.isUsable(control1), let control2 = readPoint(from: origin), let end = readPoint(from: origin)
      else { return false }
      path.addCurve(to: end, control1: control1, control2: control2)
      now = .cubic(control2)
    case "q":
      guard let control = readPoint(from: origin), let end = readPoint(from: origin) else { return false }
      path.addQuadraticCurve(to: end, control: control)
      now = .quadratic(control)
    case "t":
      var control = current
      if case .quadratic(let last) = before { control = current + (current - last) }
      guard Self.isUsable(control), let end = readPoint(from: origin) else { return false }
      path.addQuadraticCurve(to: end, control: control)
      now = .quadratic(control)
    case "a":
      guard let rx = readNumber(), let ry = readNumber(), let rotation = readNumber(), let isLarge = readFlag(),
        let isSweep = readFlag(), let end = readPoint(from: origin)
      else { return false }
      path.addArc(
        to: end, radii: Size(width: rx, height: ry), rotation: .degrees(rotation), isLarge: isLarge, isSweep: isSweep)
    default: return false
    }
    lastCurve = now
    return true
  }

  // MARK: Numbers

  private var beginsNumber: Bool {
    guard position < bytes.count else { return false }
    return switch bytes[position] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"): true
    default: false
    }
  }

  private mutating func readNumber() -> Double? {
    if !isFirstNumber { _ = skipSeparator() }
    isFirstNumber = false
    return DecimalNumber.scan(bytes, at: &position)
  }

  /// Reads a flag: one digit, 0 or 1, which needs no separator after it.
  private mutating func readFlag() -> Bool? {
    _ = skipSeparator()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "0") || bytes[position] == UInt8(ascii: "1")
    else { return nil }
    position += 1
    return bytes[position - 1] == UInt8(ascii: "1")
  }

  private mutating func readPoint(from origin: Point) -> Point? {
    guard let x = readNumber(), let y = readNumber() else { return nil }
    return Self.point(origin.x + x, origin.y + y)
  }

  private static func point(_ x: Double, _ y: Double) -> Point? {
    let point = Point(x: x, y: y)
    return isUsable(point) ? point : nil
  }

  /// Whether no sum and no product of two such coordinates overflows.
  private static func isUsable(_ point: Point) -> Bool { abs(point.x) <= 1e150 && abs(point.y) <= 1e150 }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Skips white space with at most one comma, and returns whether it contained a comma.
  private mutating func skipSeparator() -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return false }
    position += 1
    skipSpace()
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) && byte != 0xB }
}
