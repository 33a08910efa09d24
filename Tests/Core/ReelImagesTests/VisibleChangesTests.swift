import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelImages

@Suite("Which changes of a lossy movie are visible")
struct VisibleChangesTests {
  private static let size = PixelSize(width: 44, height: 28)

  /// What an animation shows of a movie's pictures, one after another, and how many pixels each changes.
  private struct Screen {
    var changes: PictureChanges
    var pixels = [UInt32](repeating: 0, count: size.area)
    var counts: [Int] = []

    init(quality: Int = 90) { changes = PictureChanges(of: size, in: size, quality: quality) }

    /// Shows a picture of grey levels.
    mutating func show(_ levels: [Int], isNew: Bool = true) throws {
      let bytes = levels.map { UInt8(max(0, min(255, $0))) }
      let bitmap = try Bitmap(pixels: bytes, order: .gray, width: size.width, height: size.height)
      counts.append(0)
      guard isNew || changes.hasUnsettled else { return }
      guard changes.compare(bitmap, in: isNew ? .all(of: size) : Region(of: size)) else { return }
      var next = 0
      for span in changes.spans {
        for index in span.start..<span.start + span.count {
          pixels[index] = changes.pixels[next]
          next += 1
        }
      }
      counts[counts.count - 1] = next
    }

    /// How far the screen is from a picture at most.
    func error(_ levels: [Int]) -> Int { zip(pixels, levels).map { abs(Int($0 & 255) - $1) }.max() ?? 0 }
  }

  private static func flat(_ level: Int) -> [Int] { Array(repeating: level, count: size.area) }

  /// A picture with a bright square whose left edge is at a column.
  private static func square(at column: Int, on level: Int = 60) -> [Int] {
    (0..<size.area).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      return (8..<20).contains(y) && (column..<column + 9).contains(x) ? 220 : level
    }
  }

  @Test("Noise of a codec around what stands still changes nothing")
  func noise() throws {
    var random = Seeded(seed: 7)
    var screen = Screen()
    for _ in 0..<60 { try screen.show(Self.square(at: 12).map { $0 + Int.random(in: -1...1, using: &random) }) }
    #expect(screen.counts[0] == Self.size.area)
    #expect(screen.counts.dropFirst().reduce(0, +) == 0)
  }

  @Test("A keyframe that draws everything a little differently does not pump")
  func keyframes() throws {
    var screen = Screen()
    for picture in 0..<48 { try screen.show(Self.square(at: 12, on: 60 + (picture / 12) % 2)) }
    #expect(screen.counts.dropFirst().reduce(0, +) == 0)
  }

  @Test("What moves is shown at once, and leaves no trail")
  func movement() throws {
    var random = Seeded(seed: 8)
    var screen = Screen()
    for picture in 0..<24 {
      let levels = Self.square(at: picture)
      try screen.show(levels.map { $0 + Int.random(in: -1...1, using: &random) })
      #expect(screen.error(levels) <= 4, "\(picture)")
    }
  }

  @Test("A slow fade is followed, without smear, and ends where the movie does", arguments: [1, 2, 5])
  func fade(step: Int) throws {
    var screen = Screen()
    for picture in 0...40 {
      let levels = Self.square(at: 12, on: 30 + step * picture)
      try screen.show(levels)
      #expect(screen.error(levels) <= 4, "\(picture)")
    }
    let last = Self.square(at: 12, on: 30 + step * 40)
    try screen.show(last, isNew: false)
    #expect(screen.error(last) <= 2)
    let before = screen.counts.count
    for _ in 0..<10 { try screen.show(last, isNew: false) }
    #expect(screen.counts[before...].allSatisfy { $0 == 0 })
  }

  @Test("A faint change of a few pixels that stays is shown after some pictures")
  func faint() throws {
    var screen = Screen()
    var levels = Self.flat(100)
    try screen.show(levels)
    for index in 100..<104 { levels[index] = 105 }
    for _ in 0..<8 { try screen.show(levels) }
    #expect(screen.error(levels) <= 2)
    #expect(screen.counts.dropFirst().reduce(0, +) <= 8)
  }

  @Test("One pixel that changes clearly is shown exactly", arguments: [0, 43, 44 * 28 - 1, 500])
  func pixel(index: Int) throws {
    var screen = Screen()
    var levels = Self.flat(100)
    try screen.show(levels)
    levels[index] = 180
    try screen.show(levels)
    #expect(screen.error(levels) == 0)
    #expect(screen.counts == [Self.size.area, 1])
  }

  @Test("At quality 100 every change counts")
  func exact() throws {
    var random = Seeded(seed: 9)
    var screen = Screen(quality: 100)
    for _ in 0..<10 {
      let levels = Self.flat(100).map { $0 + Int.random(in: -1...1, using: &random) }
      try screen.show(levels)
      #expect(screen.error(levels) == 0)
    }
  }
}
