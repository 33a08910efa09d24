import ReelFiles
import ReelFormats
import ReelGeometry

/// The elements of an SVG file, for `use`, which draws one of them again.
struct SVGReferences {
  private struct Element {
    var name: Substring
    var attributes: [XMLAttribute]
    var children: [Int] = []
  }

  private var elements: [Element] = []
  private var ids: [String: Int] = [:]
  /// The number of elements drawn again so far.
  private var count = 0

  /// The maximum number of elements drawn again, because references within references multiply.
  private static let limit = 200_000
  /// The maximum nesting depth of elements and references, which ends those that contain themselves.
  private static let deepest = 60

  /// Reads the elements of a file.
  init(_ source: TextSource) throws(FormatError) {
    var parser = XMLPullParser(source)
    var open: [Int] = []
    while let event = try parser.next() {
      switch event {
      case .text: break
      case .end: open.removeLast()
      case .start(let name, let attributes):
        let index = elements.count
        elements.append(Element(name: XMLName.local(name), attributes: attributes))
        if let parent = open.last { elements[parent].children.append(index) }
        if let id = attributes["id"], ids[id] == nil { ids[id] = index }
        open.append(index)
      }
    }
  }

  /// Calls the body with each visible element that a `use` draws, in order, and its transform.
  ///
  /// - Returns: whether all were drawn; false for too many.
  mutating func draw(
    _ use: [XMLAttribute], transform: AffineTransform, _ body: (Substring, [XMLAttribute], AffineTransform) -> Void
  ) -> Bool { draw(use, transform: transform, depth: 0, body) }

  private mutating func draw(
    _ use: [XMLAttribute], transform: AffineTransform, depth: Int,
    _ body: (Substring, [XMLAttribute], AffineTransform) -> Void
  ) -> Bool {
    guard depth < Self.deepest, let target = SVGOutline.reference(use).flatMap({ ids[$0] }) else { return true }
    func number(_ name: String) -> Double? { use[name].flatMap { SVGDocument.numbers($0).first } }
    var place = AffineTransform.translation(x: number("x") ?? 0, y: number("y") ?? 0).followed(by: transform)
    let element = elements[target]
    if element.name == "symbol" || element.name == "svg",
      let box = element.attributes["viewBox"].map(SVGDocument.numbers), box.count == 4, box[2] > 0, box[3] > 0
    {
      // As large as fits into the viewport, in its middle.
      let (width, height) = (number("width") ?? box[2], number("height") ?? box[3])
      let scale = min(width / box[2], height / box[3])
      place = AffineTransform.translation(x: -box[0] - box[2] / 2, y: -box[1] - box[3] / 2)
        .followed(by: .scale(scale)).followed(by: .translation(x: width / 2, y: height / 2)).followed(by: place)
    }
    return draw(element: target, isReferenced: true, transform: place, depth: depth + 1, body)
  }

  private mutating func draw(
    element index: Int, isReferenced: Bool, transform: AffineTransform, depth: Int,
    _ body: (Substring, [XMLAttribute], AffineTransform) -> Void
  ) -> Bool {
    let element = elements[index]
    count += 1
    guard count <= Self.limit else { return false }
    guard depth < Self.deepest, isReferenced || !SVGDocument.hidden.contains(element.name),
      !SVGDocument.isInvisible(element.attributes)
    else { return true }
    let transform =
      element.attributes["transform"].flatMap(SVGTransform.parse).map { $0.followed(by: transform) } ?? transform
    if element.name == "use" { return draw(element.attributes, transform: transform, depth: depth, body) }
    body(element.name, element.attributes, transform)
    for child in element.children {
      guard draw(element: child, isReferenced: false, transform: transform, depth: depth + 1, body) else {
        return false
      }
    }
    return true
  }
}
