import ReelFormats
import ReelFiles
import ReelGeometry

/// The elements of an SVG file that are drawn, from bottom to top, with the outlines and styles of shapes.
///
/// librsvg draws the elements themselves; outlines are what a pencil follows before.
package struct SVGDrawing: Sendable {
  /// A shape with an outline.
  package struct Shape: Sendable {
    /// The outline, in the coordinates of `bounds`.
    package var path: Path
    /// The style of the shape, its own or inherited from its groups: `fill`, `stroke`, `stroke-width`, `opacity`.
    package var style: [String: String]
    /// The scale of its coordinates relative to `bounds`, for the width of its line.
    package var scale: Double
  }

  /// An element that is drawn with all that is in it.
  package struct Part: Sendable {
    /// The id by which it is drawn; nil for the whole drawing.
    package var id: String?
    /// The ids of the element and its groups, innermost first.
    package var ids: [String]
    /// The shapes in it, from bottom to top.
    package var shapes: [Shape]
    /// The ids of its leaves: shapes, texts, pictures and references; empty unless they were asked for.
    package var leaves: [(id: String, isLine: Bool)]
  }

  private struct Element {
    var name: String
    var offset: Int
    /// The number of bytes of its name with the prefix.
    var nameLength: Int
    var id: String?
    var parent: Int?
    var children: [Int] = []
    /// Whether only something that refers to it draws it.
    var isHidden = false
    var shape: Shape?
    var isLine = false
  }

  /// The visible part of the drawing, in pixels of its own size.
  package private(set) var bounds = Rect.zero
  /// The length of a unit of its `viewBox`, in pixels.
  package private(set) var unit = 1.0
  /// Whether it draws a text.
  package var hasText: Bool { elements.contains { $0.name == "text" && !$0.isHidden } }
  /// The elements that librsvg does not draw, with their lines, as messages.
  package private(set) var notes: [String] = []
  private let source: TextSource
  private var elements: [Element] = []
  private var count = 0

  /// The maximum number of steps of all outlines together.
  private static let limit = 200_000
  private static let deepest = 200
  /// The maximum distance of a point from the origin, both in units of the file and after all transforms.
  private static let farthest = 1e9
  private static let hidden: Set<Substring> = [
    "defs", "clipPath", "mask", "marker", "pattern", "symbol", "font", "metadata", "style", "title", "desc", "script",
    "filter", "linearGradient", "radialGradient",
  ]
  private static let leaves: Set<String> = [
    "path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "text", "use", "image",
  ]
  private static let inherited: Set<Substring> = [
    "fill", "stroke", "stroke-width", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-linecap",
    "color", "display", "visibility",
  ]

  /// The state that an element's children inherit.
  private struct Context {
    var transform = AffineTransform.identity
    var style: [String: String] = [:]
    var isHidden = false
    var viewport = Size.zero
    var index: Int?
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the file's name in errors.
  /// - Throws: `FormatError` with line and column for a file that is not SVG, draws nothing, has too many points, or takes more work
  ///   than `SVGWork.limit`.
  package init(_ bytes: [UInt8], name: String) throws(FormatError) {
    source = try TextSource(bytes, name: name)
    _ = try SVGWork.count(bytes, name: name)
    let sheet = SVGStyleSheet(try Self.sheet(of: source))
    let size = try? SVGHeader(bytes, name: name).size
    var undrawn = SVGUndrawn(source)
    var parser = XMLPullParser(source)
    var contexts = [Context()]
    while let event = try parser.next() {
      switch event {
      case .text: break
      case .end: contexts.removeLast()
      case .start(let fullName, let attributes):
        let name = XMLName.local(fullName)
        guard contexts.count > 1 || name == "svg" else {
          throw source.error(at: parser.eventStart, "expected an SVG, found <\(name)>")
        }
        guard contexts.count < Self.deepest else {
          throw source.error(at: parser.eventStart, "expected elements nested at most \(Self.deepest) levels deep")
        }
        let parent = contexts[contexts.count - 1]
        undrawn.add(name, attributes, in: parent.index.map { elements[$0].name }, at: parser.eventStart)
        var context = Self.context(attributes, name, in: parent, sheet)
        if name == "svg" {
          place(&context, attributes, size, isRoot: contexts.count == 1)
          guard Self.isNear(bounds), bounds.isEmpty || min(bounds.width, bounds.height) >= 1 / Self.farthest else {
            throw source.error(at: parser.eventStart, "expected a viewBox of numbers up to a billion")
          }
        }
        var element = Element(
          name: String(name), offset: parser.eventStart, nameLength: fullName.utf8.count, id: attributes["id"],
          parent: parent.index)
        element.isHidden = context.isHidden
        let isDrawn = !context.isHidden && context.style["visibility"] != "hidden"
        if isDrawn, let path = SVGOutline.path(of: name, attributes, limit: Self.limit), !path.isEmpty {
          count += path.elements.count
          guard count <= Self.limit else {
            throw source.error(at: parser.eventStart, "expected at most \(Self.limit) points, found more")
          }
          let drawn = path.applying(context.transform)
          guard drawn.controlBounds.map(Self.isNear) ?? true else {
            throw source.error(
              at: parser.eventStart, "expected coordinates up to a billion, found <\(name)> with others")
          }
          element.shape = Shape(
            path: drawn, style: context.style, scale: abs(context.transform.determinant).squareRoot())
        }
        element.isLine = context.style["fill"] == "none"
        context.index = elements.count
        if let parent = parent.index { elements[parent].children.append(elements.count) }
        elements.append(element)
        contexts.append(context)
      }
    }
    guard elements.contains(where: { !$0.isHidden && Self.leaves.contains($0.name) }) else {
      throw source.error(at: 0, "expected shapes, found none that can be drawn")
    }
    if bounds.isEmpty {
      bounds = elements.compactMap { $0.shape?.path.controlBounds }.reduce(nil) { $0?.union($1) ?? $1 } ?? .zero
    }
    guard !bounds.isEmpty else {
      throw source.error(at: 0, "expected a size: give the SVG a viewBox, or a width and a height")
    }
    notes = undrawn.notes
  }

  // MARK: - Parts

  /// The ids that steps can name, in the order of the file.
  package var ids: [String] {
    elements.filter { !$0.isHidden }.compactMap(\.id)
  }

  /// Returns the drawing divided so that elements can be drawn apart from the rest, with the text by whose ids they are drawn.
  ///
  /// - Parameters:
  ///   - apart: The ids of these elements.
  ///   - recolored: The ids of those whose leaves need ids too.
  package func parts(apart: Set<String>, recolored: Set<String>) -> (svg: [UInt8], parts: [Part]) {
    let ids = elements.enumerated().map { $0.element.id ?? "reel-\($0.offset)" }
    var needed: Set<Int> = []
    var parts: [Part] = []
    /// Whether something within an element is drawn apart.
    var divides = [Bool](repeating: false, count: elements.count)
    for index in elements.indices.reversed() {
      let element = elements[index]
      guard !element.isHidden, let parent = element.parent else { continue }
      if divides[index] || element.id.map(apart.contains) ?? false, elements[parent].name != "text" {
        divides[parent] = true
      }
    }
    func visit(_ index: Int, _ outer: [String]) {
      let element = elements[index]
      guard !element.isHidden else { return }
      let names = (element.id.map { [$0] } ?? []) + outer
      if divides[index] {
        for child in element.children { visit(child, names) }
        return
      }
      let isRoot = index == 0
      if !isRoot { needed.insert(index) }
      var part = Part(id: isRoot ? nil : ids[index], ids: names, shapes: [], leaves: [])
      let isRecolored = names.contains(where: recolored.contains)
      gather(index, into: &part) { leaf in
        guard isRecolored else { return nil }
        needed.insert(leaf)
        return ids[leaf]
      }
      parts.append(part)
    }
    visit(0, [])
    let named = needed.sorted().filter { elements[$0].id == nil }.map { index in
      (at: elements[index].offset + 1 + elements[index].nameLength, text: " id=\"\(ids[index])\"")
    }
    return (SVGText.complete(source, inserting: named), parts)
  }

  private func gather(_ index: Int, into part: inout Part, _ id: (Int) -> String?) {
    let element = elements[index]
    guard !element.isHidden else { return }
    if let shape = element.shape { part.shapes.append(shape) }
    guard !Self.leaves.contains(element.name) else {
      if let id = id(index) { part.leaves.append((id, element.isLine)) }
      return
    }
    for child in element.children { gather(child, into: &part, id) }
  }

  // MARK: - Reading

  /// Whether the rectangle is near enough to the origin; false for NaN too.
  private static func isNear(_ rect: Rect) -> Bool {
    [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { abs($0) <= farthest }
  }

  private static func sheet(of source: TextSource) throws(FormatError) -> String {
    guard source.contains("<style") || source.contains(":style") else { return "" }
    var parser = XMLPullParser(source)
    var (sheet, isOpen) = ("", false)
    while let event = try parser.next() {
      switch event {
      case .start(let name, _): isOpen = XMLName.local(name) == "style"
      case .end: isOpen = false
      case .text(let bytes): if isOpen { sheet += String(decoding: bytes, as: UTF8.self) }
      }
    }
    return sheet
  }

  /// Applies the position, size and `viewBox` of an `svg` element.
  private mutating func place(
    _ context: inout Context, _ attributes: [XMLAttribute], _ size: (width: Double, height: Double)?, isRoot: Bool
  ) {
    func length(_ name: String, of whole: Double, otherwise: Double) -> Double {
      guard let text = attributes[name], let number = SVGDocument.numbers(text).first else { return otherwise }
      return text.contains("%") ? whole * number / 100 : number
    }
    let outer = context.viewport
    let frame =
      isRoot
      ? size.map { Rect(x: 0, y: 0, width: $0.width, height: $0.height) } ?? .zero
      : Rect(
        x: length("x", of: outer.width, otherwise: 0), y: length("y", of: outer.height, otherwise: 0),
        width: length("width", of: outer.width, otherwise: outer.width),
        height: length("height", of: outer.height, otherwise: outer.height))
    if isRoot { bounds = frame }
    context.viewport = frame.size
    let box = attributes["viewBox"].map(SVGDocument.numbers) ?? []
    guard box.count == 4, box[2] > 0, box[3] > 0, !frame.isEmpty else {
      context.transform = AffineTransform.translation(x: frame.minX, y: frame.minY).followed(by: context.transform)
      return
    }
    context.viewport = Size(width: box[2], height: box[3])
    let fit = attributes["preserveAspectRatio"] ?? "xMidYMid"
    var (across, down) = (frame.width / box[2], frame.height / box[3])
    if !fit.contains("none") {
      across = fit.contains("slice") ? max(across, down) : min(across, down)
      down = across
    }
    func share(_ least: String, _ most: String) -> Double { fit.contains(least) ? 0 : fit.contains(most) ? 1 : 0.5 }
    let left = frame.minX + share("xMin", "xMax") * (frame.width - across * box[2]) - across * box[0]
    let top = frame.minY + share("YMin", "YMax") * (frame.height - down * box[3]) - down * box[1]
    context.transform = AffineTransform(a: across, b: 0, c: 0, d: down, tx: left, ty: top)
      .followed(by: context.transform)
    if isRoot { unit = across }
  }

  private static func context(
    _ attributes: [XMLAttribute], _ element: Substring, in parent: Context, _ sheet: SVGStyleSheet
  ) -> Context {
    var context = parent
    for attribute in attributes {
      let name = XMLName.local(attribute.name)
      if inherited.contains(name) { context.style[String(name)] = attribute.value }
    }
    func take(_ declarations: [(name: String, value: String)]) {
      for (name, value) in declarations where inherited.contains(name[...]) {
        context.style[name] = value.filter { !$0.isWhitespace }
      }
    }
    if !sheet.isEmpty {
      let classes = attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
      for key in ["*", String(element)] + classes.map({ "." + $0 }) + (attributes["id"].map { ["#" + $0] } ?? []) {
        take(sheet.rules[key] ?? [])
      }
    }
    take(SVGStyleSheet.declarations(attributes["style"] ?? ""))
    if let transform = attributes["transform"].flatMap(SVGTransform.parse) {
      context.transform = transform.followed(by: parent.transform)
    }
    context.isHidden = parent.isHidden || hidden.contains(element) || context.style["display"] == "none"
    return context
  }
}
