import ReelFormats
import ReelFiles

/// A reader of one ink format.
///
/// `InkFile` asks each reader in turn whether it recognizes the content.
protocol InkReader: Sendable {
  /// The format's name as its users write it.
  static var format: String { get }
  /// Returns whether the text has this format, judging by its content, not its name; must be quick.
  static func recognizes(_ source: TextSource) -> Bool
  /// Reads the text.
  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink
}
