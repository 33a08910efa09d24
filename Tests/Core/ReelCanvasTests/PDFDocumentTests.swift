import ReelCanvas
import ReelGeometry
import Testing

@Suite struct PDFDocumentTests {
  private func document(_ pages: Int = 2) throws -> PDFDocument {
    try PDFDocument(size: Size(width: 200, height: 100), pageCount: pages, title: "Oma") { page, context in
      let line = Path(points: [Point(x: 10, y: 20), Point(x: 190, y: 20 + Double(page))])
      context.stroke(line, with: .color(.black), style: .round(width: 3))
      context.fill(Rect(x: 20, y: 40, width: 30, height: 30), with: .color(Color(white: 0.5)))
    }
  }

  @Test("The same drawing gives the same bytes")
  func determinism() throws {
    let bytes = try document().bytes
    #expect(try document().bytes == bytes)
    #expect(bytes.starts(with: Array("%PDF-".utf8)))
  }

  @Test("Each page is there, and straight lines are lines, not pictures of them")
  func content() throws {
    let text = String(decoding: try document(3).bytes, as: UTF8.self)
    #expect(text.contains("/Count 3") && text.contains("(Oma)"))
    #expect(!text.contains("/Subtype /Image") && !text.contains("/ImageMask"))
    // A page without them is shorter.
    let empty = try PDFDocument(size: Size(width: 200, height: 100), pageCount: 3, title: "Oma") { _, _ in }
    #expect(try document(3).bytes.count > empty.bytes.count)
  }
}
