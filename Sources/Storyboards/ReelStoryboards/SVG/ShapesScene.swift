import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelFormats
import ReelGeometry
import ReelInk
import ReelLayers
import ReelScenes

/// An SVG drawing that draws itself: first its outlines in order, then all of it.
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
    /// The height of the arc on which they move, relative to the distance: 0.5 for half a circle, less than 0 for one below.
    public var arc: String?
    /// The ids of two shapes that change places, each on an arc unless `arc` is 0.
    public var swap: [String]?
    /// The id of the shapes that become others.
    public var morph: String?
    /// The id of the shapes that they become, which are invisible until then.
    public var into: String?
    /// The id of the shapes to recolour.
    public var color: String?
    /// The new colour.
    public var to: String?
    /// The id of the shapes to hide.
    public var hide: String?
    /// Steps that happen at the same time.
    public var together: [Step]?

    /// Creates a step without a change.
    public init() {}
  }

  /// The text of the SVG file.
  public var svg = ""
  /// The steps, which begin after all shapes that no step draws have been drawn.
  public var steps: [Step] = []
  /// The width of the line that outlines shapes without a line of their own while they are drawn, in points.
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
        scene.svg = try checked(Array(text.utf8), name: "svg")
      }, write: { $0.svg.isEmpty ? nil : $0.svg }),
    DescriptionOption(
      "steps", "list",
      help:
        "The steps: {draw: id}, {move: id, by: 40 0, arc: 0.3}, {swap: [id, id]}, {morph: id, into: id}, {color: id, to: red}, {hide: id}, {together: [several of them]}.",
      read: { _, _ in throw DescriptionError("steps must be a list, such as [{draw: wheel}, {color: wheel, to: red}]")
      },
      write: { _ in nil }, decode: { (scene: inout ShapesScene, steps: [Step]) in scene.steps = steps },
      encode: { $0.steps.isEmpty ? nil : $0.steps }),
    DescriptionOption(
      "line", "points", help: "The width of the line that outlines filled shapes while they are drawn.",
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
    let setting = ShapesSetting(
      self, drawing, on: Page(layer), length: layer.length ?? intrinsicDuration ?? 4)
    try setting.addPlate(to: layer)
    try setting.install(on: layer)
  }

  /// Returns the text of a drawing that can be drawn.
  private static func checked(_ bytes: [UInt8], name: String) throws -> String {
    let drawing = try SVGDrawing(bytes, name: name)
    let text = SVGText.complete(try TextSource(bytes, name: name))
    do {
      _ = try SVGRenderer(text, bounds: drawing.bounds).bitmap(size: PixelSize(width: 16, height: 16))
    } catch let error as ImageError {
      throw DescriptionError("\(name) can't be shown: \(error.reason)")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func text(at path: String) throws -> String {
    do throws(BoundedFile.Failure) {
      let bytes = try BoundedFile.read(path, limit: 1 << 22)
      do {
        return try checked(bytes, name: path)
      } catch {
        throw BoundedFile.Failure.unread("\(error)")
      }
    } catch {
      switch error {
      case .unopened(let reason): throw DescriptionError("the drawing \(path) can't be read: \(reason)")
      case .unread(let reason): throw DescriptionError(reason)
      case .tooLong: throw DescriptionError("the drawing \(path) has more than \(1 << 22) bytes")
      }
    }
  }
}

extension ShapesScene: FittedScene {
  func subjects(on page: Page) -> [Rect] {
    (try? SVGDrawing(Array(svg.utf8), name: "svg")).map { [ShapesSetting(self, $0, on: page, length: 1).frame] } ?? []
  }

  func notes(on page: Page) -> [String] {
    (try? SVGDrawing(Array(svg.utf8), name: "svg"))?.notes ?? []
  }
}

extension ShapesScene: ContentScene {
  func contentFrame(of length: Double, on page: Page) -> (Double) -> Rect {
    let frame = subjects(on: page).first ?? page.bounds
    return { _ in frame }
  }
}

/// The elements of a drawing on a page, with the times of their changes.
private struct ShapesSetting {
  private let scene: ShapesScene
  private let drawing: SVGDrawing
  private let length: Double
  let frame: Rect
  /// The size of a pixel of the drawing on the page.
  private let scale: Size
  private let point: Double

  /// An element on the page: pencils below what librsvg draws.
  private final class PlacedPart {
    let part: SVGDrawing.Part
    let layer: ArcLayer
    var pencils: [(shape: SVGDrawing.Shape, layer: ShapeLayer)] = []
    /// What is shown of it, in its latest colours.
    var picture: SVGLayer
    /// The rules of the colours so far.
    var sheet = ""
    /// The latest of these colours; nil for its own.
    var color: Color?

    init(_ part: SVGDrawing.Part, _ layer: ArcLayer, _ picture: SVGLayer) {
      (self.part, self.layer, self.picture) = (part, layer, picture)
    }
  }

  init(_ scene: ShapesScene, _ drawing: SVGDrawing, on page: Page, length: Double) {
    (self.scene, self.drawing, self.length) = (scene, drawing, length)
    point = page.point
    let (box, safe) = (drawing.bounds, page.safe)
    let fit = min(safe.width / max(1e-9, box.width), safe.height / max(1e-9, box.height))
    frame = Rect(center: safe.center, size: Size(width: box.width * fit, height: box.height * fit)).onPixels
    scale = Size(width: frame.width / max(1e-9, box.width), height: frame.height / max(1e-9, box.height))
  }

  /// Adds a plate if the drawing could not be seen on its background.
  func addPlate(to layer: Layer) throws {
    let picture = try SVGRenderer(Array(scene.svg.utf8), bounds: drawing.bounds).bitmap(size: frame.size.examined())
    guard let color = PicturePlate.color(behind: picture, on: scene.colors.ground?.center) else { return }
    layer.addSublayer(PicturePlate.layer(color, behind: Layer(frame: frame), point: point))
  }

  /// The duration of each step.
  ///
  /// Elements that no step draws get two shares at the beginning.
  private var share: Double { length / Double(scene.steps.count + 2) }

  /// The changes of each step.
  private var changes: [[ShapesScene.Step]] { scene.steps.map { $0.together ?? [$0] } }

  func install(on layer: Layer) throws {
    try check()
    let all = changes.joined()
    let recolored = Set(all.compactMap(\.color))
    let drawn = all.compactMap(\.draw) + all.compactMap(\.into)
    let moved = all.compactMap(\.move) + all.flatMap { $0.swap ?? [] } + all.compactMap(\.morph)
    let (svg, parts) = drawing.parts(
      apart: recolored.union(drawn + moved + all.compactMap(\.hide)), recolored: recolored)
    let placed = parts.map { place($0, svg, on: layer) }
    draw(placed.filter { entry in !entry.part.ids.contains { drawn.contains($0) } }, from: 0, over: share * 1.8)
    for (index, steps) in changes.enumerated() {
      let start = share * Double(index + 2)
      for step in steps {
        let named = placed.filter { entry in step.id.map(entry.part.ids.contains) ?? false }
        if step.draw != nil { draw(named, from: start, over: share * 0.9) }
        if step.hide != nil {
          for entry in named { Transaction.animate(duration: share * 0.4, delay: start) { entry.layer.opacity = 0 } }
        }
        if step.move != nil, let by = Self.vector(step.by) {
          let way = Vector(dx: by.dx * drawing.unit * scale.width, dy: by.dy * drawing.unit * scale.height)
          move(named, by: way, arc: step.arc.flatMap(Double.init) ?? 0, from: start)
        }
        if let ids = step.swap {
          let pair = ids.map { id in placed.filter { $0.part.ids.contains(id) } }
          if let first = center(pair[0]), let second = center(pair[1]) {
            let arc = step.arc.flatMap(Double.init) ?? 0.35
            move(pair[0], by: second - first, arc: arc, from: start)
            move(pair[1], by: first - second, arc: arc, from: start)
          }
        }
        if let into = step.into {
          let forms = placed.filter { $0.part.ids.contains(into) }
          morph(named, into: forms, from: start, on: layer)
        }
        if let color = step.to.flatMap({ Color($0) }) { for entry in named { recolor(entry, color, svg, from: start) } }
      }
    }
  }

  /// Checks that steps are complete and name known ids.
  private func check() throws {
    let known = drawing.ids
    guard scene.steps.allSatisfy({ $0.together == nil || $0.id == nil }) else {
      throw DescriptionError("a step with together does nothing else: put all its steps in that list")
    }
    for step in changes.joined() {
      let ids = step.swap ?? step.id.map { [$0] } ?? []
      guard step.together == nil,
        [step.draw, step.move, step.color, step.hide, step.morph, step.swap?.first].compactMap(\.self).count == 1
      else {
        throw DescriptionError(
          "a step does one thing: draw, move, swap, morph, color or hide, with an id, or several together")
      }
      guard (step.morph == nil) == (step.into == nil) else {
        throw DescriptionError("morph needs into: the id of the shape that it becomes")
      }
      if let unknown = (ids + [step.into].compactMap(\.self)).first(where: { !known.contains($0) }) {
        throw DescriptionError(
          "the drawing has no id \(unknown.onOneLine(limit: 60)): it has \(known.sorted().prefix(20).joined(separator: ", "))"
        )
      }
      guard step.swap == nil || ids.count == 2 else {
        throw DescriptionError("swap needs two ids, such as [first, second]")
      }
      if let arc = step.arc {
        guard step.move != nil || step.swap != nil, let height = Double(arc), (-2...2).contains(height) else {
          throw DescriptionError("arc is for move and swap: a number from -2 to 2, such as 0.3")
        }
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

  // MARK: - Elements

  private func place(_ part: SVGDrawing.Part, _ svg: [UInt8], on layer: Layer) -> PlacedPart {
    let holder = ArcLayer(frame: frame)
    layer.addSublayer(holder)
    let entry = PlacedPart(part, holder, picture(of: part, svg))
    let transform = AffineTransform(
      a: scale.width, b: 0, c: 0, d: scale.height, tx: -drawing.bounds.minX * scale.width,
      ty: -drawing.bounds.minY * scale.height)
    for shape in part.shapes where Self.paint(shape, "stroke") != nil || Self.paint(shape, "fill") != nil {
      let pencil = ShapeLayer(shape.path.applying(transform))
      pencil.frame = holder.bounds
      let own = shape.style["stroke-width"].flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? 1
      pencil.lineWidth = Self.paint(shape, "stroke") == nil ? scene.line * point : own * shape.scale * scale.width
      pencil.strokeColor = Self.paint(shape, "stroke") ?? Self.paint(shape, "fill") ?? scene.colors.ink
      holder.addSublayer(pencil)
      entry.pencils.append((shape, pencil))
    }
    holder.addSublayer(entry.picture)
    return entry
  }

  private func picture(of part: SVGDrawing.Part, _ svg: [UInt8], sheet: String = "") -> SVGLayer {
    let bounds = drawing.bounds
    return SVGLayer(frame: Rect(origin: .zero, size: frame.size), id: part.id) {
      try SVGRenderer(svg, bounds: bounds, sheet: sheet)
    }
  }

  /// Follows the outlines of elements one after another, then shows the elements.
  private func draw(_ entries: [PlacedPart], from start: Double, over seconds: Double) {
    let pencils = entries.flatMap(\.pencils)
    let lengths = pencils.map { max(1e-6, $0.shape.path.length).squareRoot() }
    let all = max(1e-9, lengths.reduce(0, +))
    let filling = start + seconds * 0.75
    var time = start
    for ((shape, layer), own) in zip(pencils, lengths) {
      let part = seconds * 0.75 * own / all
      let line = layer.strokeColor
      (layer.strokeEnd, layer.strokeColor) = (0, line.with(alpha: 0))
      Transaction.animate(duration: 0, delay: time) { layer.strokeColor = line }
      Transaction.animate(duration: part, delay: time, curve: .easeInOut) { layer.strokeEnd = 1 }
      time += part
      // The line of a shape without one disappears while the shape appears; others are covered by their own.
      let isLine = Self.paint(shape, "stroke") != nil
      Transaction.animate(
        duration: isLine ? 0 : seconds * 0.25, delay: isLine ? filling + seconds * 0.25 : max(filling, time)
      ) { layer.strokeColor = line.with(alpha: 0) }
    }
    for entry in entries {
      let picture = entry.picture
      picture.opacity = 0
      // What has no outlines, such as text, need not wait for them.
      let (delay, duration) = pencils.isEmpty ? (start, seconds * 0.5) : (filling, seconds * 0.25)
      Transaction.animate(duration: duration, delay: delay) { picture.opacity = 1 }
    }
  }

  /// The middle of elements where they are after all moves so far, on the page.
  private func center(_ entries: [PlacedPart]) -> Point? {
    let boxes = entries.map { entry -> Rect in
      let box = (try? entry.picture.inkBounds()) ?? .zero
      let shift = entry.layer.position - frame.center
      return Rect(origin: box.origin + shift, size: box.size)
    }.filter { !$0.isEmpty }
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }?.center
  }

  /// Moves elements, on an arc if its height relative to the distance is not 0.
  private func move(_ entries: [PlacedPart], by way: Vector, arc: Double, from start: Double) {
    let seconds = share * 0.8
    // To the left of the way, which is upwards for a way to the right.
    let side = Vector(dx: way.dy, dy: -way.dx) * arc
    for entry in entries {
      let now = entry.layer.position
      // Whole pixels keep it sharp.
      let target = Point(x: now.x + way.dx.rounded(), y: now.y + way.dy.rounded())
      Transaction.animate(duration: seconds, delay: start, curve: .easeInOut) { entry.layer.position = target }
      guard arc != 0 else { continue }
      // Half of an ellipse: the way is quickest where the height does not change.
      entry.layer.addArc(side, from: start, over: seconds)
    }
  }

  /// Shows how the shapes of elements become those of others; what has no shapes, such as text, fades.
  private func morph(_ old: [PlacedPart], into new: [PlacedPart], from start: Double, on layer: Layer) {
    let seconds = share * 0.8
    let (before, after) = (old.flatMap(forms), new.flatMap(forms))
    for index in 0..<max(before.count, after.count) {
      guard let last = after.last, let first = before.last else { break }
      let pair = (
        before.indices.contains(index) ? before[index] : first, after.indices.contains(index) ? after[index] : last
      )
      layer.addSublayer(MorphLayer(pair, from: start, over: seconds, frame: frame))
    }
    // The pictures fade above the shapes, which have their colours.
    let fade = before.isEmpty || after.isEmpty ? seconds : 0.1 * seconds
    for entry in old { Transaction.animate(duration: fade, delay: start) { entry.layer.opacity = 0 } }
    for entry in new {
      entry.layer.removeFromSuperlayer()
      layer.addSublayer(entry.layer)
      for (_, pencil) in entry.pencils { pencil.isHidden = true }
      entry.picture.opacity = 0
      Transaction.animate(duration: fade, delay: start + seconds - fade) { entry.picture.opacity = 1 }
    }
  }

  /// The shapes of an element where it is after all moves so far.
  private func forms(_ entry: PlacedPart) -> [MorphLayer.Form] {
    let shift = entry.layer.position - frame.center
    return entry.pencils.map { shape, pencil in
      let stroke = Self.paint(shape, "stroke")
      var (fill, line) = (Self.paint(shape, "fill"), stroke)
      if let color = entry.color { if fill == nil { line = color } else { fill = color } }
      return MorphLayer.Form(
        path: pencil.path.applying(.translation(x: shift.dx, y: shift.dy)), fill: fill, stroke: line,
        lineWidth: stroke == nil ? 0 : pencil.lineWidth)
    }
  }

  /// Fades to the element in another colour: that of its areas and texts, and of lines without an area.
  private func recolor(_ entry: PlacedPart, _ color: Color, _ svg: [UInt8], from start: Double) {
    for leaf in entry.part.leaves {
      let name = leaf.id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      let selector = "[id=\"\(name)\"], [id=\"\(name)\"] *"
      entry.sheet +=
        "\(selector) { \(leaf.isLine ? "stroke" : "fill"): \(color) !important; color: \(color) !important }\n"
    }
    entry.color = color
    let old = entry.picture
    let new = picture(of: entry.part, svg, sheet: entry.sheet)
    new.opacity = 0
    entry.layer.addSublayer(new)
    entry.picture = new
    Transaction.animate(duration: share * 0.5, delay: start) { new.opacity = 1 }
    // It stays below until then, so that nothing behind it shines through.
    Transaction.animate(duration: 0, delay: start + share * 0.5) { old.opacity = 0 }
  }

  /// The colour of a shape's line or fill; nil for none.
  ///
  /// Fills are black by default. Gradients and patterns are outlined in grey.
  private static func paint(_ shape: SVGDrawing.Shape, _ name: String) -> Color? {
    let text = shape.style[name] ?? (name == "fill" ? "black" : "none")
    guard text != "none", text != "transparent" else { return nil }
    let current = shape.style["color"].flatMap { Color($0) } ?? .black
    let color = text == "currentColor" ? current : Color(text) ?? Color(white: 0.5)
    let opacity = ["opacity", name + "-opacity"].compactMap { shape.style[$0].flatMap(Double.init) }.reduce(1, *)
    return color.with(alpha: color.alpha * min(max(0, opacity), 1))
  }
}

/// A layer that leaves its way sideways, on arcs.
private final class ArcLayer: Layer {
  private var arcs: [(side: Vector, start: Double, seconds: Double)] = []

  /// Adds an arc: the largest distance from the way, and its time.
  func addArc(_ side: Vector, from start: Double, over seconds: Double) { arcs.append((side, start, seconds)) }

  override func update(at time: Double) {
    let way = arcs.reduce(Vector.zero) { sum, arc in
      let part = (time - arc.start) / arc.seconds
      guard part > 0, part < 1 else { return sum }
      let along = TimingCurve.easeInOut.value(at: part)
      return sum + arc.side * (2 * (along * (1 - along)).squareRoot())
    }
    transform = .translation(x: way.dx, y: way.dy)
  }
}

extension ShapesScene.Step {
  /// The id that it names.
  fileprivate var id: String? { draw ?? move ?? morph ?? color ?? hide }
}
