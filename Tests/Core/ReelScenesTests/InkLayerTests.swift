import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing
import Testing

@testable import ReelScenes

@Suite("Lines of ink") struct InkLayerTests {
  @Test("A redraw looks at the lines around the damage, not at all of them, and gives the same picture")
  func incremental() throws {
    /// The picture of so many lines that are drawn one after another, and the colours that were asked for with the last.
    func draw(isPlain: Bool) throws -> (picture: Bitmap, asked: Int) {
      let stage = Stage(size: PixelSize(width: 400, height: 300), background: .color(.white))
      let ink = InkLayer(width: 3)
      ink.frame = stage.root.bounds
      var asked = 0
      ink.color = { line in
        asked += 1
        return line.isInside ? .black.with(alpha: 0.6) : .red
      }
      ink.isPlain = { isPlain }
      stage.root.addSublayer(ink)
      let points = (0...6000).map { index -> Point in
        let turn = Double(index) / 40
        return Point(x: 200 + (10 + turn) * (turn).sine, y: 150 + (10 + turn * 0.8) * (turn + 1.57).sine)
      }
      let lines = zip(points, points.dropFirst()).enumerated().map { index, ends in
        TracedLine(
          start: ends.0, end: ends.1, startMilliseconds: 0, endMilliseconds: 0, isInside: index % 700 < 600)
      }
      var bitmap = Bitmap(size: stage.size)
      for count in stride(from: 5000, through: 6000, by: 10) {
        asked = 0
        ink.show(lines.prefix(count), isComplete: false)
        _ = try stage.render(at: Double(count), into: &bitmap)
      }
      return (bitmap, asked)
    }
    let (some, all) = (try draw(isPlain: true), try draw(isPlain: false))
    #expect(some.picture == all.picture)
    #expect(all.asked == 6000 && some.asked < 1500, "\(some.asked)")
  }
}

extension Double {
  /// The sine of an angle in radians.
  fileprivate var sine: Double { Angle(radians: self).unitVector.dy }
}
