/// A part of a text that is bold, italic, underlined or of another colour.
public struct TextRun: Hashable, Codable, Sendable {
  /// The first byte of the text in UTF-8.
  public var start: Int
  /// The byte after its last.
  public var end: Int
  /// Whether it is bold.
  public var isBold = false
  /// Whether it is italic.
  public var isItalic = false
  /// Whether it is underlined.
  public var isUnderlined = false
  /// The colour; nil for that of the text.
  public var color: Color?

  /// Creates a part that looks like the rest of the text.
  ///
  /// - Parameters:
  ///   - start: The first byte of the text in UTF-8.
  ///   - end: The byte after its last.
  public init(_ start: Int, _ end: Int) { (self.start, self.end) = (start, end) }

  /// Whether it looks like the rest of the text.
  public var isPlain: Bool { !isBold && !isItalic && !isUnderlined && color == nil }
}
