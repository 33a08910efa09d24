/// The place in an option's value that names input files or folders.
///
/// A storyboard may come from an untrusted source, so its reader checks where such files are before it sets the option.
public enum InputFiles: Hashable, Sendable {
  /// Nowhere.
  case none
  /// The value is a path.
  case value
  /// The value is a path if it ends in one of these, ignoring case; otherwise it is a name, such as a font's.
  case valueEnding([String])
  /// The value is a list or a table in which the texts of this key are paths.
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
