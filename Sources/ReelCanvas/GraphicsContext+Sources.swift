import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Makes a paint Cairo's source; false where drawing with it would change nothing.
  ///
  /// Cairo ties a source to the transform that holds at this moment.
  func setSource(_ paint: Paint, of cairo: OpaquePointer) -> Bool {
    switch paint {
    case .color(let color):
      let (r, g, b, a) = color.clamped
      guard a > 0 else { return false }
      cairo_set_source_rgba(cairo, r, g, b, a)
      return true
    case .linearGradient(let gradient, let from, let to):
      guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else { return false }
      guard from != to else { return setSource(lastColorOf: gradient, of: cairo) }
      let (start, end) = inPixels(from, to)
      return setSource(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), .identity, gradient, of: cairo)
    case .radialGradient(let gradient, let center, let radius):
      guard center.x.isFinite, center.y.isFinite, radius.isFinite else { return false }
      guard radius > 0 else { return setSource(lastColorOf: gradient, of: cairo) }
      return setSource(
        cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), state.transform, gradient,
        of: cairo)
    }
  }

  /// The ends of a linear gradient in pixels, where no transform is left that would have to be rounded.
  ///
  /// Lines of one colour stay parallel under any transform, but not perpendicular to the way from end to end.
  private func inPixels(_ from: Point, _ to: Point) -> (Point, Point) {
    let start = state.transform.apply(from)
    let way = state.transform.apply(to - from)
    let normal = state.transform.apply((to - from).perpendicular).perpendicular
    return (start, start + normal * (way.dot(normal) / normal.dot(normal)))
  }

  /// A gradient without extent is all "behind its end".
  private func setSource(lastColorOf gradient: Gradient, of cairo: OpaquePointer) -> Bool {
    let last = gradient.stops.enumerated().max { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
    return last.map { setSource(.color($0.element.color), of: cairo) } ?? false
  }

  /// Makes a gradient Cairo's source, placed by a transform to pixels.
  ///
  /// Cairo hands the way back from pixels to pixman in fixed point, rounded so that it is best in the middle of what is
  /// drawn: the same pixel would get another colour within another clip, and a part drawn again would not match the rest.
  /// Rounded here, it is the same for every clip.
  private func setSource(
    _ created: OpaquePointer?, _ toPixels: AffineTransform, _ gradient: Gradient, of cairo: OpaquePointer
  ) -> Bool {
    guard let pattern = PatternHandle(created), !gradient.stops.isEmpty else { return false }
    for stop in gradient.stopsWithoutDarkFades {
      let (r, g, b, a) = stop.color.clamped
      cairo_pattern_add_color_stop_rgba(pattern.pointer, stop.location, r, g, b, a)
    }
    var matrix = cairo_matrix_t((toPixels.inverted ?? .identity).inFixedPoint)
    cairo_pattern_set_matrix(pattern.pointer, &matrix)
    cairo_identity_matrix(cairo)
    cairo_set_source(cairo, pattern.pointer)
    setCairoTransform(state.transform)
    return true
  }
}

extension Gradient {
  /// The stops in order and in range, each transparent one doubled to have the colour of its neighbour on either side.
  ///
  /// Cairo mixes colours without regard to their alpha, so that a fade from orange to `clear`, which is black, would
  /// turn brown on its way.
  fileprivate var stopsWithoutDarkFades: [Stop] {
    func place(_ location: Double) -> Double { location > 0 ? min(location, 1) : 0 }
    let sorted = stops.enumerated()
      .map { (index: $0.offset, stop: Stop(place($0.element.location), $0.element.color)) }
      .sorted { ($0.stop.location, $0.index) < ($1.stop.location, $1.index) }
      .map(\.stop)
    guard sorted.contains(where: { $0.color.clamped.alpha == 0 }) else { return sorted }
    return sorted.indices.flatMap { index -> [Stop] in
      let stop = sorted[index]
      guard stop.color.clamped.alpha == 0 else { return [stop] }
      let neighbours = [index - 1, index + 1].filter(sorted.indices.contains)
      return neighbours.map { Stop(stop.location, sorted[$0].color.with(alpha: 0)) }
    }
  }
}

extension AffineTransform {
  /// The nearest transform whose numbers are multiples of 1/65536, as pixman keeps them.
  fileprivate var inFixedPoint: AffineTransform {
    func rounded(_ value: Double) -> Double { (value * 65536).rounded() / 65536 }
    let result = AffineTransform(
      a: rounded(a), b: rounded(b), c: rounded(c), d: rounded(d), tx: rounded(tx), ty: rounded(ty))
    // Too strong a magnification for fixed point: Cairo must see to it as well as it can.
    return result.isInvertible ? result : self
  }
}
