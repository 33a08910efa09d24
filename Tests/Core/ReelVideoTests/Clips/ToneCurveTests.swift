import Testing

@testable import ReelVideo

@Suite("The tone curve of BT.2390") struct ToneCurveTests {
  /// Luminances and the light that an independent computation of the curve in double precision gives for them.
  private static let known: [(luminance: Double, from1000: Double, from4000: Double)] = [
    (0.1, 0.00049, 0.00049), (10, 0.04926, 0.04926), (50, 0.24631, 0.24408), (100, 0.48946, 0.42315),
    (203, 0.78346, 0.63022), (400, 0.95374, 0.80665), (1000, 1, 0.95417), (4000, 1, 1),
  ]

  @Test("Luminances are mapped as known, and everything beyond the peak is white")
  func values() {
    let usual = ToneCurve(.pq, nil)
    let bright = ToneCurve(.pq, LightMetadata(mastering: 0.005...4000, maxContentLight: 0))
    for known in Self.known {
      #expect(abs(usual.light(known.luminance) - known.from1000) < 1e-4)
      #expect(abs(bright.light(known.luminance) - known.from4000) < 1e-4)
    }
  }

  @Test("A film that is nowhere brighter than white is left as it is")
  func dark() {
    let curve = ToneCurve(.pq, .usual(for: .pq))
    for luminance in [0.0, 1, 100, 203] { #expect(curve.light(luminance) == luminance / 203) }
  }
}
