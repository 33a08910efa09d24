import ReelCanvas
import ReelGeometry
import ReelLayers

/// A layer that is filled with a colour, and has a number and an angle that can move.
class Patch: Layer {
  @Animatable var color = Color.red
  @Animatable var angle = Angle.zero
  /// How often the layer was drawn.
  private(set) var drawings = 0
  /// The angle that the layer read as it was drawn last.
  private(set) var drawnAngle = Angle.zero

  convenience init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, color: Color = .red) {
    self.init(frame: Rect(x: x, y: y, width: width, height: height))
    self.color = color
  }

  override func draw(in context: GraphicsContext) {
    drawings += 1
    drawnAngle = angle
    context.fill(bounds, with: .color(color))
  }
}

/// A stage with a picture that follows it.
final class Film {
  let stage: Stage
  var picture: Bitmap

  init(width: Int = 160, height: Int = 96, scale: Double = 1) {
    stage = Stage(size: PixelSize(width: width, height: height), scale: scale, background: .white)
    picture = Bitmap(size: stage.size)
  }

  @discardableResult
  func render(at time: Double) throws -> Region { try stage.render(at: time, into: &picture) }
}

/// Returns the region of the tiles at columns and rows.
func tiles(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, of stage: Stage) -> Region {
  var region = Region(of: stage.size)
  for row in rows {
    for column in columns {
      region.insert(Rect(x: Double(column * 16), y: Double(row * 16), width: 16, height: 16))
    }
  }
  return region
}
