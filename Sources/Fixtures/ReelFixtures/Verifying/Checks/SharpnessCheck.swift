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
    plane.bytes.withUnsafeBytes { bytes in
      for y in stride(from: height % step / 2, to: height, by: step) {
        var x = y * width
        let end = x + width - 1
        // A lane holds 257 steps.
        var (steps, room) = (SIMD32<UInt16>(), 256)
        func flush() {
          sum += Int(SIMD32<UInt32>(truncatingIfNeeded: steps).wrappedSum())
          (steps, room) = (SIMD32<UInt16>(), 256)
        }
        while x + 32 <= end {
          let a = bytes.loadUnaligned(fromByteOffset: x, as: SIMD32<UInt8>.self)
          let b = bytes.loadUnaligned(fromByteOffset: x + 1, as: SIMD32<UInt8>.self)
          let difference = pointwiseMax(a, b) &- pointwiseMin(a, b)
          steps &+= SIMD32<UInt16>(truncatingIfNeeded: difference)
          room -= 1
          if room == 0 { flush() }
          x += 32
        }
        flush()
        while x < end {
          sum += abs(Int(bytes[x]) - Int(bytes[x + 1]))
          x += 1
        }
        count += width - 1
      }
    }
    return count > 0 ? Double(sum) / Double(count) : 0
  }
}
