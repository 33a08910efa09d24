import ReelGeometry

extension StoryResolver {
  /// The space between the plates of two texts in one place, in points.
  private static let gap = 12.0

  /// Moves texts that would be on top of each other in one place towards the middle of the page, the later one in the
  /// storyboard further; those of a scene make way for those of the film.
  func stackTexts(_ film: inout StoryFilm) {
    let page = Rect(origin: .zero, size: storyboard.film.page)
    var above: [StoryFilm.Overlay] = []
    for index in film.overlays.indices {
      stack(&film.overlays[index], on: page, after: above)
      above.append(film.overlays[index])
    }
    for index in film.pages.indices {
      var placed = above
      for number in (film.pages[index].overlays ?? []).indices {
        guard var overlay = film.pages[index].overlays?[number] else { continue }
        stack(&overlay, on: page, after: placed)
        film.pages[index].overlays?[number] = overlay
        placed.append(overlay)
      }
    }
  }

  private func stack(_ overlay: inout StoryFilm.Overlay, on page: Rect, after placed: [StoryFilm.Overlay]) {
    // What moves, or has no edge above or below, is where its author wants it.
    guard overlay.motion == nil, overlay.look.position.parts.down != 0.5 else { return }
    let (start, end, position) = (overlay.start, overlay.end, overlay.look.position)
    let others = placed.filter { $0.start < end && start < $0.end && $0.look.position == position }
      .compactMap { $0.look.textFrame(in: page) }
    while overlay.look.margin.dy < page.height / 2, let frame = overlay.look.textFrame(in: page),
      others.contains(where: { $0.intersects(frame) })
    {
      overlay.look.margin.dy += frame.height + Self.gap
    }
  }
}
