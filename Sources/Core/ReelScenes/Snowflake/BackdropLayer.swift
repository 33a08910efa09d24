import ReelCanvas
import ReelGeometry
import ReelLayers

/// The sky behind a flake: a soft glow around its centre, and stars around it.
///
/// It never changes, so it is drawn once into a bitmap and copied from there.
package final class BackdropLayer: Layer {
  private let picture: Bitmap

  package init(size: PixelSize, theme: SnowflakeTheme, flake: Rect, unit: Double) throws {
    var picture = Bitmap(size: size)
    try picture.draw { context in
      let radius = max(size.size.width, size.size.height) * 0.62
      let (middle, edge) = (theme.backgroundCenter, theme.backgroundEdge)
      // A gradient of one colour may be rounded to its neighbour.
      context.paint(
        middle == edge ? .color(middle) : .radialGradient(Gradient(middle, edge), center: flake.center, radius: radius))
      for star in Self.stars(theme.starCount) {
        let center = Point(x: star.x * size.size.width, y: star.y * size.size.height)
        if center.distance(to: flake.center) < flake.width / 2 { continue }
        context.fill(
          Path(circleAround: center, radius: star.radius * unit), with: .color(.white.with(alpha: star.light)))
      }
    }
    self.picture = picture
    super.init()
    frame = size.bounds
  }

  package override func draw(in context: GraphicsContext) {
    context.draw(picture, at: .zero)
  }

  /// Returns stars scattered over the unit square, always the same ones, from a linear congruential generator with the constants of
  /// Knuth's MMIX.
  ///
  /// `SplitMix64` would scatter them differently and change the frames of existing films.
  private static func stars(_ count: Int) -> [(x: Double, y: Double, radius: Double, light: Double)] {
    var state: UInt64 = 20
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    return (0..<count).map { _ in (next(), next(), 0.5 + 1.1 * next() * next(), 0.15 + 0.5 * next()) }
  }
}
