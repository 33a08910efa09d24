import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing

/// The static parts of a session: the sheet, its image, the corridor, the expected paths and the key points.
final class SheetLayer: Layer {
  struct Content {
    var theme: TraceTheme
    var parts: Set<TraceFilm.Part>
    var expected: [Path]
    var keyPoints: [Point]
    var maxDistance: Double
    var keyImage: Bitmap?
    var backgroundImage: Bitmap?

    /// Creates the layer; without expected paths it shows only the sheet and its image.
    init(_ film: TraceFilm) {
      let header = film.session.header
      theme = film.theme
      parts = header.expected.isEmpty ? [] : film.parts
      expected = header.expected
      (keyPoints, maxDistance) = (header.keyPoints, header.maxDistance)
      (keyImage, backgroundImage) = (film.keyImage, film.backgroundImage)
    }
  }

  /// Draws an expected path, by its index, or returns false to leave it to the layer.
  var drawPath: (Int, Path, GraphicsContext) -> Bool = { _, _, _ in false }

  private let content: Content
  /// The expected paths as one.
  private let corridor: Path

  init(_ content: Content) {
    self.content = content
    corridor = content.expected.reduce(into: Path()) { $0.append($1) }
    super.init()
  }

  override func draw(in context: GraphicsContext) {
    let theme = content.theme
    context.fill(bounds, with: .color(theme.background))
    if let image = content.backgroundImage { context.draw(image, in: bounds.fitting(image.size.size)) }
    if content.parts.contains(.guide), !corridor.isEmpty {
      // Drawn as a group, so that crossing strokes are one shape and not darker where they overlap.
      context.withGroup(opacity: 0.5) {
        context.stroke(corridor, with: .color(theme.guide), style: .round(width: 2 * content.maxDistance))
      }
    }
    if content.parts.contains(.path) {
      let width = content.maxDistance * 0.09
      let rest = content.expected.enumerated().reduce(into: Path()) { rest, next in
        if !drawPath(next.offset, next.element, context) { rest.append(next.element) }
      }
      context.stroke(
        rest, with: .color(theme.path),
        style: StrokeStyle(width: width, cap: .round, join: .round, dash: [width * 0.5, width * 4]))
    }
    if content.parts.contains(.stars) {
      for point in content.keyPoints {
        let square = Rect(center: point, size: Size(width: content.maxDistance, height: content.maxDistance))
        if let image = content.keyImage {
          context.draw(image, in: square.fitting(image.size.size))
        } else {
          let width = content.maxDistance * 0.08
          let star = Path.star(in: square.inset(by: width / 2))
          context.fill(star, with: .color(theme.keyPoint))
          context.stroke(star, with: .color(theme.keyPointEdge), style: .round(width: width))
        }
      }
    }
  }
}

extension Rect {
  /// Returns the largest centred rectangle of a shape that fits into this one.
  func fitting(_ shape: Size) -> Rect {
    guard shape.width > 0, shape.height > 0 else { return Rect(center: center, size: .zero) }
    let scale = min(width / shape.width, height / shape.height)
    return Rect(center: center, size: Size(width: shape.width * scale, height: shape.height * scale))
  }
}

extension Path {
  /// Returns a star with five points that touches the circle in a square.
  static func star(in square: Rect) -> Path {
    let radius = min(square.width, square.height) / 2
    return Path(
      points: (0..<10).map { corner in
        // The inner corners of a pentagram lie at 0.382 of the outer ones: 1 / φ².
        let length = corner.isMultiple(of: 2) ? radius : radius * 0.381_966
        return square.center + Angle.degrees(Double(corner) * 36 - 90).unitVector * length
      }, closed: true)
  }
}
