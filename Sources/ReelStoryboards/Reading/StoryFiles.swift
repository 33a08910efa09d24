import ReelFiles
import ReelGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that a storyboard may name: those within its folder, also behind links, and others where they were allowed.
struct StoryFiles {
  /// Why a file is not taken.
  struct Refusal: Error { var message: String }

  /// The folder that names are relative to, as it was written.
  let folder: String
  /// The same folder and those that were allowed, without links.
  private let roots: [String]

  /// - Parameters:
  ///   - folder: that of the storyboard; empty for the current one.
  ///   - allowed: paths beyond it that may be named as well.
  init(folder: String, allowed: [String] = []) {
    self.folder = folder.isEmpty ? "." : folder
    roots = ([self.folder] + allowed).compactMap(Self.real)
  }

  /// Returns the path of a file that the storyboard names.
  func path(of name: String) throws(Refusal) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw Refusal(message: "the name of a file is missing") }
    let path = name.hasPrefix("/") ? name : folder + "/" + name
    guard let real = Self.real(path) else {
      throw Refusal(message: "there is no file \(name.onOneLine(limit: 200)) in the storyboard's folder")
    }
    guard roots.contains(where: { real == $0 || real.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else {
      throw Refusal(
        message:
          "\(name.onOneLine(limit: 200)) lies outside of the storyboard's folder: move it there, or give --allow-path")
    }
    return real
  }

  /// The path without links and dots; nil where nothing is there.
  ///
  /// The corresponding C function is `realpath`.
  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
