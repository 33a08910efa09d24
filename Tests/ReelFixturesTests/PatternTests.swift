import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct PatternTests {
  @Test("LOOK", arguments: FixturePattern.allCases)
  func look(pattern: FixturePattern) throws {
    for size in ["640x360", "320x180", "1280x720", "360x640", "176x144"] {
      var painter = try FixturePainter(try recipe([.pattern: pattern.rawValue, .size: size, .audio: "beep"]))
      for frame in [17, 60] {
        try painter.draw(frame: frame).write(pngTo: URL(fileURLWithPath: "/work/helpers/making.tmp/\(pattern)-\(size)-\(frame).png"))
      }
    }
  }
}
