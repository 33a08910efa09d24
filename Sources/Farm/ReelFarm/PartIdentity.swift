import ReelFiles
import ReelFilms
import ReelPlatform

/// Everything on which the bytes of parts depend: the description of their film or fixture, what that names and does not hold, and what
/// draws and encodes here.
package struct PartIdentity: Sendable {
  /// The kind of description, in words.
  let kind: String
  /// The word that identifies it among other JSON.
  let format: String
  /// The description, as JSON.
  let json: [UInt8]
  /// The MD5 of the description.
  let digest: String
  /// The versions of what draws and encodes, by name.
  let versions: [String: String]
  /// The font files that the text is drawn with.
  let fonts: [FilmFont]
  /// The MD5 of each file that the scenes read, by the path.
  ///
  /// Sounds are not among them: they are read where the parts are joined.
  let files: [String: String]

  /// Reads what is needed of files and fonts; one that cannot be read is left out, as the scene will say so.
  init(_ film: FilmDescription) throws {
    (kind, format) = ("description of a film", FilmDescription.format)
    json = try film.json
    digest = MD5.text(of: json)
    versions = FilmVersions.all
    fonts = film.installedFonts
    var files: [String: String] = [:]
    for path in Set(film.scenes.files) { files[path] = Self.digest(ofFile: path) }
    self.files = files
  }

  /// Takes the description of something that names no files and has no text.
  ///
  /// - Parameters:
  ///   - kind: The kind of description, in words.
  ///   - format: The word that identifies it among other JSON.
  ///   - json: The description.
  package init(kind: String, format: String, json: [UInt8]) {
    (self.kind, self.format, self.json) = (kind, format, json)
    digest = MD5.text(of: json)
    versions = FilmVersions.all
    (fonts, files) = ([], [:])
  }

  private static func digest(ofFile path: String) -> String? {
    // A pipe or a device might never answer.
    guard OutputFile.kind(at: path) == nil else { return nil }
    let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    return data?.withUnsafeBytes { MD5.text(of: $0) }
  }
}
