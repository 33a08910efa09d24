/// The inherited properties of an SVG element that affect its drawing cost: ids of paints and markers, and dashes.
struct SVGLook: Hashable {
  private var fill: [String] = []
  private var stroke: [String] = []
  private(set) var start: [String] = []
  private(set) var middle: [String] = []
  private(set) var end: [String] = []
  /// The length of a dash with its gap; 0 for none.
  private(set) var dash = 0.0

  /// Patterns of the fill and the stroke.
  var paints: [String] { fill + stroke }

  init() {}

  /// The look of an element that is drawn elsewhere but inherits from its ancestors in the file.
  init(ofAncestorsOf index: Int, in elements: [SVGElement]) {
    var chain: [Int] = []
    var parent = elements[index].parent
    while let next = parent {
      chain.append(next)
      parent = elements[next].parent
    }
    self = chain.reversed().reduce(SVGLook()) { $0.with(elements[$1]) }
  }

  /// The look within an element.
  func with(_ element: SVGElement) -> SVGLook {
    guard !element.values.isEmpty else { return self }
    var look = self
    func take(_ names: [String], _ ids: inout [String]) {
      if names.contains(where: { element.values[$0] != nil }) { ids = element.references(of: names) }
    }
    take(["fill"], &look.fill)
    take(["stroke"], &look.stroke)
    take(["marker", "marker-start"], &look.start)
    take(["marker", "marker-mid"], &look.middle)
    take(["marker", "marker-end"], &look.end)
    if let dashes = element.values["stroke-dasharray"] {
      look.dash = dashes.map { SVGDocument.numbers($0).reduce(0, +) }.filter { $0 > 0 }.min() ?? 0
    }
    return look
  }
}
