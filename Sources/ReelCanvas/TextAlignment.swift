/// Where the lines of a text stand.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
  /// At the side where reading begins: left, or right in a paragraph of Hebrew or Arabic.
  case leading
  /// In the middle.
  case center
  /// At the side where reading ends.
  case trailing
}
