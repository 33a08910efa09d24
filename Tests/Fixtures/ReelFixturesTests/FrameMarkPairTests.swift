import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelFixtures

/// Marks of version 2: two in a frame.
@Suite struct FrameMarkPairTests {
  static func frame(_ mark: FrameMark, size: PixelSize = PixelSize(width: 640, height: 360)) throws -> GrayPicture {
    GrayPicture(try FrameMarkTests.frame(mark, size: size, version: 2))
  }

  static func mark(_ number: Int) throws -> FrameMark { try FrameMarkTests.mark(number) }

  @Test("A mark is read as it was drawn, for numbers of every bit length")
  func roundTrip() throws {
    var random = Seeded()
    let numbers = (0..<20).map { 1 << $0 } + [0, (1 << 20) - 1]
    let size = FrameMarkLayout.smallestSize
    for number in numbers {
      let mark = try FrameMark(number: number, clip: .random(in: FrameMark.clips, using: &random))
      var bitmap = Bitmap(size: size)
      try mark.draw(into: &bitmap, version: 2)
      var reader = FrameMarkReader()
      #expect(reader.read(gray: GrayPicture(bitmap).levels, size: size) == .mark(mark), "\(random)")
    }
  }

  @Test(
    "Every size with room for marks has them where the layout says, and nothing overlaps",
    arguments: [
      (176, 144), (177, 145), (320, 180), (333, 187), (360, 640), (640, 360), (720, 576), (1280, 720), (1080, 1920),
      (2560, 1440), (3000, 144), (176, 3000),
    ])
  func sizes(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let mark = try Self.mark(width)
    var reader = FrameMarkReader()
    #expect(reader.read(gray: try Self.frame(mark, size: size).levels, size: size) == .mark(mark))
    let layout = try FrameMarkPairLayout(size: size)
    let pose = layout.poses[0]
    let found = try #require(reader.pose)
    #expect(!reader.isSecond)
    #expect(abs(found.origin.x - pose.origin.x) < 0.8 && abs(found.origin.y - pose.origin.y) < 0.8)
    #expect(abs(found.column.dx - pose.column.dx) < 0.1 && abs(found.row.dy - pose.row.dy) < 0.1)
    var bottom = 0
    for plate in layout.plates {
      #expect(plate.x >= 0 && plate.y >= bottom && plate.x + layout.plateSize.width <= width)
      bottom = plate.y + layout.plateSize.height
    }
    #expect(bottom <= height)
    if let strip = layout.strip {
      #expect(strip.y >= layout.plates[0].y + layout.plateSize.height && strip.y + strip.height <= layout.plates[1].y)
    }
  }

  @Test(
    "Either mark gives the number if the other is covered or cropped", arguments: [false, true])
  func covered(isFirst: Bool) throws {
    let mark = try Self.mark(815)
    var picture = try Self.frame(mark)
    let half = picture.size.height / 2
    let cut = picture.cropped(x: 0, y: isFirst ? half : 0, to: PixelSize(width: 640, height: half))
    for y in 0..<half {
      for x in 0..<640 where (x / 9 + y / 17) % 7 != 0 { picture.levels[(isFirst ? y : y + half) * 640 + x] = 90 }
    }
    for picture in [picture, cut] {
      var reader = FrameMarkReader()
      #expect(reader.read(gray: picture.levels, size: picture.size) == .mark(mark), "\(picture.size)")
      var knowing = FrameMarkReader(original: PixelSize(width: 640, height: 360), drawing: 2)
      #expect(knowing.read(gray: picture.levels, size: picture.size) == .mark(mark), "\(picture.size)")
      #expect(knowing.isSecond == isFirst)
    }
  }

  @Test("Marks are read in all orientations, and reveal the orientation", arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) throws {
    let mark = try Self.mark(77)
    let bitmap = try FrameMarkTests.frame(mark, size: PixelSize(width: 320, height: 200), version: 2)
      .oriented(orientation)
    var reader = FrameMarkReader()
    #expect(reader.read(gray: GrayPicture(bitmap).levels, size: bitmap.size) == .mark(mark))
    let found = try #require(reader.pose).orientation
    #expect(bitmap.oriented(found).oriented(orientation) == bitmap)
  }

  @Test("Two mixed frames are both identified, at any ratio", arguments: [0.25, 0.35, 0.45, 0.5, 0.65, 0.75])
  func mixing(share: Double) throws {
    var random = Seeded()
    for (first, second) in [(0, 1), (41, 42), (99, 100), (1023, 1024), (7, 9), (1000, 1003), (5, 4)] {
      let pictures = try [first, second].map {
        try Self.frame(try Self.mark($0), size: FrameMarkLayout.smallestSize)
      }
      let mixed = pictures[0].mixed(with: pictures[1], share: share)
      let expected = FrameMarkReader.Finding.mixed(
        try Self.mark(min(first, second)), try Self.mark(max(first, second)))
      var reader = FrameMarkReader()
      #expect(reader.read(gray: mixed.levels, size: mixed.size) == expected, "\(first)+\(second)")
      // The same after noise.
      var fresh = FrameMarkReader()
      let noisy = mixed.levels.map { UInt8(clamping: Int($0) + .random(in: -9...9, using: &random)) }
      #expect(fresh.read(gray: noisy, size: mixed.size) == expected, "\(first)+\(second) \(random)")
    }
  }

  @Test("A picture torn between two frames is reported as torn")
  func tearing() throws {
    let size = PixelSize(width: 320, height: 180)
    let (above, below) = (try Self.frame(try Self.mark(7), size: size), try Self.frame(try Self.mark(8), size: size))
    let torn = above.levels[..<(90 * 320)] + below.levels[(90 * 320)...]
    var reader = FrameMarkReader()
    let finding = reader.read(gray: Array(torn), size: size)
    #expect(finding == .torn(try Self.mark(7), try Self.mark(8)))
  }

  @Test("Randomly inverted cells are corrected or refused, but never give another number")
  func damage() throws {
    var random = Seeded()
    let size = FrameMarkLayout.smallestSize
    let layout = try FrameMarkPairLayout(size: size)
    var counts = (read: 0, refused: 0)
    for _ in 0..<200 {
      let mark = try FrameMark(
        number: .random(in: FrameMark.numbers, using: &random), clip: .random(in: FrameMark.clips, using: &random))
      var picture = try Self.frame(mark, size: size)
      let wrong = Int.random(in: 0...30, using: &random)
      for plate in layout.plates {
        for _ in 0..<wrong {
          let (column, row) = (Int.random(in: 1...16, using: &random), Int.random(in: 1...6, using: &random))
          for y in plate.y + layout.edge(row)..<plate.y + layout.edge(row + 1) {
            for x in plate.x + layout.edge(column)..<plate.x + layout.edge(column + 1) {
              picture.levels[y * size.width + x] = 251 - picture.levels[y * size.width + x]
            }
          }
        }
      }
      var reader = FrameMarkReader(original: size, drawing: 2)
      switch reader.read(gray: picture.levels, size: size) {
      case .mark(let found):
        #expect(found == mark, "\(wrong) wrong cells, \(random)")
        counts.read += 1
      case .mixed, .torn: Issue.record("\(wrong) wrong cells, \(random)")
      case .unclear, .none: counts.refused += 1
      }
    }
    #expect(counts.read > 20 && counts.refused > 20, "\(counts)")
  }
}
