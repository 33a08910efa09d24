import ReelGeometry
import ReelTracing

/// A letter of a text that is laid out for tracing, or several that are joined.
public struct WrittenLetter: Hashable, Sendable {
  /// The letter, or the letters.
  public var text: String
  /// The indices of its paths.
  public var paths: Range<Int>
  /// The rectangle around its paths.
  public var box: Rect
  /// The y coordinate of the line that it stands on.
  public var baseLine: Double
  /// The height of a small letter such as x.
  public var xHeight: Double
}

extension Alphabet {
  /// The numbers of joined letters that may be written without lifting the pen: all of a word, or a few.
  private var versions: [Alphabet] {
    (isJoined ? [Int.max, 4, 3, 2, 1] : [Int.max]).map { longestRun in
      var alphabet = self
      alphabet.longestRun = longestRun
      return alphabet
    }
  }

  /// Returns the letters of a task, if its paths are those of its name in this alphabet; otherwise nothing.
  public func letters(of header: TraceSession.Header) -> [WrittenLetter] {
    versions.lazy.map { $0.written(in: header) }.first { !$0.isEmpty } ?? []
  }

  private func written(in header: TraceSession.Header) -> [WrittenLetter] {
    guard !header.expected.isEmpty, header.name.count <= Self.textLimit else { return [] }
    var letters: [WrittenLetter] = []
    var (first, scale) = (0, 0.0)
    for (unit, glyph) in units(of: header.name) {
      let end = first + glyph.strokes.count
      guard end <= header.expected.count else { return [] }
      let box = Rect(around: Array(header.expected[first..<end]))
      let drawn = Rect(around: glyph.strokes)
      let size = max(drawn.width, drawn.height)
      // Points have no size, so that a full stop alone says nothing about the scale.
      if size > 1 {
        let found = max(box.width, box.height) / size
        guard scale == 0 || abs(found - scale) < 0.02 * scale else { return [] }
        scale = found
      }
      letters.append(
        WrittenLetter(text: unit, paths: first..<end, box: box, baseLine: drawn.minY, xHeight: 0))
      first = end
    }
    guard first == header.expected.count, scale > 0 else { return [] }
    for index in letters.indices {
      letters[index].baseLine = letters[index].box.minY + (Self.baseLine - letters[index].baseLine) * scale
      letters[index].xHeight = scale * Self.xHeight
    }
    return letters
  }

  /// Returns a header for tracing a text whose corridor has at least a certain width, as `header(_:on:in:)` does if that fits.
  ///
  /// If it doesn't fit, the text is written in one line on a wider canvas, to be shown letter by letter: each letter fills the given
  /// canvas. Joined words are then divided where letters end, into parts of as many letters as fit.
  ///
  /// - Parameters:
  ///   - text: The text to trace, which also becomes the session's name.
  ///   - canvas: The canvas of one letter.
  ///   - minCorridor: The width of the corridor, in points. Letters that are too small for it alone stay so.
  /// - Throws: `InvalidValue` as `lettering(_:in:)` does.
  public func header(
    _ text: String, on canvas: Size, minCorridor: Double
  ) throws(InvalidValue) -> TraceSession.Header {
    var widest = try header(text, on: canvas)
    for alphabet in versions where 2 * widest.maxDistance < minCorridor {
      guard let header = try alphabet.header(inOneLine: text, on: canvas) else { continue }
      if header.maxDistance > widest.maxDistance { widest = header }
    }
    return widest
  }

  /// Returns a header with a text in one line, whose widest letter fills a canvas; nil for a single letter.
  private func header(inOneLine text: String, on canvas: Size) throws(InvalidValue) -> TraceSession.Header? {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let count = units(of: line).count
    guard count > 1 else { return nil }
    let margin = min(canvas.width, canvas.height) * 0.12
    let room = Rect(origin: .zero, size: canvas).inset(by: margin)
    let wide = try lettering(line, in: Rect(x: 0, y: 0, width: room.width * Double(2 * count), height: room.height))
    let box = Rect(around: wide.paths)
    let widest = written(in: TraceSession.Header(canvas: canvas, expected: wide.paths, name: line)).map(\.box.width)
      .max()
    // Larger letters would have no wider corridor.
    let scale = min(
      1, room.width / max(widest ?? 0, .leastNormalMagnitude), TraceSession.Header.widestCorridor / wide.maxDistance)
    let size = Size(width: max(canvas.width, box.width * scale + 2 * margin), height: canvas.height)
    let rect = Rect(
      x: margin, y: room.center.y - box.height * scale / 2, width: size.width - 2 * margin, height: box.height * scale)
    var header = try header(line, on: size, in: rect)
    header.name = text
    return header
  }
}
