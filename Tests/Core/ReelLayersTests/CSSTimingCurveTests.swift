import ReelGeometry
import Testing

@testable import ReelLayers

@Suite("Easings as CSS writes them") struct CSSTimingCurveTests {
  @Test(
    "Names and functions are curves",
    arguments: [
      ("linear", 0.3, 0.3), ("ease-in-out", 0.5, 0.5), ("cubic-bezier(0, 0, 1, 1)", 0.3, 0.3),
      ("step-start", 0, 1), ("step-end", 0.99, 0), ("step-end", 1, 1), ("steps(4)", 0.49, 0.25), ("steps(4)", 0.5, 0.5),
      ("steps(4, jump-start)", 0, 0.25), ("steps(4,start)", 0.3, 0.5), ("steps(3, jump-none)", 0.34, 0.5),
      ("steps(3, jump-none)", 0, 0), ("steps(1, jump-both)", 0.5, 0.5), ("steps(1, jump-both)", 1, 1),
      ("spring(1)", 1, 1), ("steps(10)", 0.3, 0.3),
    ])
  func value(text: String, x: Double, y: Double) throws {
    #expect(abs(try TimingCurve(css: text).value(at: x) - y) < 1e-9)
  }

  @Test("A spring overshoots, and one that is damped critically does not")
  func spring() throws {
    func highest(_ text: String) throws -> Double {
      let curve = try TimingCurve(css: text)
      return (0...100).map { curve.value(at: Double($0) / 100) }.max() ?? 0
    }
    #expect(try highest("spring") > 1.05)
    #expect(try highest("spring(0.2)") > 1.4)
    #expect(try highest("spring(1)") <= 1.002)
  }

  @Test(
    "Others are refused",
    arguments: [
      "", "eas", "cubic-bezier(1,2)", "cubic-bezier(2, 0, 0, 1)", "steps(0)", "steps(1, jump-none)", "steps(x)",
      "spring(0)",
      "steps(4, middle)", "steps(4", "cubic-bezier(nan,0,0,1)", "steps(99999999)", "spring()", "linear()",
    ])
  func wrong(text: String) { #expect(throws: InvalidValue.self) { try TimingCurve(css: text) } }
}
