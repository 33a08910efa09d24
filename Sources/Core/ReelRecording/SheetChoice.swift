import ReelCanvas
import ReelGeometry

/// Chooses frames for a contact sheet that differ from each other, as near to even distances as that allows.
///
/// A few candidates are kept for each panel: the frames that are shown longest, which leaves out most of what lies within transitions.
/// A panel earns by how much it differs from the one before, and pays for its distance from its even place, and if it shows nothing.
struct SheetChoice {
  /// The most panels that are chosen; a sheet with more has frames at even distances.
  private static let most = 100
  /// The candidates for each panel.
  private static let parts = 4
  /// The width of the pictures that are compared.
  private static let width = 64
  /// The mean difference that earns half of what the largest one does.
  private static let clear = 0.01
  /// The price of a panel's distance of one place, and of a panel that shows nothing.
  private static let (away, empty) = (0.01, 1.0)

  /// A frame that may be shown.
  private struct Candidate {
    var index: Int
    var duration: Int
    var panel: Bitmap
    var small: Bitmap
    var showsSomething: Bool
  }

  private let cell: PixelSize
  /// The even frames.
  private let even: [Int]
  /// The first frame of each candidate's part of the film, and the end of the film.
  private let starts: [Int]
  private var candidates: [Candidate?]
  /// The number of frames noted so far.
  private var end = 0

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - even: The frames at even distances, of which there are at least two.
  ///   - frameCount: The number of frames of the film.
  ///   - cell: The size of a panel.
  init(_ even: [Int], of frameCount: Int, cell: PixelSize) {
    self.cell = cell
    self.even = even
    let parts = even.count > Self.most ? 1 : Self.parts
    starts =
      zip(even, even.dropFirst()).flatMap { first, next in
        (0..<parts).map { first + $0 * (next - first) / parts }
      } + [even[even.count - 1], frameCount]
    candidates = Array(repeating: nil, count: starts.count - 1)
  }

  /// Notes that a frame was shown.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - range: The numbers of the frames that look like it; ranges come in order.
  /// - Throws: `CairoError` if memory runs out.
  mutating func note(_ frame: Bitmap, for range: Range<Int>) throws {
    var made: Candidate?
    end = range.upperBound
    for part in candidates.indices {
      let shown = range.clamped(to: starts[part]..<starts[part + 1])
      guard !shown.isEmpty, shown.count > candidates[part]?.duration ?? 0 else { continue }
      var candidate = try made ?? candidate(frame)
      made = candidate
      (candidate.index, candidate.duration) = (shown.lowerBound, shown.count)
      candidates[part] = candidate
    }
  }

  private func candidate(_ frame: Bitmap) throws -> Candidate {
    var panel = Bitmap(size: cell)
    try panel.draw { $0.draw(frame, in: Rect(origin: .zero, size: cell.size)) }
    let width = min(cell.width, Self.width)
    let size = PixelSize(width: width, height: max(1, cell.height * width / cell.width))
    var small = Bitmap(size: size)
    try small.draw { $0.draw(panel, in: Rect(origin: .zero, size: size.size)) }
    return Candidate(index: 0, duration: 0, panel: panel, small: small, showsSomething: frame.showsSomething)
  }

  /// The chosen panels; nil for a panel that a film that ended early did not reach.
  var panels: [Bitmap?] {
    let known = candidates.compactMap { $0 }
    guard known.count >= even.count, end == starts[starts.count - 1] else {
      return even.map { frame in frame < end ? known.last { $0.index <= frame }?.panel : nil }
    }
    return choice(known).map { known[$0].panel }
  }

  /// The colour of most corners; nil without candidates.
  var ground: Pixel? {
    var counts: [(color: Pixel, count: Int)] = []
    for case let small? in candidates.map({ $0?.panel }) {
      let (right, bottom) = (small.size.width - 1, small.size.height - 1)
      for color in [small[0, 0], small[right, 0], small[0, bottom], small[right, bottom]] {
        if let known = counts.firstIndex(where: { $0.color == color }) {
          counts[known].count += 1
        } else {
          counts.append((color, 1))
        }
      }
    }
    return counts.max { $0.count < $1.count }?.color
  }

  /// Returns the candidates with the largest sum of what panels earn less what they pay, found from the first panel to the last.
  private func choice(_ known: [Candidate]) -> [Int] {
    let unit = Double(even.count - 1) / Double(max(1, starts[starts.count - 1] - 1))
    func price(_ index: Int, at panel: Int) -> Double {
      let distance = Double(known[index].index) * unit - Double(panel)
      return Self.away * distance * distance + (known[index].showsSomething ? 0 : Self.empty)
    }
    var gains = known.indices.map { index in known[..<index].map { Self.gain($0.small, known[index].small) } }
    gains[0] = []
    var sums = known.indices.map { -price($0, at: 0) }
    var before: [[Int]] = []
    for panel in 1..<even.count {
      var (next, origins) = (sums, known.indices.map { _ in 0 })
      for index in known.indices {
        var best = (sum: -Double.infinity, origin: 0)
        for origin in 0..<index where sums[origin] + gains[index][origin] > best.sum {
          best = (sums[origin] + gains[index][origin], origin)
        }
        (next[index], origins[index]) = (best.sum - price(index, at: panel), best.origin)
      }
      sums = next
      before.append(origins)
    }
    var chosen = [sums.indices.max { sums[$0] < sums[$1] } ?? 0]
    for origins in before.reversed() { chosen.insert(origins[chosen[0]], at: 0) }
    return chosen
  }

  /// Returns what a panel earns by its difference from the one before, from 0 to 1.
  private static func gain(_ one: Bitmap, _ other: Bitmap) -> Double {
    var sum = 0
    one.withUnsafeBytes { first in
      other.withUnsafeBytes { second in
        for row in 0..<one.size.height {
          let start = row * one.bytesPerRow
          for offset in start..<start + 4 * one.size.width { sum += abs(Int(first[offset]) - Int(second[offset])) }
        }
      }
    }
    let mean = Double(sum) / Double(3 * 255 * one.size.width * one.size.height)
    return mean / (mean + clear)
  }
}
