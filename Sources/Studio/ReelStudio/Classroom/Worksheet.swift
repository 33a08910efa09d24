import ReelCanvas
import ReelGeometry
import ReelInk
import ReelTracing

/// A sheet of paper with the letters of the studio to trace by pencil: each word on lines to write on, first with its marks, then
/// fainter and fainter, then on an empty line.
struct Worksheet: Sendable {
  /// A size of paper, in points.
  enum Paper: String, CaseIterable, Sendable {
    case a4, letter

    var size: Size { self == .a4 ? Size(width: 595.28, height: 841.89) : Size(width: 612, height: 792) }
  }

  /// The maximum number of words.
  static let mostWords = 100
  /// The height of a small letter, in points: 11 mm.
  static let xHeight = 31.0
  private static let margin = 42.5
  /// The distance between base lines: ascenders, descenders, and some air.
  private static let pitch = 3.7 * xHeight
  private static let rowsPerWord = 2

  /// The words with their strokes: small letters are `xHeight` high, the line that they stand on is at y = 0.
  private var words: [(paths: [Path], marks: [StrokeMark], width: Double)] = []
  private let title: String
  let paper: Paper

  /// Lays out words.
  ///
  /// - Throws: `Problem` or `InvalidValue` for words that can't be written.
  init(_ texts: [String], in alphabet: Alphabet, paper: Paper) throws {
    guard 1...Self.mostWords ~= texts.count else {
      throw Problem(400, "a worksheet needs 1 to \(Self.mostWords) words", field: "words")
    }
    (self.paper, title) = (paper, texts.joined(separator: ", ").onOneLine(limit: 200))
    let room = paper.size.width - 2 * Self.margin
    for text in texts {
      var header = try alphabet.header(
        text, on: Size(width: 4000, height: 200), in: Rect(x: 0, y: 0, width: 4000, height: 200))
      guard let letter = alphabet.letters(of: header).first else {
        throw Problem(400, "the word “\(text.onOneLine(limit: 40))” has no letter to write", field: "words")
      }
      let box = Rect(around: header.expected)
      let scale = min(Self.xHeight / letter.xHeight, room / max(box.width, 1))
      header.expected = header.expected.map {
        $0.applying(.translation(x: -box.minX, y: -letter.baseLine).followed(by: .scale(scale)))
      }
      let marks = StrokeMark.marks(of: header.expected, maxDistance: Self.xHeight / 7)
      words.append((header.expected, marks, box.width * scale))
    }
  }

  /// The file.
  var pdf: [UInt8] {
    get throws {
      let rows = Int((paper.size.height - 2 * Self.margin) / Self.pitch)
      let count = words.count * Self.rowsPerWord
      return try PDFDocument(size: paper.size, pageCount: (count + rows - 1) / rows, title: title) { page, context in
        for row in 0..<min(rows, count - page * rows) {
          let index = page * rows + row
          context.withState {
            context.translate(x: Self.margin, y: Self.margin + Double(row) * Self.pitch + 2.4 * Self.xHeight)
            draw(words[index / Self.rowsPerWord], row: index % Self.rowsPerWord, in: context)
          }
        }
      }.bytes
    }
  }

  private func draw(
    _ word: (paths: [Path], marks: [StrokeMark], width: Double), row: Int, in context: GraphicsContext
  ) {
    let width = paper.size.width - 2 * Self.margin
    for (y, isBase) in [(0.0, true), (-Self.xHeight, false), (-2 * Self.xHeight, false), (0.86 * Self.xHeight, false)] {
      let line = Path(points: [Point(x: 0, y: y), Point(x: width, y: y)])
      context.stroke(
        line, with: .color(Color(white: 0.6)),
        style: StrokeStyle(width: isBase ? 0.9 : 0.45, dash: y == -Self.xHeight ? [2, 3] : []))
    }
    let step = word.width + 1.4 * Self.xHeight
    let copies = max(1, Int(clamping: (width + 1.4 * Self.xHeight) / step))
    for copy in 0..<copies where row == 0 || copy == 0 {
      context.withState {
        context.translate(x: Double(copy) * step, y: 0)
        // The first is to be read, the others are to be traced, each a little fainter; the second row begins with dots alone.
        let grey = row == 0 ? copy == 0 ? 0.35 : min(0.86, 0.62 + 0.08 * Double(copy)) : 0.75
        var style = StrokeStyle.round(width: copy == 0 && row == 0 ? 2.4 : 1.6)
        if copy > 0 || row > 0 { style.dash = [0.01, 4] }
        for path in word.paths { context.stroke(path, with: .color(Color(white: grey)), style: style) }
        guard copy == 0, row == 0 else { return }
        for mark in word.marks {
          context.stroke(mark.arrow, with: .color(Color(red: 0.15, green: 0.39, blue: 0.85)), style: .round(width: 0.9))
          context.fill(
            Path(circleAround: mark.dot, radius: mark.radius),
            with: .color(Color(red: 0.15, green: 0.39, blue: 0.85)))
        }
      }
    }
  }
}
