import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelFixtures

/// Marks of version 1: one in the middle of the frame.
@Suite struct FrameMarkTests {
  /// A frame with a mark on a varied background.
  static func frame(
    _ mark: FrameMark, size: PixelSize = PixelSize(width: 640, height: 360), version: Int = 1
  ) throws -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        bitmap[x, y] = Pixel(
          red: UInt8(x * 255 / size.width), green: UInt8(y * 255 / size.height),
          blue: (x / 24 + y / 24) % 2 == 0 ? 200 : 20)
      }
    }
    try mark.draw(into: &bitmap, version: version)
    return bitmap
  }

  static func mark(_ number: Int, clip: Int = 0x5A3) throws -> FrameMark { try FrameMark(number: number, clip: clip) }

  @Test("The checksum is CRC-16/IBM-3740")
  func checksum() {
    // The published check value is for "123456789"; this one, for its first four bytes, comes from another program.
    #expect(FrameMark.checksum(of: 0x3132_3334) == 0x5349)
  }

  @Test("Numbers out of range are refused", arguments: [(-1, 0), (1 << 20, 0), (0, -1), (0, 4096)])
  func parts(number: Int, clip: Int) {
    #expect(throws: InvalidValue.self) { try FrameMark(number: number, clip: clip) }
  }

  @Test("A mark is read as it was drawn, for numbers of every bit length")
  func roundTrip() throws {
    var random = Seeded()
    var reader = FrameMarkReader()
    let numbers =
      (0..<20).map { 1 << $0 } + [0, (1 << 20) - 1] + (0..<20).map { _ in Int.random(in: 0..<1 << 20, using: &random) }
    let size = FrameMarkLayout.smallestSize
    for number in numbers {
      let mark = try FrameMark(number: number, clip: .random(in: FrameMark.clips, using: &random))
      var bitmap = Bitmap(size: size)
      try mark.draw(into: &bitmap, version: 1)
      #expect(reader.read(gray: GrayPicture(bitmap).levels, size: size) == .mark(mark), "\(random)")
    }
  }

  @Test(
    "Every size with room for a mark has it where the layout says",
    arguments: [
      (176, 144), (177, 145), (320, 180), (333, 187), (360, 640), (640, 360), (720, 576), (1280, 720), (2560, 1440),
    ])
  func sizes(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let mark = try Self.mark(width)
    var reader = FrameMarkReader()
    #expect(reader.read(gray: GrayPicture(try Self.frame(mark, size: size)).levels, size: size) == .mark(mark))
    let pose = try FrameMarkLayout(size: size).pose
    let found = try #require(reader.pose)
    #expect(abs(found.origin.x - pose.origin.x) < 0.6 && abs(found.origin.y - pose.origin.y) < 0.6)
    #expect(abs(found.column.dx - pose.column.dx) < 0.1 && abs(found.row.dy - pose.row.dy) < 0.1)
    #expect(found.orientation == .up)
  }

  @Test("A frame without room for a mark is refused", arguments: [(175, 144), (176, 143), (16, 16)])
  func tooSmall(width: Int, height: Int) throws {
    let mark = try Self.mark(1)
    var bitmap = Bitmap(width: width, height: height)
    let error = #expect(throws: InvalidValue.self) { try mark.draw(into: &bitmap, version: 1) }
    #expect(error?.description.contains("176x144") == true)
  }

  @Test(
    "A mark survives scaling",
    arguments: [(160, 90), (213, 120), (480, 270), (960, 540), (641, 359), (200, 90), (320, 360)])
  func scaling(width: Int, height: Int) throws {
    let mark = try Self.mark(123_456)
    let size = PixelSize(width: width, height: height)
    var reader = FrameMarkReader()
    let picture = GrayPicture(try Self.frame(mark)).scaled(to: size)
    #expect(reader.read(gray: picture.levels, size: size) == .mark(mark))
    // The pose reveals what was done to the picture.
    let original = try FrameMarkLayout(size: PixelSize(width: 640, height: 360)).pose
    let transform = try #require(reader.pose).transform(from: original)
    #expect(abs(transform.a * 640 - Double(width)) < 0.02 * Double(width))
    #expect(abs(transform.d * 360 - Double(height)) < 0.02 * Double(height))
    #expect(abs(transform.tx) < 4 && abs(transform.ty) < 4)
  }

  @Test("A mark is read in all orientations, and reveals the orientation", arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) throws {
    let mark = try Self.mark(77)
    let bitmap = try Self.frame(mark, size: PixelSize(width: 320, height: 200)).oriented(orientation)
    var reader = FrameMarkReader()
    #expect(reader.read(gray: GrayPicture(bitmap).levels, size: bitmap.size) == .mark(mark))
    let found = try #require(reader.pose).orientation
    #expect(bitmap.oriented(found).size == PixelSize(width: 320, height: 200))
    #expect(bitmap.oriented(found).oriented(orientation) == bitmap)
  }

  @Test("A mark is read in a cropped picture, down to its own border")
  func cropping() throws {
    let mark = try Self.mark(4711)
    let picture = GrayPicture(try Self.frame(mark))
    let layout = try FrameMarkLayout(size: picture.size)
    let crops = [
      (100, 50, PixelSize(width: 400, height: 260)), (layout.plateX, layout.plateY, layout.plateSize),
      (layout.x, layout.y, PixelSize(width: 160, height: 128)),
    ]
    for (x, y, size) in crops {
      var reader = FrameMarkReader()
      #expect(reader.read(gray: picture.cropped(x: x, y: y, to: size).levels, size: size) == .mark(mark), "\(size)")
    }
    var reader = FrameMarkReader()
    let half = PixelSize(width: 300, height: 360)
    #expect(reader.read(gray: picture.cropped(x: 0, y: 0, to: half).levels, size: half) == .none)
  }

  @Test("Two mixed frames are refused at any ratio", arguments: [0.25, 0.35, 0.5, 0.65, 0.75])
  func mixing(share: Double) throws {
    var random = Seeded()
    var reader = FrameMarkReader()
    for number in [0, 1, 41, 99, 1000] {
      let pictures = try [number, number + 1].map {
        GrayPicture(try Self.frame(try Self.mark($0), size: PixelSize(width: 320, height: 180)))
      }
      let mixed = pictures[0].mixed(with: pictures[1], share: share)
      #expect(reader.read(gray: mixed.levels, size: mixed.size) == .unclear)
      // The same for a reader that starts with this picture, and after noise.
      var fresh = FrameMarkReader()
      let noisy = mixed.levels.map { UInt8(clamping: Int($0) + .random(in: -9...9, using: &random)) }
      #expect(fresh.read(gray: noisy, size: mixed.size) == .unclear, "\(random)")
    }
  }

  @Test("A picture torn between two frames is refused")
  func tearing() throws {
    let size = PixelSize(width: 320, height: 180)
    let above = GrayPicture(try Self.frame(try Self.mark(7), size: size))
    let below = GrayPicture(try Self.frame(try Self.mark(8), size: size))
    let layout = try FrameMarkLayout(size: size)
    let row = layout.y + 4 * layout.cell
    let torn = above.levels[..<(row * 320)] + below.levels[(row * 320)...]
    var reader = FrameMarkReader()
    #expect(reader.read(gray: Array(torn), size: size) == .unclear)
  }

  @Test("No mark is found in a picture without one")
  func nothing() throws {
    var random = Seeded()
    let size = PixelSize(width: 320, height: 180)
    let pictures: [(String, [UInt8])] = [
      ("white", [UInt8](repeating: 255, count: size.area)), ("black", [UInt8](repeating: 0, count: size.area)),
      ("noise", (0..<size.area).map { _ in .random(in: 0...255, using: &random) }),
      ("checker", (0..<size.area).map { ($0 % 320 / 16 + $0 / 320 / 16) % 2 == 0 ? 255 : 0 }),
      ("stripes", (0..<size.area).map { $0 % 320 / 8 % 2 == 0 ? 255 : 0 }),
      (
        "large noise",
        GrayPicture(
          size: PixelSize(width: 32, height: 18),
          levels: (0..<32 * 18).map { _ in
            .random(in: 0...255, using: &random)
          }
        ).scaled(to: size).levels
      ),
    ]
    for (name, levels) in pictures {
      var reader = FrameMarkReader()
      #expect(reader.read(gray: levels, size: size) == .none, "\(name) \(random)")
    }
    var reader = FrameMarkReader()
    #expect(reader.read(gray: [], size: PixelSize(width: 0, height: 0)) == .none)
    #expect(reader.read(gray: [0], size: PixelSize(width: 1, height: 1)) == .none)
  }

  @Test("A wrong initial pose does no harm")
  func badPose() throws {
    let mark = try Self.mark(3)
    let picture = GrayPicture(try Self.frame(mark, size: PixelSize(width: 320, height: 180)))
    for number in [-1e300, -5, 0, 300, 1e300, .infinity, .nan] {
      let pose = FrameMarkPose(
        origin: Point(x: number, y: 0), column: Vector(dx: number, dy: 0), row: Vector(dx: 0, dy: number))
      var reader = FrameMarkReader(pose: pose)
      #expect(reader.read(gray: picture.levels, size: picture.size) == .mark(mark))
    }
  }
}
