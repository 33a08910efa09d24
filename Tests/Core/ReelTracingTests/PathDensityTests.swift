import ReelGeometry
import Testing

@testable import ReelTracing

@Suite("Density of paths")
struct PathDensityTests {
  private func rows(_ count: Int, apart: Double) -> [Path] {
    (0..<count).map { row in path((72, 72 + apart * Double(row)), (648, 72 + apart * Double(row))) }
  }

  private func corridor(_ paths: [Path]) -> Double { PathDensity.corridor(of: paths, widest: 24) }

  @Test("Paths with room keep the widest corridor, and close ones get one in which neighbours are apart")
  func width() {
    #expect(corridor([]) == 24)
    #expect(corridor(rows(1, apart: 0)) == 24)
    #expect(corridor(letterT) == 24)
    #expect(corridor(rows(5, apart: 144)) == 24)
    let close = corridor(rows(10, apart: 60))
    #expect(close < 20 && 2 * close < 60, "\(close)")
    #expect(corridor(rows(15, apart: 40)) < close)
  }

  @Test("No corridor is narrower than half the widest, and a hatching keeps it")
  func bounds() {
    #expect(corridor(rows(20, apart: 30)) == 12)
    #expect(corridor(rows(200, apart: 2)) == 24)
    #expect(corridor([path((0, 0), (1e300, 0)), path((.nan, 0), (1, 1)), path((5, 5), (5, 5))]) == 24)
  }
}
