import Foundation
import ReelPlatform
import Testing

@testable import ReelVideo

@Suite("The search for a quality that fits")
struct QualitySearchTests {
  /// Searches where a factor gives as many bytes as `size` says, and returns the best size that fits with the number of encodings.
  private func search(_ limit: Int, from factor: Double = 23, _ size: (Double) -> Double) -> (best: Int?, count: Int) {
    var search = QualitySearch(limit: limit, factor: factor, byteCount: Int(size(factor)))
    var (count, best) = (1, Int?.none)
    while let factor = search.next {
      count += 1
      let byteCount = Int(size(factor))
      if search.note(factor, byteCount: byteCount) { best = byteCount }
    }
    #expect((best == nil) == (search.best == nil))
    return (best, count)
  }

  @Test(
    "Three encodings are enough, and use nine tenths, however fast the size falls",
    arguments: [4.0, 5, 6, 7, 8, 10, 12], [1.02, 1.2, 1.5, 2, 3, 5])
  func curves(halving: Double, excess: Double) {
    let (best, count) = search(100_000) { 100_000 * excess * pow(2, (23 - $0) / halving) }
    let used = Double(best ?? 0) / 100_000
    #expect(used >= 0.9 && used <= 1, "\(used) after \(count)")
    #expect(count <= 3)
  }

  @Test("A curve that bends, as that of films with constant parts does", arguments: [0.0, 0.1, 0.2])
  func bent(constant: Double) {
    let (best, count) = search(100_000) { 300_000 * ((1 - constant) * pow(2, (23 - $0) / 5.5) + constant) }
    let used = Double(best ?? 0) / 100_000
    #expect(used >= 0.9 && used <= 1, "\(used) after \(count)")
    #expect(count <= 3)
  }

  @Test("What fits with no quality ends in vain, and in time")
  func vain() {
    let (best, count) = search(1000) { _ in 100_000 }
    #expect(best == nil && count <= 8)
    #expect(search(1000, from: 51) { _ in 100_000 }.count == 1)
  }
}
