import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelInk
import ReelLayers
import ReelScenes
import ReelTracing

/// An SVG drawing that draws itself: first its outlines in order, then their fills.
///
/// Steps draw, move, colour and hide elements by id.
public struct ShapesScene: Hashable, Sendable {
  /// A change to the shapes with an id.
  public struct Step: Hashable, Codable, Sendable {
    /// The id of the shapes to draw, which are invisible until then.
    public var draw: String?
    /// The id of the shapes to move.
    public var move: String?
    /// The distance to move to the right and down, in the units of the drawing: `40 -20`.
    public var by: String?
    /// The id of the shapes to recolour.
    public var color: String?
    /// The new colour.
    public var to: String?
    /// The id of the shapes to hide.
    public var hide: String?

    /// Creates a step without a change.
    public init() {}
  }

  /// The text of the SVG file.
  public var svg = ""
  /// The steps, which begin after all shapes that no step draws have been drawn.
  public var steps: [Step] = []
  /// The width of lines without a width in the file, in points; also for outlines of shapes that are only filled.
  public var line = 5.0
  /// The colours of the background.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates a page with a drawing.
  ///
  /// - Parameter svg: The text of an SVG file.
  public init(_ svg: String) { self.svg = svg }
}

extension ShapesScene: StyledScene {
  /// `shapes`.
  public static let kind = "shapes"
  /// The file.
  public static let mainOption: String? = "file"

  /// The options for the drawing and its steps.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file.svg", help: "The drawing: an SVG file.", files: .value, read: { $0.svg = try text(at: $1) },
      write: { _ in nil }),
    DescriptionOption(
      "svg", "text", help: "The drawing itself.",
      read: { scene, text in
        _ = try SVGDrawing(Array(text.utf8), name: "svg")
        scene.svg = text
      }, write: { $0.svg.isEmpty ? nil : $0.svg }),
    DescriptionOption(
      "steps", "list", help: "The steps: {draw: id}, {move: id, by: 40 0}, {color: id, to: red}, {hide: id}.",
      read: { _, _ in throw DescriptionError("steps must be a list, such as [{draw: wheel}, {color: wheel, to: red}]")
      },
      write: { _ in nil }, decode: { (scene: inout ShapesScene, steps: [Step]) in scene.steps = steps },
      encode: { $0.steps.isEmpty ? nil : $0.steps }),
    DescriptionOption(
      "line", "points", help: "The width of lines without a width in the drawing.",
      read: { $0.line = try OptionText.number("line", $1, 0.5...100) }, write: { "\($0.line)" }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page without a drawing.
  public init() { self.init("") }

  /// Four seconds to draw, and two for each step.
  public var intrinsicDuration: Double? { 4 + 2 * Double(steps.count) }

  /// Installs the drawing.
  ///
  /// - Throws: `FormatError` if the text is not SVG, `DescriptionError` if a step names an unknown id or is incomplete.
  public func install(on layer: SceneLayer) throws {
    guard !svg.isEmpty else { throw DescriptionError("shapes need a drawing: name its SVG file") }
    let drawing = try SVGDrawing(Array(svg.utf8), name: "svg")
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    try ShapesSetting(self, drawing, on: Page(layer.bounds), length: layer.length ?? intrinsicDuration ?? 4)
      .install(on: layer)
  }

  private static func text(at path: String) throws -> String {
    do throws(BoundedFile.Failure) {
      let bytes = try BoundedFile.read(path, limit: 1 << 22)
      do throws(FormatError) {
        _ = try SVGDrawing(bytes, name: path)
      } catch {
        throw BoundedFile.Failure.unread(error.description)
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      switch error {
      case .unopened(let reason): throw DescriptionError("the drawing \(path) can't be read: \(reason)")
      case .unread(let reason): throw DescriptionError(reason)
      case .tooLong: throw DescriptionError("the drawing \(path) has more than \(1 << 22) bytes")
      }
    }
  }
}

/// The shapes of a drawing on a page, with the times of their changes.
private struct ShapesSetting {
  private let scene: ShapesScene
  private let drawing: SVGDrawing
  private let length: Double
  private let frame: Rect
  /// The length of a unit of the drawing, in points.
  private let scale: Double
  private let point: Double

  init(_ scene: ShapesScene, _ drawing: SVGDrawing, on page: Page, length: Double) {
    (self.scene, self.drawing, self.length) = (scene, drawing, length)
    point = page.point
    let (box, safe) = (drawing.bounds, page.safe)
    scale = min(safe.width / max(1e-9, box.width), safe.height / max(1e-9, box.height))
    frame = Rect(center: safe.center, size: Size(width: box.width * scale, height: box.height * scale))
  }

  /// The duration of each step.
  ///
  /// Shapes that no step draws get two shares at the beginning.
  private var share: Double { length / Double(scene.steps.count + 2) }

  func install(on layer: Layer) throws {
    try check()
    let drawn = scene.steps.compactMap(\.draw)
    let placed = drawing.shapes.map { (shape: $0, layer: shapeLayer($0)) }
    for (_, shapeLayer) in placed { layer.addSublayer(shapeLayer) }
    let atOnce = placed.filter { entry in !entry.shape.ids.contains { drawn.contains($0) } }
    draw(atOnce, from: 0, over: share * 1.8)
    // The positions after the steps so far.
    var positions = placed.map(\.layer.position)
    for (index, step) in scene.steps.enumerated() {
      let start = share * Double(index + 2)
      if let id = step.draw { draw(placed.filter { $0.shape.ids.contains(id) }, from: start, over: share * 0.9) }
      if let id = step.hide {
        for (_, layer) in placed.filter({ $0.shape.ids.contains(id) }) {
          Transaction.animate(duration: share * 0.4, delay: start) { layer.opacity = 0 }
        }
      }
      if let id = step.move, let by = Self.vector(step.by) {
        for (number, entry) in placed.enumerated() where entry.shape.ids.contains(id) {
          positions[number] = positions[number] + by * scale
          let target = positions[number]
          Transaction.animate(duration: share * 0.8, delay: start, curve: .easeInOut) { entry.layer.position = target }
        }
      }
      if let id = step.color, let color = step.to.flatMap({ Color($0) }) {
        for (shape, layer) in placed.filter({ $0.shape.ids.contains(id) }) {
          Transaction.animate(duration: share * 0.5, delay: start) {
            if Self.paint(shape, "fill") != nil { layer.fillColor = color } else { layer.strokeColor = color }
          }
        }
      }
    }
  }

  /// Checks that steps are complete and name known ids.
  private func check() throws {
    let known = Set(drawing.shapes.flatMap(\.ids)).sorted()
    for step in scene.steps {
      let named = [step.draw, step.move, step.color, step.hide].compactMap(\.self)
      guard named.count == 1 else {
        throw DescriptionError("a step does one thing: draw, move, color or hide, with an id")
      }
      guard known.contains(named[0]) else {
        throw DescriptionError(
          "the drawing has no id \(named[0].onOneLine(limit: 60)): it has \(known.prefix(20).joined(separator: ", "))")
      }
      if step.move != nil, Self.vector(step.by) == nil {
        throw DescriptionError("move needs by: the distance to the right and down, such as 40 -20")
      }
      if step.color != nil, step.to.flatMap({ Color($0) }) == nil {
        throw DescriptionError("color needs to: a CSS colour such as teal or #rrggbb")
      }
    }
  }

  private static func vector(_ text: String?) -> Vector? {
    let parts = text?.split { $0 == " " || $0 == "," }.compactMap { Double($0) } ?? []
    guard parts.count == 2, parts.allSatisfy({ abs($0) < 1e6 }) else { return nil }
    return Vector(dx: parts[0], dy: parts[1])
  }

  /// Draws the outlines of shapes one after another, then their fills.
  private func draw(_ shapes: [(shape: SVGDrawing.Shape, layer: ShapeLayer)], from start: Double, over seconds: Double)
  {
    let lengths = shapes.map { max(1e-6, $0.shape.path.length).squareRoot() }
    let all = max(1e-9, lengths.reduce(0, +))
    var time = start
    for ((shape, layer), own) in zip(shapes, lengths) {
      let part = seconds * 0.75 * own / all
      let isLine = Self.paint(shape, "stroke") != nil
      let fill = Self.paint(shape, "fill")
      let line = layer.strokeColor
      // A shape without a line is outlined while it is drawn.
      (layer.strokeEnd, layer.strokeColor, layer.fillColor) = (0, line.withAlpha(0), (fill ?? line).withAlpha(0))
      Transaction.animate(duration: 0, delay: time) { layer.strokeColor = line }
      Transaction.animate(duration: part, delay: time, curve: .easeInOut) { layer.strokeEnd = 1 }
      time += part
      let filling = max(start + seconds * 0.75, time)
      if let fill {
        Transaction.animate(duration: seconds * 0.25, delay: filling) { layer.fillColor = fill }
      }
      if !isLine {
        Transaction.animate(duration: seconds * 0.25, delay: filling) { layer.strokeColor = line.withAlpha(0) }
      }
    }
  }

  private func shapeLayer(_ shape: SVGDrawing.Shape) -> ShapeLayer {
    let transform = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: -drawing.bounds.minX * scale, ty: -drawing.bounds.minY * scale)
    let layer = ShapeLayer(shape.path.applying(transform))
    layer.frame = frame
    let width = shape.style["stroke-width"].flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) }
    layer.lineWidth = width.map { $0 * shape.scale * scale } ?? scene.line * point
    layer.strokeColor = Self.paint(shape, "stroke") ?? Self.paint(shape, "fill") ?? scene.colors.ink
    if shape.style["fill-rule"] == "evenodd" { layer.fillRule = .evenOdd }
    return layer
  }

  /// The colour of a shape's line or fill; nil for none.
  ///
  /// Fills are black by default.
  private static func paint(_ shape: SVGDrawing.Shape, _ name: String) -> Color? {
    let text = shape.style[name] ?? (name == "fill" ? "black" : "none")
    guard text != "none", text != "transparent" else { return nil }
    let current = shape.style["color"].flatMap { Color($0) } ?? .black
    let color = text == "currentColor" ? current : Color(text) ?? Color(white: 0.5)
    let opacity = ["opacity", name + "-opacity"].compactMap { shape.style[$0].flatMap(Double.init) }.reduce(1, *)
    return color.withAlpha(color.alpha * min(max(0, opacity), 1))
  }
}

extension Color {
  fileprivate func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
