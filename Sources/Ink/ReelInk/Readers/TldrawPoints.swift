import ReelFormats
import ReelFiles
import ReelGeometry
import ReelPlatform

/// The points of a segment of a tldraw stroke, in the three encodings of different versions.
enum TldrawPoints {
  /// Returns the points, or nil if there are none.
  static func decode(_ segment: JSONValue) -> [Point]? {
    if let path = segment["path"]?.string { return differences(path) }
    if let text = segment["points"]?.string { return halves(text) }
    guard let points = segment["points"]?.elements else { return nil }
    var result: [Point] = []
    for point in points {
      guard let x = point["x"]?.number, let y = point["y"]?.number else { return nil }
      result.append(Point(x: x, y: y))
    }
    return result
  }

  /// Decodes x, y and pressure of the first point from single-precision numbers, and the differences of all others from half-precision ones.
  private static func differences(_ text: String) -> [Point]? {
    guard let data = Data(base64Encoded: text) else { return nil }
    guard !data.isEmpty else { return [] }
    guard data.count >= 12, (data.count - 12) % 6 == 0 else { return nil }
    func single(_ index: Int) -> Double {
      Double(Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(data[index + $1]) << (8 * UInt32($1)) }))
    }
    var point = Point(x: single(0), y: single(4))
    var result = [point]
    for index in stride(from: 12, to: data.count, by: 6) {
      point += Vector(dx: half(data, index), dy: half(data, index + 2))
      result.append(point)
    }
    return result.allSatisfy { $0.x.isFinite && $0.y.isFinite } ? result : nil
  }

  /// Decodes x, y and pressure of every point from half-precision numbers.
  private static func halves(_ text: String) -> [Point]? {
    guard let data = Data(base64Encoded: text), data.count % 6 == 0 else { return nil }
    let result = stride(from: 0, to: data.count, by: 6).map { Point(x: half(data, $0), y: half(data, $0 + 2)) }
    return result.allSatisfy { $0.x.isFinite && $0.y.isFinite } ? result : nil
  }

  /// Decodes a half-precision number of IEEE 754, little-endian.
  ///
  /// Swift's `Float16` does not exist on every Mac.
  private static func half(_ data: Data, _ index: Int) -> Double {
    let bits = Int(data[index]) | Int(data[index + 1]) << 8
    let exponent = bits >> 10 & 0x1F
    let fraction = Double(bits & 0x3FF) / 1024
    let magnitude: Double =
      switch exponent {
      case 0: Double(sign: .plus, exponent: -14, significand: fraction)
      case 0x1F: fraction == 0 ? .infinity : .nan
      default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction)
      }
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
