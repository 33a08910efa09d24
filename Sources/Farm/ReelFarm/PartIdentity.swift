import ReelFiles
import ReelFilms
import ReelPlatform

/// Everything that the bytes of parts depend on: the description of the film or fixture, the files and fonts it refers
/// to, and the software that draws and encodes.
package struct PartIdentity: Sendable {
  /// The kind of description, in words.
  let kind: String
  /// The word that identifies the description among other JSON.
  let format: String
  /// The description, as JSON.
  let json: [UInt8]
  /// The MD5 of the description.
  let digest: String
  /// The versions of the libraries that draw and encode, by name.
  let versions: [String: String]
  /// The font files used for text.
  let fonts: [FilmFont]
  /// The MD5 of each file that the scenes read, by path.
  ///
  /// Sounds are not included, because only joining reads them.
  let files: [String: String]

  /// Reads the files and fonts of a film.
  ///
  /// Unreadable files are skipped; the scene reports them.
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

  /// Creates the identity of a description that refers to no files and contains no text.
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
    // A pipe or device might block forever.
    guard OutputFile.kind(at: path) == nil else { return nil }
    let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    return data?.withUnsafeBytes { MD5.text(of: $0) }
  }
}
