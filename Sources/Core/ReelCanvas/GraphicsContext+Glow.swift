import ReelGeometry

extension GraphicsContext {
  /// Draws a soft glow around lines: the full colour on the lines, fading to none at `radius`.
  ///
  /// At a distance d, the light is 1 − √(d / radius) of the colour. The glow is meant as a background and follows the lines to within a
  /// twelfth of the radius; draw the lines over it for sharp edges. Curves do not glow, nor do lines under a transform that stretches in
  /// one direction.
  ///
  /// - Parameters:
  ///   - path: Straight lines. Lines much shorter than the radius cost time without being visible.
  ///   - radius: How far the light reaches, in points, more than 0.
  ///   - color: The colour of the light on the lines.
  public func glow(around path: Path, radius: Double, color: Color) {
    let transform = state.transform
    let pixels = radius * abs(transform.determinant).squareRoot()
    guard target != nil, radius > 0, pixels > 0, pixels <= Self.farthest, transform.keepsCircles,
      let box = PointBox(ofLines: path, transform)
    else { return }
    let bounds = PixelRect(around: box, reach: GlowMask.reach(radius: pixels)).intersection(visiblePixels)
    guard canBeSeen(bounds) else { return }
    _ = composite(GlowMask(path, transform, radius: pixels, in: bounds), .color(color))
  }
}
