import ReelGeometry

/// A violation of a text format: one line with the file, the line and byte in it, and what was expected there.
public struct FormatError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { isMissing ? .noInput : .badInput }

  /// The name of the file.
  public var file: String
  /// The line, counted from 1, or nil if the error is about the file as a whole.
  public var line: Int?
  /// The byte in that line, counted from 1.
  ///
  /// Bytes are counted in UTF-8, also for files in UTF-16 or Latin-1.
  public var column: Int?
  /// The expected text and the found one.
  public var reason: String

  /// The reason for a file that does not exist.
  private static let missing = "no such file; check its name"
  /// The beginning of the reason for a file that exists and can't be opened.
  private static let unopened = "can't be opened: "

  /// Whether the file could not be opened.
  package var isMissing: Bool { line == nil && (reason == Self.missing || reason.hasPrefix(Self.unopened)) }

  /// Creates an error for a file that is missing or can't be opened, with the system's message.
  package init(missing file: String, _ words: String) {
    self.init(file: file, reason: words == .noSuchFile ? Self.missing : "\(Self.unopened)\(words)")
  }

  /// Creates an error.
  public init(file: String, line: Int? = nil, column: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// One line, as compilers write it: `file:line:byte: reason`.
  public var description: String {
    var position = file
    if let line { position += ":\(line)" }
    if let column { position += ":\(column)" }
    // The text found and the name of a file may contain line breaks.
    return "\(position): \(reason)".onOneLine()
  }
}
