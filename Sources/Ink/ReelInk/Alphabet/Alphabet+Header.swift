import ReelTracing
import ReelGeometry

extension Alphabet {
  /// Returns a header for tracing a text, with a corridor that keeps its letters legible.
  ///
  ///     let session = SyntheticHand(seed: 7).session(try Alphabet.standard.header("Aa"))
  ///
  /// - Parameters:
  ///   - text: The text to trace, which also becomes the session's name.
  ///   - canvas: The canvas; by default a square one, or a wide one if the letters would be small in a square.
  ///   - rect: The rectangle of the text on the canvas; by default all of the canvas except a margin.
  /// - Throws: `InvalidValue` as `lettering(_:in:)` does.
  public func header(
    _ text: String, on canvas: Size? = nil, in rect: Rect? = nil
  ) throws(InvalidValue) -> TraceSession.Header {
    typealias Header = TraceSession.Header
    guard let canvas else {
      let square = try header(text, on: Size(width: Header.shorterSide, height: Header.shorterSide))
      // One or two letters fill a square.
      guard square.maxDistance < Header.widestCorridor else { return square }
      return try header(text, on: Size(width: Header.shorterSide * 16 / 9, height: Header.shorterSide))
    }
    let margin = min(canvas.width, canvas.height) * 0.12
    let lettering = try lettering(text, in: rect ?? Rect(origin: .zero, size: canvas).inset(by: margin))
    let widest = min(Header.widestCorridor, lettering.maxDistance)
    return Header(
      canvas: canvas, expected: lettering.paths,
      maxDistance: isDense ? PathDensity.corridor(of: lettering.paths, widest: widest) : widest, name: text)
  }
}
