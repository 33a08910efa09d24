import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// Fonts named in a storyboard: a family, or a file.
enum StoryFont {
  private static let endings = [".ttf", ".otf", ".ttc", ".otc"]

  /// Whether a text names a file rather than a family.
  static func isFile(_ text: String) -> Bool { endings.contains { text.lowercased().hasSuffix($0) } }

  /// Returns the family that a text names.
  ///
  /// - Throws: `InvalidValue` if the family is not installed, or the file is not a font.
  static func family(_ text: String) throws(InvalidValue) -> String {
    if isFile(text) {
      guard let family = Font.addFile(text) else {
        throw InvalidValue("font", OutputName.of(text), expected: "a readable TrueType or OpenType font")
      }
      return family
    }
    guard Font(text, size: 16).isInstalled else {
      let nearest = Spelling.nearest(to: text, among: Font.families).map { "did you mean \($0)?" }
      throw InvalidValue(
        "font", text, expected: "",
        sentence:
          "font “\(text.onOneLine(limit: 60))” is not installed: \(nearest ?? "use sans, serif, monospace, a family that fc-list lists, or a file such as fonts/Lato.ttf")"
      )
    }
    return text
  }

  /// Returns an option for a font.
  static func option<Subject>(
    _ help: String, read: @escaping @Sendable (inout Subject, String) -> Void,
    write: @escaping @Sendable (Subject) -> String?
  ) -> DescriptionOption<Subject> {
    DescriptionOption(
      "font", "font", help: help, files: .valueEnding(endings),
      read: { subject, text in
        _ = try family(text)
        read(&subject, text)
      }, write: write)
  }
}

private enum OutputName {
  /// The last part of a path, for messages.
  static func of(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
