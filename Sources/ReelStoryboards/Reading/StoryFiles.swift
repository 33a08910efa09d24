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
final class StoryFiles {
  /// Why a file is not taken.
  struct Refusal: Error { var message: String }

  /// The folder that names are relative to, as it was written.
  private let folder: String
  /// The folders of included files, by what messages call those files.
  private var folders: [String: String] = [:]
  /// The same folder and those that were allowed, without links.
  private let roots: [String]
  /// Every file that was named, without links, each once.
  private(set) var named: [String] = []

  /// - Parameters:
  ///   - folder: that of the storyboard; empty for the current one.
  ///   - allowed: paths beyond it that may be named as well.
  init(folder: String, allowed: [String] = []) {
    self.folder = folder.isEmpty ? "." : folder
    roots = ([self.folder] + allowed).compactMap(Self.real)
  }

  /// Returns the path of a file that the storyboard names.
  ///
  /// - Parameters:
  ///   - name: what stands in the text.
  ///   - mark: where it stands: names in an included file are relative to the folder of that file.
  func path(of name: String, at mark: StoryMark) throws(Refusal) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw Refusal(message: "the name of a file is missing") }
    let folder = folders[mark.file] ?? self.folder
    let path = name.hasPrefix("/") ? name : folder + "/" + name
    guard let real = Self.real(path) else {
      let whose = folders[mark.file] == nil ? "the storyboard's folder" : "the folder of \(mark.file)"
      throw Refusal(message: "there is no file \(name.onOneLine(limit: 200)) in \(whose)")
    }
    guard roots.contains(where: { real == $0 || real.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else {
      throw Refusal(
        message:
          "\(name.onOneLine(limit: 200)) lies outside of the storyboard's folder: move it there, or give --allow-path")
    }
    if !named.contains(real) { named.append(real) }
    return real
  }

  /// Reads a file that the storyboard names.
  ///
  /// - Parameters:
  ///   - name: what stands in the text.
  ///   - mark: where it stands.
  ///   - limit: the most bytes that are taken.
  func bytes(of name: String, at mark: StoryMark, limit: Int) throws(Refusal) -> (path: String, bytes: [UInt8]) {
    let path = try path(of: name, at: mark)
    do throws(BoundedFile.Failure) {
      return (path, try BoundedFile.read(path, limit: limit))
    } catch {
      let reason =
        switch error {
        case .unopened(let reason), .unread(let reason): reason
        case .tooLong: "it has more than \(limit) bytes"
        }
      throw Refusal(message: "\(name.onOneLine(limit: 200)) cannot be read: \(reason)")
    }
  }

  /// Notes an included file, and returns what messages call it: its path as if it had been named where the storyboard was.
  func include(_ name: String, at mark: StoryMark) -> String {
    let folder = folders[mark.file] ?? self.folder
    let display = name.hasPrefix("/") ? name : folder == "." ? name : folder + "/" + name
    folders[display] = OutputFile.split(display).folder
    return display
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
