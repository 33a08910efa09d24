import ReelFiles
import ReelGeometry

/// The files that a storyboard may name: those in its folder, with links resolved, and explicitly allowed ones.
final class StoryFiles {
  /// The reason why a file is refused.
  struct Refusal: Error { var message: String }

  /// The folder that names are relative to, as written.
  private let folder: String
  /// The folders of included files, by the names that messages use.
  private var folders: [String: String] = [:]
  /// The same folder and the allowed ones, with links resolved.
  private let bounds: FolderBounds
  /// Every file named, with links resolved, each once.
  private(set) var named: [String] = []

  /// - Parameters:
  ///   - folder: The folder of the storyboard; empty for the current one.
  ///   - allowed: Paths outside it that may be named too.
  init(folder: String, allowed: [String] = []) {
    self.folder = folder.isEmpty ? "." : folder
    bounds = FolderBounds([self.folder] + allowed)
  }

  /// Returns the path of a file that the storyboard names.
  ///
  /// - Parameters:
  ///   - name: The name in the text.
  ///   - mark: Its position; names in an included file are relative to that file's folder.
  func path(of name: String, at mark: StoryMark) throws(Refusal) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw Refusal(message: "the file name is missing") }
    let folder = folders[mark.file] ?? self.folder
    let path = name.hasPrefix("/") ? name : folder + "/" + name
    guard let real = FolderBounds.real(path) else {
      let whose = folders[mark.file] == nil ? "the storyboard's folder" : "the folder of \(mark.file)"
      throw Refusal(message: "\(name.onOneLine(limit: 200)): no such file in \(whose)")
    }
    guard bounds.contains(real) else {
      throw Self.outside(name)
    }
    if !named.contains(real) { named.append(real) }
    return real
  }

  /// Whether a path leads to an allowed file, or to none.
  func isAllowed(_ path: String) -> Bool { bounds.allows(path) }

  /// The refusal of a file outside the allowed folders.
  static func outside(_ name: String) -> Refusal {
    Refusal(
      message: "\(name.onOneLine(limit: 200)) is outside the storyboard's folder: move it there, or give --allow-path")
  }

  /// Returns the path of an output, relative to the folder by which the storyboard was named.
  ///
  /// - Parameters:
  ///   - name: The name in the text; a folder of pictures ends in `/`.
  ///   - mark: Its position.
  func outputPath(of name: String, at mark: StoryMark) throws(Refusal) -> String {
    guard !name.isEmpty, name != "/", !name.utf8.contains(0) else {
      throw Refusal(message: "the file name is missing")
    }
    guard name != "-" else {
      throw Refusal(message: "a storyboard cannot write to standard output: use the command line, with -o -")
    }
    let folder = folders[mark.file] ?? self.folder
    let path = name.hasPrefix("/") || folder == "." ? name : folder + (folder.hasSuffix("/") ? "" : "/") + name
    let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
    var parent = OutputFile.split(bare).folder
    var leadsBack = false
    // Missing folders are created, as for -o, so the innermost existing folder is checked.
    while FolderBounds.real(parent) == nil, parent != "." {
      let (_, folder, name) = OutputFile.split(parent.hasSuffix("/") ? String(parent.dropLast()) : parent)
      leadsBack = leadsBack || name == ".."
      parent = folder
    }
    // A link counts as its target.
    guard !leadsBack, let real = FolderBounds.real(parent), bounds.contains(real), isAllowed(bare) else {
      throw Refusal(
        message:
          "\(name.onOneLine(limit: 200)) is outside the storyboard's folder: name a file in it, or give --allow-path")
    }
    return path
  }

  /// Reads a file that the storyboard names.
  ///
  /// - Parameters:
  ///   - name: The name in the text.
  ///   - mark: Its position.
  ///   - limit: The maximum number of bytes.
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

  /// Records an included file, and returns its name for messages: its path relative to where the storyboard was named.
  func include(_ name: String, at mark: StoryMark) -> String {
    let folder = folders[mark.file] ?? self.folder
    let display = name.hasPrefix("/") ? name : folder == "." ? name : folder + "/" + name
    folders[display] = OutputFile.split(display).folder
    return display
  }
}
