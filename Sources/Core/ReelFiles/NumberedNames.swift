import ReelGeometry
import ReelPlatform

/// The names of numbered files: a pattern like `frames/%04d.png`, as in FFmpeg and printf.
public struct NumberedNames: Hashable, Sendable {
  /// The path of the folder that holds the files, byte for byte as given.
  package let folderPath: String
  private let prefix: String
  private let digits: Int
  private let suffix: String

  /// Parses a pattern with exactly one `%d` or `%0Nd` (N from 1 to 9) in its last component; `%%` is a percent sign.
  ///
  /// - Throws: `InvalidValue` for any other text.
  public init(pattern: String) throws(InvalidValue) {
    let invalid = InvalidValue(
      "file name pattern", pattern, expected: "a name with exactly one number, such as frames/%04d.png")
    let path = OutputFile.split(pattern)
    var before = ""
    var after: String?
    var width = 0
    var rest = Substring(path.name)
    while let character = rest.popFirst() {
      var literal = String(character)
      if character == "%" {
        if rest.first == "%" {
          rest.removeFirst()
        } else {
          let code = rest.prefix { $0 != "d" }
          guard after == nil, rest.count > code.count, code.isEmpty || code.count == 2 && code.first == "0",
            let number = code.isEmpty ? 1 : code.last?.wholeNumberValue, number > 0
          else { throw invalid }
          width = number
          rest.removeFirst(code.count + 1)
          after = ""
          literal = ""
        }
      }
      if after == nil { before += literal } else { after?.append(literal) }
    }
    guard let after else { throw invalid }
    folderPath = path.folder
    prefix = before
    suffix = after
    digits = width
  }

  /// Names files `0000.png`, `0001.png` … in a folder.
  public init(folder: URL) {
    self.init(folderPath: folder.path(percentEncoded: false))
  }

  /// Names files `0000.png`, `0001.png` … in the folder at a path.
  package init(folderPath: String) {
    self.folderPath = folderPath
    prefix = ""
    digits = 4
    suffix = ".png"
  }

  /// Names files in the folder at a path: a prefix, a number with a minimum number of digits, a suffix.
  package init(folderPath: String, prefix: String, digits: Int, suffix: String) {
    self.folderPath = folderPath
    self.prefix = prefix
    self.digits = digits
    self.suffix = suffix
  }

  /// The folder that holds the files.
  public var folder: URL {
    // The dot keeps `~` from being expanded.
    URL(filePath: folderPath.hasPrefix("/") ? folderPath : "./" + folderPath, directoryHint: .isDirectory)
  }

  /// Returns the path of the file with a number.
  public func url(of index: Int) -> URL { folder.appendingPathComponent(name(of: index)) }

  /// Returns the name of the file with a number, in its folder.
  package func name(of index: Int) -> String {
    let number = String(index)
    let zeros = String(repeating: "0", count: max(0, digits - number.count))
    return prefix + zeros + number + suffix
  }

  /// Returns the number in a file name, or nil if the name does not match.
  package func number(of name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count,
      let number = Int(name.dropFirst(prefix.count).dropLast(suffix.count)), number >= 0
    else { return nil }
    // Names with extra or missing zeros, or a sign, do not match.
    return self.name(of: number) == name ? number : nil
  }

  /// Returns the number in a file name, ignoring case.
  func numberIgnoringCase(of name: String) -> Int? {
    NumberedNames(folderPath: folderPath, prefix: prefix.lowercased(), digits: digits, suffix: suffix.lowercased())
      .number(of: name.lowercased())
  }

  /// The path of a file in the folder.
  package func path(_ name: String) -> String { folderPath + (folderPath.hasSuffix("/") ? "" : "/") + name }

  /// The pattern of these names in the hidden folder, in the form that `init(pattern:)` parses.
  package var partialPattern: String {
    "\(partialFolderPath)/\(Self.escaped(prefix))%0\(digits)d\(Self.escaped(suffix))"
  }

  /// The pattern for FFmpeg, which also interprets `%` in folder names.
  package var imagePattern: String {
    Self.escaped(folderPath) + (folderPath.hasSuffix("/") ? "" : "/")
      + "\(Self.escaped(prefix))%0\(digits)d\(Self.escaped(suffix))"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }

  /// The hidden folder for files in progress, which is the same for all patterns that could name the same files.
  package var partialFolderPath: String { path(OutputFile.fittingName(".", prefix + "%d" + suffix, ".partial")) }

  /// The manifest of the files, which is the same for the same patterns as the hidden folder.
  package var manifestPath: String { path(OutputFile.fittingName(".", prefix + "%d" + suffix, ".manifest")) }
}
