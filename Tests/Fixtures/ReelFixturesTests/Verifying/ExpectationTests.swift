import ReelGeometry
import Testing

@testable import ReelFixtures

@Suite struct ExpectationTests {
  @Test("A list of expectations survives parsing and formatting")
  func list() throws {
    let text = "dropped=0,min-psnr=35.5,min-ssim=0.9,sound-offset=20,gaps=1"
    #expect(try Expectation.list(parsing: text).map(\.description).joined(separator: ",") == text)
  }

  @Test(
    "Invalid expectations are refused",
    arguments: ["", "droped=0", "dropped", "dropped=", "dropped=x", "dropped=-1", "dropped=0,", "dropped=0,dropped=1"])
  func refused(text: String) {
    #expect(throws: InvalidValue.self) { try Expectation.list(parsing: text) }
  }

  private static func verification(_ findings: [Finding], intended: [Finding] = []) -> Verification {
    var result = Verification(file: "a.mp4")
    result.findings = findings
    result.intended = intended
    return result
  }

  private static let dropped = Finding(.dropped, total: 100, spans: [.init(10, time: 0.3), .init(20, 25, time: 0.6)])

  @Test("A deliberate fault is not a difference, but more, less or something else is")
  func intended() throws {
    var same = Self.verification([Self.dropped], intended: [Self.dropped])
    same.judge([], tolerance: 0.001)
    #expect(same.isAsExpected)

    let more = Finding(.dropped, total: 100, spans: [.init(10), .init(20, 26)])
    var different = Self.verification([more], intended: [Self.dropped])
    different.judge([], tolerance: 0.001)
    #expect(different.differences == [.unexpected(Finding(.dropped, total: 100, spans: [.init(26)]))])

    var healed = Self.verification([], intended: [Self.dropped])
    healed.judge([], tolerance: 0.001)
    #expect(healed.differences == [.missing(Self.dropped)])
  }

  @Test("An expectation replaces the rule that nothing may differ for its measure")
  func demands() throws {
    var met = Self.verification([Self.dropped])
    met.judge(try Expectation.list(parsing: "dropped=7"), tolerance: 0.001)
    #expect(met.isAsExpected)

    var missed = Self.verification([Self.dropped])
    missed.judge(try Expectation.list(parsing: "dropped=0,gaps=0,min-psnr=30"), tolerance: 0.001)
    #expect(
      missed.differences.map(\.description) == [
        "expected dropped=0, found 7",
        "expected min-psnr=30, found not measured: that needs the manifest or --reference",
      ])
  }

  @Test("A constant shift is a difference only if start is expected")
  func start() throws {
    let late = Finding(.startOffset, count: 1, spans: [.init(0, time: 0.067, amount: 0.067)])
    for (demands, count) in [("", 0), ("start=0", 1), ("start=0.067", 0), ("start=0.067,dropped=0", 0)] {
      var shifted = Self.verification([late])
      shifted.judge(demands.isEmpty ? [] : try Expectation.list(parsing: demands), tolerance: 0.001)
      #expect(shifted.differences.count == count, "\(demands) \(shifted.text)")
    }
    var punctual = Self.verification([], intended: [late])
    punctual.judge([], tolerance: 0.001)
    #expect(punctual.isAsExpected)
  }

  @Test("Retiming, jitter and rotation can be expected")
  func names() throws {
    var seen = Self.verification([
      Finding(.retimed, count: 1), Finding(.jitter, count: 9, total: 30, spans: [.init(0, amount: 0.004)]),
      Finding(.orientation, count: 30, total: 30),
    ])
    seen.orientation = .upMirrored
    seen.judge(try Expectation.list(parsing: "retimed=1,jitter=5,orientation=2"), tolerance: 0.001)
    #expect(seen.isAsExpected, "\(seen.text)")
    seen.judge(try Expectation.list(parsing: "retimed=0,jitter=3,orientation=1"), tolerance: 0.001)
    #expect(seen.differences.count == 3, "\(seen.text)")
  }

  @Test("Gaps are equal if their lengths are nearly equal")
  func gaps() {
    func gap(_ length: Double) -> Finding { Finding(.gap, spans: [.init(40, time: 1, amount: length)]) }
    var near = Self.verification([gap(0.5007)], intended: [gap(0.5)])
    near.judge([], tolerance: 0.002)
    #expect(near.isAsExpected)
    var far = Self.verification([gap(0.6)], intended: [gap(0.5)])
    far.judge([], tolerance: 0.002)
    #expect(far.differences.count == 2)
  }
}
