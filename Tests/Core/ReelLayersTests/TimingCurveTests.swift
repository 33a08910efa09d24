import ReelGeometry
import ReelLayers
import ReelPlatform
import Testing

@Suite("Timing curve") struct TimingCurveTests {
  // Found with 40 decimal digits by halving intervals, from the definition of cubic-bezier() in CSS Easing Functions.
  static let known: [(curve: TimingCurve, values: [(x: Double, y: Double)])] = [
    (
      .ease,
      [(0.1, 0.0947963057160432), (0.25, 0.4085105913553958), (0.5, 0.8024033875848569), (0.9, 0.9943164774845563)]
    ),
    (
      .easeIn,
      [(0.1, 0.0170266096515629), (0.25, 0.0934646507188248), (0.5, 0.3153568125725393), (0.9, 0.8394278457624665)]
    ),
    (
      .easeOut,
      [(0.1, 0.1605721542375334), (0.25, 0.3781381308251097), (0.5, 0.6846431874274606), (0.75, 0.9065353492811751)]
    ),
    (.easeInOut, [(0.1, 0.0197224535483111), (0.25, 0.1291619310473198), (0.5, 0.5), (0.9, 0.9802775464516888)]),
  ]

  @Test("The named curves have the values of CSS")
  func namedCurves() {
    for (curve, values) in Self.known {
      for (x, y) in values { #expect(abs(curve.value(at: x) - y) < 1e-9) }
    }
  }

  @Test("Curves of one's own may overshoot, and may be steep or flat")
  func custom() throws {
    let back = try TimingCurve(0.68, -0.55, 0.265, 1.55)
    for (x, y) in [(0.1, -0.066291477333528), (0.25, -0.082807108828322), (0.75, 1.0891657748134211)] {
      #expect(abs(back.value(at: x) - y) < 1e-9)
    }
    let steep = try TimingCurve(1, 0, 0, 1)
    for (x, y) in [(0.1, 0.0037616749580831), (0.25, 0.0297246055119251), (0.9, 0.9962383250419168)] {
      #expect(abs(steep.value(at: x) - y) < 1e-9)
    }
    let flat = try TimingCurve(0, 1, 1, 0)
    for (x, y) in [(0.1, 0.3874003169772751), (0.25, 0.4790554669992089), (0.75, 0.5209445330007910)] {
      #expect(abs(flat.value(at: x) - y) < 1e-9)
    }
  }

  @Test("Linear is exact, and every curve begins at 0 and ends at 1")
  func ends() throws {
    for step in 0...100 { #expect(TimingCurve.linear.value(at: Double(step) / 100) == Double(step) / 100) }
    for curve in Self.known.map(\.curve) + [try TimingCurve(0.68, -0.55, 0.265, 1.55)] {
      #expect(curve.value(at: 0) == 0)
      #expect(curve.value(at: -3) == 0)
      #expect(curve.value(at: 1) == 1)
      #expect(curve.value(at: 7) == 1)
    }
  }

  @Test("The named curves never run backwards")
  func monotone() {
    for curve in Self.known.map(\.curve) {
      let values = (0...1000).map { curve.value(at: Double($0) / 1000) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test("Control points outside of the time are refused")
  func refused() {
    for x in [-0.01, 1.01, Double.nan, .infinity] {
      #expect(throws: InvalidValue.self) { try TimingCurve(x, 0, 0.5, 1) }
      #expect(throws: InvalidValue.self) { try TimingCurve(0.5, 0, x, 1) }
    }
    #expect(throws: InvalidValue.self) { try TimingCurve(0.5, .nan, 0.5, 1) }
  }

  @Test("A spring overshoots by what its damping says, and is at rest at the end", arguments: [0.2, 0.4, 0.6, 0.8])
  func spring(damping: Double) throws {
    let curve = try TimingCurve(springDamping: damping)
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(abs(curve.value(at: 0.999_999) - 1) < 1e-3)
    let highest = (0...10_000).map { curve.value(at: Double($0) / 10_000) }.max() ?? 0
    // The first overshoot of a second-order system: e^(−πζ/√(1 − ζ²)).
    let expected = 1 + exp(-.pi * damping / (1 - damping * damping).squareRoot())
    #expect(abs(highest - expected) < 0.002)
  }

  @Test("A critically damped spring never overshoots")
  func criticalSpring() throws {
    let curve = try TimingCurve(springDamping: 1)
    let values = (0...1000).map { curve.value(at: Double($0) / 1000) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(values.last == 1)
    #expect(TimingCurve.spring.value(at: 0.5) > 1)
    for damping in [0, -1, 1.01, Double.nan] {
      #expect(throws: InvalidValue.self) { try TimingCurve(springDamping: damping) }
    }
  }
}
