import CReelCairo
import ReelGeometry

extension GraphicsContext {
  /// Makes a paint Cairo's source; returns false if drawing with it would change nothing.
  ///
  /// Cairo binds a source to the current transform.
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
      return setSource(cairo_pattern_create_linear(from.x, from.y, to.x, to.y), gradient, of: cairo)
    case .radialGradient(let gradient, let center, let radius):
      guard center.x.isFinite, center.y.isFinite, radius.isFinite else { return false }
      guard radius > 0 else { return setSource(lastColorOf: gradient, of: cairo) }
      return setSource(
        cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), gradient, of: cairo)
    }
  }

  /// Uses the last colour of a gradient without extent.
  private func setSource(lastColorOf gradient: Gradient, of cairo: OpaquePointer) -> Bool {
    let last = gradient.stops.enumerated().max { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
    return last.map { setSource(.color($0.element.color), of: cairo) } ?? false
  }

  private func setSource(_ created: OpaquePointer?, _ gradient: Gradient, of cairo: OpaquePointer) -> Bool {
    guard let pattern = PatternHandle(created), !gradient.stops.isEmpty else { return false }
    for stop in gradient.stopsWithoutDarkFades {
      let (r, g, b, a) = stop.color.clamped
      cairo_pattern_add_color_stop_rgba(pattern.pointer, stop.location, r, g, b, a)
    }
    cairo_set_source(cairo, pattern.pointer)
    return true
  }
}

extension Gradient {
  /// The stops in order and in range, with each transparent stop doubled to take the colours of its two neighbours.
  ///
  /// Cairo mixes colours without regard to their alpha, so a fade from orange to `clear`, which is black, would turn brown on its way.
  var stopsWithoutDarkFades: [Stop] {
    func clamped(_ location: Double) -> Double { location > 0 ? min(location, 1) : 0 }
    let sorted = stops.enumerated()
      .map { (index: $0.offset, stop: Stop(clamped($0.element.location), $0.element.color)) }
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
