import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelTracing
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Recorded ink", Corpus.whenThere)
struct CorpusTests {
  @Test("dump")
  func dump() throws {
    for folder in ["quickdraw", "inkml", "kanjivg", "pointer", "svgfont", "uji"] {
      for file in try Corpus.files(in: folder) {
        do {
          let ink = try InkFile.read(contentsOf: Corpus.url("\(folder)/\(file)"), options: InkOptions(text: folder == "svgfont" ? "Reel\nßÇ" : nil))
          let session = ink.session(canvas: Size(width: 300, height: 200), margin: 10)
          print("GOT", file, session.milliseconds)
          var bitmap = Bitmap(size: PixelSize(width: 300, height: 200))
          try bitmap.draw { c in
            c.paint(.color(.white))
            for p in session.header.expected { c.stroke(p, with: .color(Color("red")!), style: StrokeStyle(width: 2)) }
            var path = Path()
            for e in session.events { switch e.phase { case .began: path.move(to: e.point); path.addLine(to: e.point + Vector(dx: 1, dy: 0)); path.move(to: e.point) ; case .moved: path.addLine(to: e.point); default: break } }
            c.stroke(path, with: .color(.black), style: StrokeStyle(width: 1))
          }
          try bitmap.write(pngTo: URL(fileURLWithPath: "/tmp/ink-\(file).png"))
        } catch { print("GOT", folder, file, "ERR", error) }
      }
    }
  }
}
