/// Where the value of an option names files or folders that are read.
///
/// A storyboard may come from anybody, so its reader looks where such files lie before it sets the option.
public enum InputFiles: Hashable, Sendable {
  /// Nowhere.
  case none
  /// The value is a path.
  case value
  /// The value is a path if it ends like this, whatever the case of its letters; otherwise it is a name, such as that of a font.
  case valueEnding([String])
  /// The value is a list or a table, and the texts of this key in it are paths.
  case key(String)

  /// Whether a text is a path.
  package func isPath(_ text: String) -> Bool {
    switch self {
    case .none, .key: false
    case .value: true
    case .valueEnding(let endings): endings.contains { text.lowercased().hasSuffix($0) }
    }
  }
}
