/// Finds single pictures that are blurred.
///
/// The sharpness of a picture is the sum of its steps from pixel to pixel, divided by that of the frame.
struct SharpnessCheck: PairCheck {
  private var values = PairValues()

  /// The part of the usual sharpness below which a picture is blurred; codecs take less away from single pictures.
  private static let blurred = 0.6
  /// The mean step in a frame, of 255, that is enough to judge it.
  private static let minStep = 0.5
  /// The distance between the rows that are examined.
  private static let step = 4

  mutating func add(_ pair: ComparedPair) {
    let drawn = Self.steps(pair.drawn)
    guard drawn > Self.minStep else { return }
    values.append(pair, Self.steps(pair.seen) / drawn)
  }

  var findings: [Finding] {
    let spans = values.spans { $0 < Self.blurred * $1 }
    guard !spans.isEmpty else { return [] }
    return [Finding(.blurred, total: values.count, spans: spans)]
  }

  /// The mean step between neighbours in rows.
  private static func steps(_ plane: LumaPlane) -> Double {
    let (width, height) = (plane.size.width, plane.size.height)
    guard width > 1, height > 0 else { return 0 }
    var (sum, count) = (0, 0)
    plane.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in stride(from: height % step / 2, to: height, by: step) {
        let row = base + y * width
        // Without checks for overflow, the compiler takes 16 pixels at once.
        var line: UInt32 = 0
        for x in 0..<width &- 1 {
          let (a, b) = (row[x], row[x &+ 1])
          line &+= UInt32(max(a, b) &- min(a, b))
        }
        sum += Int(line)
        count += width - 1
      }
    }
    return count > 0 ? Double(sum) / Double(count) : 0
  }
}
