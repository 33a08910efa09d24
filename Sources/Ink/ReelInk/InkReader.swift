import ReelFiles

/// Reads one format of ink.
///
/// `InkFile` asks each reader in turn whether the content is its own.
protocol InkReader: Sendable {
  /// The name of the format, as its users write it.
  static var format: String { get }
  /// Returns whether the text has this format, by its content and not by its name; must be quick.
  static func recognizes(_ source: TextSource) -> Bool
  /// Reads the text.
  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink
}
