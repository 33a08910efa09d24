import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct PatternTests {
  /// The MD5 of frames as an encoder gets them.
  ///
  /// They are a promise and never change with a machine or a version.
  static let hashes: [(pattern: String, frame: Int, size: String, format: String, md5: String, drawing: Int)] = [
    ("counter", 37, "320x180", "yuv420p", "4bb000aa90c9b4b4820d1501e70f4f36", 1),
    ("bars", 37, "320x180", "yuv420p", "278775cae958efffd7421384de5bb754", 1),
    ("gradient", 37, "320x180", "yuv420p", "e241f629d016ff76a5536e8601a1db69", 1),
    ("checker", 37, "320x180", "yuv420p", "2fb564ac5e79bce9063e1c2b6d3bc319", 1),
    ("noise", 37, "320x180", "yuv420p", "570732192c97a3fc04d221835226c784", 1),
    ("motion", 37, "320x180", "yuv420p", "e647d110059cc1f4c0dab2718423af89", 1),
    ("solid", 37, "320x180", "yuv420p", "38e3acb011a2fd8b2019c09cabf8cc2f", 1),
    ("bars", 0, "333x187", "yuv444p", "c3d3d22b03ea6fe7855a17b4a3123aee", 1),
    ("motion", 99, "333x187", "rgb24", "8b59cc260d515516182ddff068074395", 1),
    ("counter", 37, "320x180", "yuv420p", "3386935cacd85801b3acd169da2845bc", 2),
    ("bars", 37, "320x180", "yuv420p", "b92e5ca521b4e79cbb682c59f8f051a1", 2),
    ("gradient", 37, "320x180", "yuv420p", "6eb36e184237a855b095587078a8a6ec", 2),
    ("checker", 37, "320x180", "yuv420p", "3d767087ba3e57ec68218e4b2b920c15", 2),
    ("noise", 37, "320x180", "yuv420p", "4e067d96e5befbed29fd52db74c5a883", 2),
    ("motion", 37, "320x180", "yuv420p", "84d2e51c0794ba1611731779176e89a6", 2),
    ("solid", 37, "320x180", "yuv420p", "c359964ada4441f3ad0b3d23e1c881bd", 2),
  ]

  @Test("Raw frames of portable patterns have the same bytes everywhere", arguments: hashes)
  func golden(pattern: String, frame: Int, size: String, format: String, md5: String, drawing: Int) throws {
    var painter = try FixturePainter(try recipe([.pattern: pattern, .size: size, .seed: "7", .drawing: "\(drawing)"]))
    #expect(try painter.picture(frame: frame, format: format).md5 == md5)
  }

  @Test("Every pattern carries a mark that is read at a quarter of the size", arguments: FixturePattern.allCases)
  func marks(pattern: FixturePattern) throws {
    let recipe = try recipe([.pattern: pattern.rawValue, .audio: "beep"])
    var painter = try FixturePainter(recipe)
    let quarter = PixelSize(width: 160, height: 90)
    for frame in [0, 41, 60] {
      var reader = FrameMarkReader()
      let picture = GrayPicture(try painter.draw(frame: frame)).scaled(to: quarter)
      #expect(
        reader.read(gray: picture.levels, size: quarter) == .mark(try FrameMark(number: frame, clip: recipe.clip)))
    }
  }

  @Test("Frames can be drawn in any order and repeatedly", arguments: FixturePattern.allCases)
  func order(pattern: FixturePattern) throws {
    let recipe = try recipe([.pattern: pattern.rawValue, .size: "180x146", .frames: "5"])
    var forward = try FixturePainter(recipe)
    let frames = try (0..<5).map { try forward.draw(frame: $0) }
    var other = try FixturePainter(recipe)
    for number in [3, 0, 0, 4, 2, 1] { #expect(try other.draw(frame: number) == frames[number]) }
    #expect(throws: InvalidValue.self) { try other.draw(frame: 5) }
    #expect(throws: InvalidValue.self) { try other.draw(frame: -1) }
  }

  @Test("The seed changes random content and the clip number of the marks")
  func seeds() throws {
    for pattern in ["noise", "motion", "solid"] {
      let frames = try ["1", "2"].map { seed in
        var painter = try FixturePainter(try recipe([.pattern: pattern, .seed: seed, .size: "320x180"]))
        return try painter.draw(frame: 0)[1, 1]
      }
      if pattern == "solid" { #expect(frames[0] != frames[1]) }
    }
    let clips = try (0..<20).map { try recipe([.seed: "\($0)"]).clip }
    #expect(Set(clips).count > 15)
    // Changes that a transcoder may make do not change the clip number.
    #expect(try recipe([.codec: "hevc", .crf: "40", .drop: "3"]).clip == (try recipe([:]).clip))
  }

  @Test("A clip with beeps flashes in the first frame of each second and in no other")
  func flashes() throws {
    let even = try recipe([.audio: "beep", .fps: "30"])
    #expect((0..<100).filter(even.flashes) == [0, 30, 60, 90])
    let odd = try recipe([.audio: "beep", .fps: "30000/1001"])
    // Frame 30 begins at 1.001 s and is the first at or after the whole second; by frame 60 the second one has begun.
    #expect((0..<100).filter(odd.flashes) == [0, 30, 60, 90])
    let slow = try recipe([.audio: "beep", .fps: "2/3"])
    #expect((0..<4).filter(slow.flashes) == [0, 1, 2, 3])
    let silent = try recipe([:])
    #expect(!(0..<100).contains(where: silent.flashes))
  }

  @Test("A stored frame is upright after the recipe's rotation", arguments: 1...8)
  func orientation(number: Int) throws {
    let recipe = try recipe([.orientation: "\(number)", .size: "200x180"])
    var painter = try FixturePainter(recipe)
    let stored = try painter.drawStored(frame: 3)
    #expect(stored.size == PixelSize(width: 200, height: 180))
    #expect(stored.oriented(recipe.orientation) == (try painter.draw(frame: 3)))
  }

  @Test("Times are written in minutes, seconds and milliseconds")
  func times() throws {
    let drawing = PatternDrawing(size: PixelSize(width: 640, height: 360), seed: 0, frameCount: 1, rate: (30_000, 1001))
    #expect(drawing.timeText(0) == "00:00.000")
    #expect(drawing.timeText(30) == "00:01.001")
    #expect(drawing.timeText(30 * 75) == "01:15.075")
  }
}
