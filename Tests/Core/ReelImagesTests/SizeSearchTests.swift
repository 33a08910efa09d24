import ReelGeometry
import ReelTiming
import Testing

@testable import ReelImages

@Suite("Making an animated picture small enough")
struct SizeSearchTests {
  private static let size = PixelSize(width: 400, height: 300)

  /// Searches among files of known sizes; returns the chosen one, and the number of files made.
  private func search(_ sizes: [Int], limit: Int) -> (best: Int?, trials: Int) {
    var search = SizeSearch(count: sizes.count, limit: limit)
    var trials: [Int] = []
    while let index = search.next {
      #expect(!trials.contains(index))
      trials.append(index)
      search.note(sizes[index], at: index)
    }
    return (search.best, trials.count)
  }

  @Test("The file uses nine tenths of the bytes allowed, and is never larger", arguments: [1, 2, 5, 20, 50, 90])
  func found(percent: Int) throws {
    let series: [[Int]] = [
      (0..<200).map { 1_000_000 * (200 - $0) / 200 },
      (0..<200).map { (1_000_000 >> ($0 / 25)) * (100 - $0 % 25) / 100 },
    ]
    for sizes in series where sizes[199] <= 10_000 * percent {
      let found = search(sizes, limit: 10_000 * percent)
      let size = sizes[try #require(found.best)]
      #expect(size <= 10_000 * percent && found.trials <= 14, "\(found), \(size)")
      // Nothing between two settings can be chosen.
      let next = sizes.first { $0 <= 10_000 * percent } ?? 0
      #expect(size * 10 >= min(next * 10, 9 * 10_000 * percent), "\(found), \(size)")
    }
  }

  @Test("If no file is small enough the last one was tried")
  func none() {
    #expect(search(Array(repeating: 100, count: 50), limit: 99).best == nil)
    #expect(search([100], limit: 99) == (nil, 1))
    #expect(search([100, 90], limit: 100) == (0, 1))
    #expect(search((0..<50).map { 100 - $0 }, limit: 51).best == 49)
  }

  @Test("Quality goes first, then colours, then the rate, then the size", arguments: AnimationFormat.allCases)
  func order(format: AnimationFormat) {
    let known = AnimationSettings()
    let all = known.attempts(of: format, size: Self.size, rate: 25, hasAlpha: false)
    #expect(all.first == known)
    for (previous, next) in zip(all, all.dropFirst()) {
      let changes = [
        previous.quality != next.quality, previous.colors != next.colors, previous.rateLimit != next.rateLimit,
        previous.width != next.width,
      ]
      #expect(changes.filter { $0 }.count == 1)
      if changes[1] || changes[2] || changes[3] { #expect(previous.quality == 1) }
      if changes[3] { #expect(next.rateLimit.framesPerSecond < 7) }
    }
    #expect(all.last?.width == 100 && all.last?.colors == 8)
    let lossy = known.attempts(of: .webp, size: Self.size, rate: 25, hasAlpha: true)
    #expect(lossy.last?.quality == 1 && lossy.last?.colors == nil)
    #expect(known.attempts(of: .apng, size: Self.size, rate: 25, hasAlpha: true).last?.quality == nil)
  }
}
