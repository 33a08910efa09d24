import ReelGeometry
import ReelTiming
import Testing

@testable import ReelFixtures

/// Frames are matched by what they show, whatever happened to the film.
@Suite struct FrameAlignmentTests {
  private static let size = PixelSize(width: 128, height: 64)
  private static let grid = PrintGrid(fitting: [size])

  /// A frame in which a bright square moves over a fixed background and never returns to a place; in `still` it stands.
  private static func plane(_ frame: Int, still: Range<Int>? = nil, noise: UInt64? = nil) -> LumaPlane {
    var frame = frame
    if let still, still.contains(frame) { frame = still.lowerBound }
    var plane = LumaPlane(size: size)
    var random = noise.map { SplitMix64(seed: $0) }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let dx = x - (frame * 5 + 3) % 120
        let dy = y - (frame * 11) / 4 % 52
        let level = (0..<12).contains(dx) && (0..<12).contains(dy) ? 220 : 60 + (x * y + x / 3 * 17) % 64
        plane[x, y] = UInt8(level + (random?.below(9) ?? 4) - 4)
      }
    }
    return plane
  }

  private static func film(_ frames: [Int?], still: Range<Int>? = nil, noise: Bool = true) -> FilmPrint {
    var film = FilmPrint(grid: grid)
    for (index, frame) in frames.enumerated() {
      let picture =
        frame.map { plane($0, still: still, noise: noise ? UInt64(index) : nil) }
        ?? LumaPlane(size: size, repeating: 16)
      film.append(picture, area: PictureArea(size), time: Double(index) / 25)
    }
    return film
  }

  private func numbers(_ frames: [Int?], of count: Int, still: Range<Int>? = nil) -> [Int?] {
    let alignment = FrameAlignment(
      seen: Self.film(frames, still: still), drawn: Self.film(Array(0..<count), still: still, noise: false))
    return alignment.marks.map { if case .frame(let number, _) = $0 { number } else { nil } }
  }

  /// Sequences of frames of a film of 100.
  static let cases: [(name: String, frames: [Int?])] = [
    ("unchanged", Array(0..<100)), ("without its head", Array(23..<100)), ("without its tail", Array(0..<71)),
    ("with a cut", Array(0..<40) + Array(61..<100)), ("with single drops", (0..<100).filter { $0 % 13 != 5 }),
    ("with repeats", (0..<100).flatMap { $0 % 17 == 4 ? [$0, $0] : [$0] }),
    ("with a freeze", Array(0...30) + [Int](repeating: 30, count: 12) + Array(31..<100)),
    ("with a freeze in place", Array(0...30) + [Int](repeating: 30, count: 12) + Array(43..<100)),
    ("with two frames exchanged", Array(0..<50) + [51, 50] + Array(52..<100)),
    ("with a frame of its past", Array(0..<60) + [37] + Array(60..<100)),
    ("started again", Array(0..<60) + Array(20..<100)),
    ("with black pictures", Array(0..<40) + [nil, nil] + Array(42..<100)),
    ("at half its rate", Array(stride(from: 0, to: 100, by: 2))), ("at twice its rate", (0..<200).map { $0 / 2 }),
  ]

  @Test("A picture's own frame is that of its time, at any rate and after a cut, though some pictures show others")
  func rhythm() {
    for (rate, cut) in [(1, 0), (2, 0), (1, 30), (2, 17)] {
      let own = (0..<120).map { ($0 + (($0 < 60) ? 0 : cut * rate)) / rate }
      var path: [Int?] = own
      path[31] = own[31] + 1
      path[90] = own[90] - 1
      path[91] = nil
      let rhythm = PictureRhythm(
        path, (0..<120).map { Double($0) / Double(25 * rate) }, (0..<200).map { Double($0) / 25 }, interval: 0.04,
        stills: [])
      // Around a cut, the delay of both sides is that of one.
      for picture in 0..<120 where abs(picture - 60) > 12 {
        #expect(rhythm.frame(of: picture) == own[picture], "\(rate) \(cut): \(picture)")
      }
    }
  }

  @Test("Every picture gets the frame that it shows", arguments: cases)
  func sequences(name: String, frames: [Int?]) {
    #expect(numbers(frames, of: 100) == frames, "\(name)")
  }

  @Test("Random edits are found", arguments: 0..<24)
  func randomEdits(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var frames: [Int?] = []
    var next = random.below(20)
    while next < 150 {
      switch random.below(24) {
      case 0: next += 1 + random.below(4)
      case 1: frames += [Int?](repeating: next, count: 1 + random.below(5))
      case 2: frames.append(nil)
      default:
        frames.append(next)
        next += 1
      }
    }
    let cut = frames.filter { $0 ?? 0 < 150 }
    #expect(numbers(cut, of: 150) == cut, "seed \(seed)")
  }

  @Test("Where the picture stands still, frames fit their times, and are said to be alike")
  func still() {
    let alignment = FrameAlignment(
      seen: Self.film(Array(0..<100), still: 40..<60), drawn: Self.film(Array(0..<100), still: 40..<60, noise: false))
    #expect(alignment.pairs.map(\.frame) == Array(0..<100))
    #expect(alignment.stills == [40...59])
    #expect(alignment.still(with: 50) == 40...59)
    #expect(alignment.still(with: 39) == nil)
    // Half of the pictures at half of the rate, also in the still.
    #expect(numbers(Array(stride(from: 0, to: 100, by: 2)), of: 100, still: 40..<60).compactMap(\.self).count == 50)
  }

  @Test("Long films are merged into fewer tiles, with the same means")
  func coarser() {
    let film = Self.film([3], noise: false)
    #expect(film.grid == PrintGrid(columns: 16, rows: 8))
    let coarse = film.reduced(to: film.grid.halved)
    #expect(coarse.cells.count == 32)
    let sum = [0, 1, 16, 17].reduce(0) { $0 + Int(film.cells[$1]) }
    #expect(abs(Int(coarse.cells[0]) * 4 - sum) <= 2)
  }
}
