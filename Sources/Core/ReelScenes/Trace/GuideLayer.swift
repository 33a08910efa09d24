import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing

/// The guide to writing: the next stroke, and where the others begin.
final class GuideLayer: Layer {
  private let theme: TraceTheme
  private let paths: [Path]
  private let maxDistance: Double
  private let marks: [StrokeMark]
  private let font: Font
  private var unfinished: [Int] = []
  private var next: Int?

  /// The largest number of strokes whose beginnings are all marked; of more, only the next one is.
  private static let mostMarked = 8

  init(_ film: TraceFilm) {
    let header = film.session.header
    (theme, paths, maxDistance) = (film.theme, header.expected, header.maxDistance)
    marks = StrokeMark.marks(of: paths, maxDistance: maxDistance)
    font = Font(film.textFont, size: 0.8 * maxDistance)
    super.init()
  }

  /// Shows what is left to trace.
  func show(_ moment: TraceHistory.Moment) {
    guard moment.unfinished != unfinished || moment.next != next else { return }
    (unfinished, next) = (moment.unfinished, moment.next)
    setNeedsDisplay()
  }

  override func draw(in context: GraphicsContext) {
    let accent = theme.fingertip
    if let next {
      context.stroke(paths[next], with: .color(accent.with(alpha: 0.25)), style: .round(width: 2 * maxDistance))
    }
    for mark in marks.reversed() where unfinished.contains(mark.number - 1) {
      let isNext = mark.number - 1 == next
      guard isNext || paths.count <= Self.mostMarked else { continue }
      let color = isNext ? accent : theme.text
      if !mark.arrow.isEmpty {
        context.stroke(mark.arrow, with: .color(color), style: .round(width: 0.16 * maxDistance))
      }
      context.fill(Path(circleAround: mark.dot, radius: mark.radius), with: .color(color))
      let text = TextLayout("\(mark.number)", font: font)
      let corner = mark.dot + Vector(dx: -text.size.width / 2, dy: -text.size.height / 2)
      context.draw(text, at: corner, with: theme.background.laid(over: theme.surround))
    }
  }
}
