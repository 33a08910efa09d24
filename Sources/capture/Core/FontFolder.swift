import Reel

/// A folder with fonts that are known for one run, whatever is installed.
enum FontFolder {
  /// The most fonts, and the most folders inside each other.
  private static let (fontLimit, depthLimit) = (4096, 8)
  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".pfb", ".woff", ".woff2"]

  /// Makes the fonts of folders known, and of the folders in them.
  ///
  /// - Throws: `InputError` for one that can't be read or has no font.
  static func add(_ paths: [String]) throws {
    if paths.isEmpty { return }
    // Fontconfig's complaints go nowhere while it looks for the installed ones.
    try FontSearch([], isQuiet: true).finish()
    if paths.contains("") { throw FileConflict.noPath(name: "--font-dir") }
    for path in paths {
      var left = fontLimit
      guard try add(path, within: FolderBounds([path]), depth: 0, &left) > 0 else {
        throw InputError(path: path, reason: "there is no font in it", advice: "name a folder with .ttf or .otf files")
      }
    }
  }

  /// Makes the fonts of a folder known, but not those of folders outside that a link leads to; returns how many there were.
  private static func add(_ path: String, within bounds: FolderBounds, depth: Int, _ left: inout Int) throws -> Int {
    var count = 0
    for name in try names(path) where !name.hasPrefix(".") {
      let inside = path.hasSuffix("/") ? path + name : path + "/" + name
      if endings.contains(where: name.lowercased().hasSuffix) {
        guard left > 0 else {
          throw InputError(path: path, reason: "it has more than \(fontLimit) fonts", advice: "name a smaller folder")
        }
        if Font.addFile(inside) != nil { (count, left) = (count + 1, left - 1) }
      } else if depth < depthLimit, OutputFile.kind(at: inside) == OutputFile.folderKind, bounds.allows(inside) {
        count += try add(inside, within: bounds, depth: depth + 1, &left)
      }
    }
    return count
  }

  /// The names in a folder, in the order of the alphabet: of two fonts of one name the same one is taken everywhere.
  private static func names(_ path: String) throws -> [String] {
    do throws(BoundedFile.Failure) {
      return try FolderNames.read(path).sorted()
    } catch {
      let isMissing = !OutputFile.exists(path)
      throw InputError(
        path: path, reason: isMissing ? "there is no such folder" : "it is no folder that can be read",
        advice: "name a folder with fonts", isMissing: isMissing)
    }
  }
}
