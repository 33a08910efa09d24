import ReelGeometry

extension Alphabet {
  /// Returns the task to follow a text, with a corridor that leaves its letters legible.
  ///
  ///     let session = SyntheticHand(seed: 7).session(try Alphabet.standard.header("Aa"))
  ///
  /// - Parameters:
  ///   - text: What is to be followed, which is the name of the session too.
  ///   - canvas: The canvas; if it is not given, a square one, or a wide one where letters would be small in a square.
  ///   - rect: Where on the canvas the text stands; all of it but a margin if it is not given.
  /// - Throws: `InvalidValue` as `lettering(_:in:)` does.
  public func header(
    _ text: String, on canvas: Size? = nil, in rect: Rect? = nil
  ) throws(InvalidValue) -> TraceSession.Header {
    typealias Header = TraceSession.Header
    guard let canvas else {
      let square = try header(text, on: Size(width: Header.shorterSide, height: Header.shorterSide))
      // A letter or two fill a square.
      guard square.maxDistance < Header.widestCorridor else { return square }
      return try header(text, on: Size(width: Header.shorterSide * 16 / 9, height: Header.shorterSide))
    }
    let margin = min(canvas.width, canvas.height) * 0.12
    let lettering = try lettering(text, in: rect ?? Rect(origin: .zero, size: canvas).inset(by: margin))
    return Header(
      canvas: canvas, expected: lettering.paths, maxDistance: min(Header.widestCorridor, lettering.maxDistance),
      name: text)
  }
}
