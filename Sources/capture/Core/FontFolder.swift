import Reel

/// A folder with fonts for one run, in addition to the installed ones.
enum FontFolder {
  /// The maximum number of fonts, and the maximum depth of nested folders.
  private static let (fontLimit, depthLimit) = (4096, 8)
  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".pfb", ".woff", ".woff2"]

  /// Adds the fonts of folders and of their subfolders.
  ///
  /// - Throws: `InputError` for a folder that can't be read or has no font.
  static func add(_ paths: [String]) throws {
    if paths.isEmpty { return }
    // Fontconfig's messages are discarded while it looks for the installed fonts.
    try FontSearch([], isQuiet: true).finish()
    if paths.contains("") { throw FileConflict.noPath(name: "--font-dir") }
    for path in paths {
      var left = fontLimit
      guard try add(path, within: FolderBounds([path]), depth: 0, &left) > 0 else {
        throw InputError(path: path, reason: "it has no fonts", advice: "name a folder with .ttf or .otf files")
      }
    }
  }

  /// Adds the fonts of a folder, but not those of outside folders that links lead to, and returns their number.
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

  /// The names in a folder in alphabetical order, so that of two fonts with the same name the same one is used on every machine.
  private static func names(_ path: String) throws -> [String] {
    do throws(BoundedFile.Failure) {
      return try FolderNames.read(path).sorted()
    } catch {
      let isMissing = !OutputFile.exists(path)
      throw InputError(
        path: path, reason: isMissing ? "no such folder" : "it is not a readable folder",
        advice: "name a folder with fonts", isMissing: isMissing)
    }
  }
}
