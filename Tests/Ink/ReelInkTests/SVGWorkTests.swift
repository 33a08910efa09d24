import ReelFiles
import Testing

@testable import ReelInk

@Suite("The cost of an SVG drawing") struct SVGWorkTests {
  private static func svg(_ body: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 100 100'>\n\(body)\n</svg>"
  }

  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// Levels of elements each of which refers to the one before ten times.
  private static func nested(_ level: (_ index: Int, _ content: String) -> String, _ reference: (Int) -> String)
    -> String
  {
    (0..<9).map { level($0, $0 == 0 ? "<path d='M0 0L9 9'/>" : repeated(reference($0 - 1), 10)) }.joined()
  }

  private static let kernel = repeated("1 ", 3600)

  /// The width and height of a PNG in its head, in Base64.
  private static let hugePNG = "iVBORw0KGgoAAAANSUhEUgAA//8AAP//CAYAAAA="

  static let bombs: [(name: String, text: String)] = [
    (
      "nested use",
      nested({ "<g id='a\($0)'>\($1)</g>" }, { "<use xlink:href='#a\($0)'/>" })
    ),
    (
      "nested patterns",
      nested(
        { "<pattern id='p\($0)' width='9' height='9'>\($1)</pattern>" },
        { "<rect width='90' height='90' fill='url(#p\($0))'/>" }) + "<rect width='9' height='9' fill='url(#p8)'/>"
    ),
    (
      "nested masks",
      nested(
        { "<mask id='p\($0)'>\($1)</mask>" }, { "<rect width='90' height='90' mask='url(#p\($0))'/>" })
        + "<rect width='9' height='9' style='mask: url( \"#p8\" )'/>"
    ),
    (
      "nested clip paths",
      nested(
        { "<clipPath id='p\($0)'>\($1)</clipPath>" }, { "<rect width='90' height='90' clip-path='url(#p\($0))'/>" })
        + "<g clip-path='url(#p8)'><rect width='9' height='9'/></g>"
    ),
    (
      "nested markers",
      nested(
        { "<marker id='p\($0)'>\($1)</marker>" }, { "<path marker-start='url(#p\($0))' d='M0 0L1 1'/>" })
        + "<g marker-start='url(#p8)'><path d='M0 0L5 5'/></g>"
    ),
    (
      "a marker at each of many points",
      "<marker id='m'><path d='M0 0\(repeated("L1 1", 9000))'/></marker><g marker='url(#m)'><path d='M0 0\(repeated("L5 5", 9000))'/></g>"
    ),
    (
      "an inherited marker within use",
      "<marker id='m'><path d='M0 0\(repeated("L1 1", 9000))'/></marker><defs><path id='x' d='M0 0\(repeated("L5 5", 9000))'/></defs><use href='#x' marker-mid='url(#m)'/>"
    ),
    (
      "many filters",
      "<filter id='f'>\(repeated("<feGaussianBlur stdDeviation='5'/>", 3000))</filter><rect width='9' height='9' filter='url(#f)'/>"
    ),
    (
      "a filter of a style sheet",
      "<style>g .x:hover, rect.x { filter : url(#f) }</style><filter id='f'><feMorphology radius='50'/></filter>\(repeated("<rect class='a x' width='9' height='9'/>", 100))"
    ),
    (
      "a filter in escapes",
      "<style>.x { f\\69lter: u\\72 l(#f) }</style><filter id='f'><feMorphology radius='50'/></filter>\(repeated("<rect class='x' width='9' height='9'/>", 100))"
    ),
    ("filters of CSS", repeated("<g style='filter: blur(5px) drop-shadow(1 1 1)'/>", 1000)),
    (
      "a large kernel",
      "<filter id='f'><feConvolveMatrix order='60' kernelMatrix='\(kernel)'/></filter><rect width='9' height='9' filter='url(#f)'/>"
    ),
    ("turbulence", "<filter id='f'><feTurbulence numOctaves='1e300'/></filter><g filter='url(#f)'/>"),
    (
      "filters that draw others",
      nested({ "<filter id='f\($0)'>\($1)</filter>" }, { "<feImage href='#r\($0)'/>" })
        + (0..<9).map { "<rect id='r\($0)' width='9' height='9' filter='url(#f\($0))'/>" }.joined()
    ),
    ("dashes", "<path d='M0 0H1e12' stroke='red' stroke-dasharray='1e-3 1e-3'/>"),
    ("text", "<text>\(repeated("a", 1_100_000))</text>"),
    ("layers", repeated("<path opacity='0.5' d='M0 0'/>", 190_000)),
    ("a huge picture", "<image href='data:image/png;base64,\(hugePNG)'/>"),
    (
      "a huge picture in a drawing",
      "<image href=\"data:image/svg+xml,<svg><image href='data:image/png;base64,\(hugePNG)'/></svg>\"/>".replacing(
        "svg+xml,<svg><image", with: "svg+xml,%3Csvg>%3Cimage"
      ).replacing("/></svg>", with: "/>%3C/svg>")
    ),
    ("a circle", "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"),
    (
      "references without end",
      "<g id='a0'/>" + (1..<9000).map { "<g id='a\($0)'><use href='#a\($0 - 1)'/></g>" }.joined()
    ),
  ]

  @Test("A few lines that would take hours are refused with line and column", arguments: bombs)
  func refused(bomb: (name: String, text: String)) {
    let error = #expect(throws: FormatError.self, "\(bomb.name)") {
      try SVGWork.count(Array(Self.svg(bomb.text).utf8), name: "bomb.svg")
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("bomb.svg:2:") || text.hasPrefix("bomb.svg:1:"), "\(bomb.name): \(text)")
    #expect(!text.contains("\n"))
  }

  @Test("Default attributes in a document type are refused, unless they have other prefixes")
  func defaults() throws {
    func text(_ attribute: String) -> [UInt8] {
      Array(
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.0//EN' 'http://www.w3.org/TR/svg10.dtd' [<!ATTLIST rect \(attribute)>]>\(Self.svg("<rect width='9' height='9'/>"))"
          .utf8)
    }
    #expect(throws: FormatError.self) { try SVGWork.count(text("filter CDATA 'url(#f)'"), name: "a") }
    #expect(throws: FormatError.self) { try SVGWork.count(text("xlink:href CDATA #FIXED '#f'"), name: "a") }
    _ = try SVGWork.count(text("kvg:element CDATA #IMPLIED"), name: "a")
    _ = try SVGWork.count(text("xmlns:kvg CDATA #FIXED 'http://kanjivg.tagaini.net'"), name: "a")
  }

  @Test(
    "Ordinary drawings are far from the limit",
    arguments: [
      // A shadow on each of many boxes, as drawing programs make it.
      "<filter id='s'><feGaussianBlur stdDeviation='2'/><feOffset dx='1'/><feMerge><feMergeNode/></feMerge></filter>"
        + repeated("<rect width='9' height='9' rx='2' filter='url(#s)'/>", 100),
      // A plot of many points.
      "<defs><path id='m' d='M0 3C0.8 3 1.5 2.6 2.1 2.1'/></defs>"
        + repeated("<use xlink:href='#m' x='3' y='4'/>", 20_000),
      // A graph with arrows.
      "<marker id='a'><path d='M0 0L10 5L0 10z'/></marker>"
        + repeated("<path d='M0 0C1 2 3 4 5 6' marker-end='url(#a)'/>", 5000),
      // A map.
      "<path d='M0 0\(repeated("l1.25-3.5", 300_000))'/>",
      // A document.
      repeated("<text x='3'>The quick brown fox</text>", 5000),
      // Clipped and faded groups.
      "<clipPath id='c'><rect width='50' height='50'/></clipPath>"
        + repeated(
          "<g clip-path='url(#c)' opacity='0.5'><rect width='9' height='9' stroke-dasharray='2 1'/></g>", 10_000),
    ])
  func ordinary(body: String) throws {
    #expect(try SVGWork.count(Array(Self.svg(body).utf8), name: "plain.svg") < SVGWork.limit / 2)
  }
}
