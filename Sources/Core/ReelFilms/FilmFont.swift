import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// A font file recorded in a description, so that another machine can check whether it draws the same letters.
public struct FilmFont: Codable, Hashable, Sendable {
  /// The family of the letters, such as `DejaVu Sans`.
  public var family: String
  /// The name of the file, without its folder.
  public var file: String
  /// The MD5 checksum of the file, in 32 hexadecimal digits.
  public var md5: String

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - family: The family of the letters.
  ///   - file: The name of the file, without its folder.
  ///   - md5: The MD5 checksum of the file, in 32 hexadecimal digits.
  public init(family: String, file: String, md5: String) {
    self.family = family
    self.file = file
    self.md5 = md5
  }

  /// Records the file that a font is drawn from; nil if there is no readable file.
  init?(_ font: Font) {
    guard let file = font.file, let md5 = file.md5 else { return nil }
    self.init(family: file.family, file: String(file.path.split(separator: "/").last ?? ""), md5: md5)
  }
}

extension FilmDescription {
  /// The font files that draw the film's text on this machine, sorted by name; empty if there is no text.
  public var installedFonts: [FilmFont] {
    Set(scenes.fonts.map { Font($0.family, size: 16, weight: $0.weight, italic: $0.italic) })
      .compactMap(FilmFont.init).sorted { ($0.family, $0.file, $0.md5) < ($1.family, $1.file, $1.md5) }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Checks that this machine has the fonts that the description names, and the exact files that it records.
  ///
  /// If no files are recorded, the standard family may be missing: text is then drawn in the nearest family.
  ///
  /// - Throws: `InvalidValue` for a family that is not installed, `DescriptionError` for a file that differs here.
  public func checkFonts() throws {
    let fonts = scenes.fonts
    guard !fonts.isEmpty else { return }
    if let missing = fonts.first(where: { $0.family != Font.standardFamily && !$0.isInstalled }) {
      throw InvalidValue(
        "font", missing.family,
        sentence: "the font \(missing.family) is not installed here: install it, or choose one that fc-list names")
    }
    guard !recordedFonts.isEmpty else { return }
    let here = installedFonts
    for font in recordedFonts where !here.contains(where: { $0.md5 == font.md5 }) {
      let instead = here.first { $0.family == font.family }.map { _ in "another version of it is installed" }
      throw DescriptionError(
        """
        its text was drawn with \(font.family) (\(font.file), MD5 \(font.md5)), but here \
        \(instead ?? here.first.map { "\($0.family) would be used instead" } ?? "no font is installed"): install that file, or \
        remove "fonts" from the description to use the installed fonts
        """)
    }
  }
}
