import ReelCanvas
import ReelFiles
import ReelPlatform
import ReelVideo

/// Writes folders with a report page on a movie and the page's pictures.
public enum VerificationReport {
  /// Writes the page and its pictures, replacing earlier ones that Reel made under the same names.
  ///
  /// - Parameters:
  ///   - movie: The result of verifying the movie.
  ///   - folder: The folder, which is created if necessary; its parent folder must exist.
  ///   - recipe: Draws the originals of the worst frames; nil for those of a reference, or for a page without pictures.
  ///   - replacing: Which files may be replaced.
  /// - Returns: The path of the page.
  /// - Throws: `OutputError` if a file cannot be written.
  @discardableResult
  public static func write(
    _ movie: VerifiedMovie, recipe: FixtureRecipe?, to folder: String, replacing: ReplacementPolicy = .named
  ) throws -> String {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    try makeFolder(folder)
    var files: [(name: String, bytes: [UInt8])] = []
    var exhibits: [ReportPage.Exhibit] = []
    var originals = try recipe.map { try OriginalFrames($0) }
    for entry in movie.worst {
      guard let drawn = try entry.drawn ?? originals?.bitmap(of: entry.frame.number) else { continue }
      let stem = "frame-\(entry.frame.number)"
      let exhibit = ReportPage.Exhibit(
        frame: entry.frame, seen: stem + "-seen.png", drawn: stem + "-drawn.png", difference: stem + "-difference.png")
      files.append((exhibit.seen, try entry.seen.pngData()))
      files.append((exhibit.drawn, try drawn.pngData()))
      files.append((exhibit.difference, try entry.difference.pngData()))
      exhibits.append(exhibit)
    }
    let page = ReportPage(verification: movie.verification, timeline: movie.timeline, exhibits: exhibits)
    files.append(("index.html", Array(page.html.utf8)))
    try HiddenManifest.put(files, in: folder, manifest: manifestName, replacing: replacing)
    return folder + "index.html"
  }

  private static let manifestName = ".report.manifest"

  /// Checks that the folder contains no page that Reel did not make.
  package static func check(_ folder: String, replacing: ReplacementPolicy) throws(OutputError) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    try HiddenManifest.check(["index.html"], in: folder, manifest: manifestName, replacing: replacing)
  }

  /// Creates a folder unless it exists.
  package static func makeFolder(_ folder: String) throws(OutputError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputError.cannotCreate(path: folder, reason: "the folder can't be created: choose another")
    }
  }
}

extension VerificationReport {
  /// One movie in the list of many.
  public struct Entry: Hashable, Sendable {
    /// The movie's name.
    public var name: String
    /// The address of the movie's page; nil if the movie could not be read.
    public var page: String?
    /// Whether the movie is as expected.
    public var isAsExpected: Bool
    /// The differences.
    public var notes: [String]

    /// Creates an entry.
    public init(name: String, page: String?, isAsExpected: Bool, notes: [String]) {
      self.name = name
      self.page = page
      self.isAsExpected = isAsExpected
      self.notes = notes
    }
  }

  /// Writes the page that links to the pages of many movies.
  ///
  /// Movies that need attention come first.
  ///
  /// - Throws: `OutputError` if the page cannot be written.
  public static func writeIndex(
    _ entries: [Entry], title: String, to folder: String, replacing: ReplacementPolicy = .named
  ) throws {
    let sorted = entries.filter { !$0.isAsExpected } + entries.filter(\.isAsExpected)
    let rows = sorted.map { entry in
      let name = entry.page.map { "<a href=\"\(escaped($0))\">\(escaped(entry.name))</a>" } ?? escaped(entry.name)
      let notes = entry.notes.map { "<br>\(escaped($0))" }.joined()
      return """
        <li><span class="badge \(entry.isAsExpected ? "good" : "bad")">\(entry.isAsExpected ? "as expected" : "difference")</span>
        <span>\(name)\(notes)</span></li>
        """
    }
    let fine = entries.count { $0.isAsExpected }
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(escaped(title))</title>
      <style>\(ReportPage.style) a { color: var(--blue); }</style>
      <header><h1>\(escaped(title))</h1><p>\(fine) of \(entries.count) as expected</p></header>
      <main><section><ul class="findings">\(rows.joined(separator: "\n"))</ul></section></main>
      <footer>Written by <code>capture verify</code>.</footer>
      </html>

      """
    try HiddenManifest.put(
      [("index.html", Array(page.utf8))], in: folder.hasSuffix("/") ? folder : folder + "/", manifest: manifestName,
      replacing: replacing)
  }
}
