import ReelFormats
import ReelFiles
import ReelGeometry

/// The cost of drawing an SVG file, estimated before drawing it.
///
/// librsvg can't be stopped while it draws, and a few lines of SVG can take hours: nested references multiply, and the cost of filters,
/// masks and patterns grows with the picture's size. The estimate follows the same references. It depends on the file alone, never on a
/// clock, so a file is accepted on every machine or on none. A step takes about 3 µs of one core in a picture of 1280x720.
package struct SVGWork {
  /// The maximum number of steps of a drawing.
  package static let limit = 10_000_000
  /// The maximum nesting depth of elements and references.
  private static let deepest = 600
  /// The maximum nesting depth of drawings within drawings.
  private static let deepestDrawing = 3
  /// Elements that are drawn only where something refers to them.
  private static let hidden: Set<String> = [
    "defs", "clipPath", "mask", "marker", "pattern", "symbol", "filter", "linearGradient", "radialGradient", "style",
    "metadata", "title", "desc", "script",
  ]

  private let source: TextSource
  private let elements: [SVGElement]
  private var indices: [String: Int] = [:]
  /// The costs of references counted so far, by their inherited look.
  private var known: [Reference: Int] = [:]
  /// The elements being counted; a reference to one of them is a cycle.
  private var open: Set<Int> = []
  private let drawing: Int

  private struct Reference: Hashable {
    var index: Int
    var look: SVGLook
  }

  /// Counts the steps of a file.
  ///
  /// - Throws: `FormatError` for a file that is not SVG, and for one that takes more than `limit`, with the line and column of the cause.
  package static func count(_ bytes: [UInt8], name: String) throws(FormatError) -> Int {
    try count(TextSource(bytes, name: name), drawing: 1)
  }

  private static func count(_ source: TextSource, drawing: Int) throws(FormatError) -> Int {
    var work = SVGWork(source, try SVGElement.elements(of: source), drawing: drawing)
    return try work.cost(of: 0, SVGLook(), depth: 0)
  }

  private init(_ source: TextSource, _ elements: [SVGElement], drawing: Int) {
    (self.source, self.elements, self.drawing) = (source, elements, drawing)
    for (index, element) in elements.enumerated() {
      if let id = element.id, indices[id] == nil { indices[id] = index }
    }
  }

  private func refusal(_ index: Int) -> FormatError {
    source.error(
      at: elements[index].offset,
      "<\(elements[index].name)> takes more than \(Self.limit / 1_000_000) million steps to draw, which is the limit: use fewer nested references (use, pattern, mask, marker, filter), simpler filters, or a smaller picture"
    )
  }

  // MARK: Elements

  private mutating func cost(of index: Int, _ inherited: SVGLook, depth: Int) throws(FormatError) -> Int {
    let element = elements[index]
    guard depth < Self.deepest else {
      throw source.error(
        at: element.offset, "expected at most \(Self.deepest) nested elements and references, found more")
    }
    let look = inherited.with(element)
    var sum = 10
    func add(_ cost: Int, times: Int = 1) throws(FormatError) {
      sum += min(cost, Self.limit + 1) * min(times, Self.limit + 1)
      if sum > Self.limit { throw refusal(index) }
    }
    try add(element.points + 20 * element.letters)
    if element.isLayer { try add(100) }
    for id in element.references(of: ["filter", "mask", "clip-path"]) { try add(try cost(ofReference: id, depth)) }
    try add(20_000, times: element.filterFunctions)
    if element.points > 0 || element.letters > 0 {
      for id in look.paints { try add(try cost(ofReference: id, depth)) }
    }
    if element.points > 0 {
      for (ids, count) in [(look.start, 1), (look.end, 1), (look.middle, element.points)] {
        for id in ids { try add(10 + (try cost(ofReference: id, depth)), times: count) }
      }
      if look.dash > 0 { try add(Int(clamping: element.length / look.dash)) }
    }
    if let picture = element.picture { try add(try cost(ofPicture: picture, at: element)) }
    if element.name == "use", let link = element.link, let target = indices[link] {
      try add(try cost(ofTarget: target, look, depth))
    }
    for child in element.children where !Self.hidden.contains(elements[child].name) {
      try add(try cost(of: child, look, depth: depth + 1))
    }
    return sum
  }

  /// The cost of an element drawn elsewhere, counted once for each look that it inherits.
  private mutating func cost(ofTarget index: Int, _ look: SVGLook, _ depth: Int) throws(FormatError) -> Int {
    let reference = Reference(index: index, look: look)
    if let cost = known[reference] { return cost }
    // What librsvg omits from a cycle depends on where the cycle begins, and no drawing needs one.
    guard open.insert(index).inserted else {
      throw source.error(at: elements[index].offset, "expected no <\(elements[index].name)> that refers to itself")
    }
    defer { open.remove(index) }
    let cost = try cost(of: index, look, depth: depth + 1)
    known[reference] = cost
    return cost
  }

  // MARK: References

  /// The cost of each use of a pattern, mask, marker, clip path or filter.
  private mutating func cost(ofReference id: String, _ depth: Int) throws(FormatError) -> Int {
    guard let index = indices[id] else { return 0 }
    switch elements[index].name {
    case "pattern", "mask": return 1000 + (try content(of: index, depth))
    case "clipPath", "marker": return 100 + (try content(of: index, depth))
    case "filter":
      var sum = 10_000
      for child in elements[index].children { sum += try cost(ofPrimitive: child, depth) }
      return sum
    default: return 0
    }
  }

  private mutating func content(of index: Int, _ depth: Int) throws(FormatError) -> Int {
    let own = try cost(ofTarget: index, SVGLook(ofAncestorsOf: index, in: elements), depth)
    // A pattern may reuse the content of another.
    guard elements[index].name == "pattern", let link = elements[index].link, let target = indices[link],
      elements[target].name == "pattern"
    else { return own }
    guard depth < Self.deepest else { throw refusal(index) }
    return own + (try content(of: target, depth + 1))
  }

  private mutating func cost(ofPrimitive index: Int, _ depth: Int) throws(FormatError) -> Int {
    let element = elements[index]
    switch element.name {
    case "feMorphology": return 600_000
    case "feTurbulence": return 20_000 * max(1, min(1000, element.number("numOctaves")))
    case "feDiffuseLighting", "feSpecularLighting": return 30_000
    case "feConvolveMatrix":
      let order = SVGDocument.numbers(element.values["order"]?.first ?? "3").map { Int(clamping: $0) }
      // Larger kernels crash librsvg.
      guard order.allSatisfy({ $0 <= 20 }) else { throw refusal(index) }
      return 7000 * max(1, order.first ?? 3) * max(1, order.last ?? 3)
    case "feImage":
      if let picture = element.picture { return 100_000 + (try cost(ofPicture: picture, at: element)) }
      guard let link = element.link, let target = indices[link] else { return 100_000 }
      return 100_000 + (try cost(ofTarget: target, SVGLook(ofAncestorsOf: target, in: elements), depth))
    default: return 10_000
    }
  }

  // MARK: Pictures

  private func cost(ofPicture picture: SVGEmbedded, at element: SVGElement) throws(FormatError) -> Int {
    switch picture {
    case .pixels(let count): return min(count / 20, Self.limit + 1)
    case .drawing(let bytes):
      guard drawing < Self.deepestDrawing else {
        throw source.error(at: element.offset, "expected drawings nested at most \(Self.deepestDrawing) levels deep")
      }
      return try Self.count(TextSource(bytes, name: source.name), drawing: drawing + 1)
    }
  }
}
