import Foundation
import ReelFiles
import ReelGeometry
import ReelInk
import ReelTracing
import Testing

@Suite("Font letters") struct LetterFontTests {
  private static let wide = Rect(x: 0, y: 0, width: 1100, height: 550)

  private func bounds(_ paths: [Path]) -> Rect {
    let points = paths.flatMap { $0.flattened(tolerance: 0.01) }.joined()
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return Rect(x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
  }

  private static let font = """
    <svg xmlns="http://www.w3.org/2000/svg"><font horiz-adv-x="500"><font-face units-per-em="1000"/>
    <glyph unicode="H" d="M0 0V800M400 0V800"/><glyph unicode="l" horiz-adv-x="200" d="M0 0V800"/>
    <glyph unicode="é" d="M0 0L0 400L300 400"/><glyph unicode="blank"/></font></svg>
    """

  private func alphabet(_ text: String) throws -> Alphabet {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).svg")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try Alphabet.standard.preferring(svgFontAt: url)
  }

  @Test("Built-in letters fill a font's gaps, at the height of the font's own")
  func fallback() throws {
    let alphabet = try alphabet(Self.font)
    #expect(alphabet.missing(in: "Hléä日b日").map(String.init) == ["日"])
    let paths = try alphabet.paths(for: "HT", in: Self.wide)
    #expect(paths.count == 4)
    let (h, t) = (bounds([paths[0]]), bounds([paths[3]]))
    #expect(abs(h.minY - t.minY) < 0.01 && abs(h.maxY - t.maxY) < 0.01)
    // The font's own letter, whether the text has it as one code point or as two.
    #expect(try alphabet.paths(for: "e\u{301}", in: Self.wide).count == 1)
    #expect(try alphabet.paths(for: "é", in: Self.wide) == alphabet.paths(for: "e\u{301}", in: Self.wide))
  }

  @Test("A file that is not a font is refused")
  func noFont() {
    #expect(throws: FormatError.self) {
      try alphabet("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0H9\"/></svg>")
    }
    #expect(throws: FormatError.self) { try alphabet("[1, 2]") }
  }
}
