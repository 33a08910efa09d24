import ReelGeometry

extension GraphicsContext {
  /// Lays a soft light around lines: the whole colour on the lines, less of it the farther away, and none at `radius`.
  ///
  /// At a distance d the light is 1 − √(d / radius) of the colour. It is a plain light for backgrounds and follows the lines to
  /// a twelfth of the radius; what is drawn over it gives them their edge. Curves give no light, nor do lines in a
  /// plane that is stretched in one direction.
  ///
  /// - Parameters:
  ///   - path: Straight lines. Such as are much shorter than the radius cost time and are not seen.
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
    _ = lay(GlowMask(path, transform, radius: pixels, in: bounds), .color(color))
  }
}
