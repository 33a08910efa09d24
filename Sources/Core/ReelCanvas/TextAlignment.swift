/// The horizontal alignment of lines of text.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
  /// At the leading side: left, or right in a paragraph of Hebrew or Arabic.
  case leading
  /// In the middle.
  case center
  /// At the trailing side.
  case trailing
}
