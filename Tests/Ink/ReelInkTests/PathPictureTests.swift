import ReelFormats
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import Testing
@testable import ReelInk

/// Draws the recorded SVG files and compares them with pictures that another renderer made of them.
@Suite("SVG path data as pictures", Corpus.whenThere)
struct PathPictureTests {
  /// Draws what the file says with the few properties that the files use.
  private func picture(of source: TextSource, size: PixelSize) throws -> Bitmap {
    var bitmap = Bitmap(size: size)
    var document = SVGDocument(source)
    var shapes: [SVGDocument.Shape] = []
    while let shape = try document.next() { shapes.append(shape) }
    try bitmap.draw { context in
      // All files have the view box 0 0 200 200.
      context.scale(Double(size.width) / 200)
      for shape in shapes {
        let fill = shape.attributes["fill"] ?? "black"
        if fill != "none" { context.fill(shape.path, with: .color(try #require(Color(fill)))) }
        if let stroke = shape.attributes["stroke"], stroke != "none" {
          let width = shape.attributes["stroke-width"].flatMap(Double.init) ?? 1
          var style = StrokeStyle(width: width)
          style.cap = .butt
          style.join = .miter
          style.miterLimit = 4
          context.stroke(shape.path, with: .color(try #require(Color(stroke))), style: style)
        }
      }
      // The frame is a rectangle, which is no ink.
      var style = StrokeStyle(width: 1)
      style.join = .miter
      context.stroke(Path(rect: Rect(x: 1, y: 1, width: 198, height: 198)), with: .color(.black), style: style)
    }
    return bitmap
  }

  /// How two pictures differ: pixels that are off by more than 48 of 255 in a channel, the worst one, and the mean.
  private struct Difference {
    var far = 0
    var worst = 0
    var mean = 0.0

    init(_ a: Bitmap, _ b: Bitmap) {
      var sum = 0
      a.withUnsafeBytes { first in
        b.withUnsafeBytes { second in
          for y in 0..<a.height {
            for x in 0..<a.width {
              var pixel = 0
              for channel in 0..<4 {
                let offset = x * 4 + channel
                let difference = Int(first[y * a.bytesPerRow + offset]) - Int(second[y * b.bytesPerRow + offset])
                pixel = max(pixel, abs(difference))
              }
              sum += pixel
              worst = max(worst, pixel)
              far += pixel > 48 ? 1 : 0
            }
          }
        }
      }
      mean = Double(sum) / Double(a.width * a.height)
    }
  }

  // Two renderers agree to the last bit inside and outside of a shape. They differ in how they cover the pixels on its edge
  // and in how finely they cut curves before they widen them: here by more than 48 in up to 92 of 90,000 pixels, by 148 at
  // most, where a stroke five wide turns within an ellipse 0.3 high, and by 0.23 on the whole. A stroke that is missing, or one of
  // the red ones that bad data must not draw, is hundreds of pixels off by 255.
  @Test("Every recorded file looks like its reference picture")
  func pictures() throws {
    let files = try Corpus.files(in: "svgpath", ending: ".svg")
    #expect(files.count == 57)
    let nothing = try Bitmap(pngAt: Corpus.url("svgpath/empty.png"))
    var empty: [String] = []
    for file in files {
      let reference = try Bitmap(pngAt: Corpus.url("svgpath/\(file.dropLast(4)).png"))
      let source = try TextSource(Array(Data(contentsOf: Corpus.url("svgpath/\(file)"))), name: file)
      let drawn = try picture(of: source, size: reference.size)
      let difference = Difference(drawn, reference)
      #expect(difference.far <= 100 && difference.worst <= 160 && difference.mean <= 0.25, "\(file): \(difference)")
      // The limits tell a drawing from none.
      let frame = Difference(drawn, nothing)
      if frame.far == 0 { empty.append(file) } else { #expect(frame.far > 400 && frame.worst > 160, "\(file)") }
    }
    let silent = ["A", "M-M-rel", "M-M", "M-Z", "M-rel-M", "M", "empty"].map { $0 + ".svg" }
    #expect(empty == silent)
  }
}
