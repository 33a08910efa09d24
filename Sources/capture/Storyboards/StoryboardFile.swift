import Reel
import ReelStoryboards

/// The text of a storyboard, or a description that `--recipe` wrote.
///
/// Standard input is read only once.
struct StoryboardFile {
  private static let longestFile = 1 << 18

  let path: String
  /// The text; nil for a description.
  private let bytes: [UInt8]?

  /// Whether the file is a storyboard rather than a description.
  var isStoryboard: Bool { bytes != nil }

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: `InputError` if the file cannot be read.
  init(_ path: String) throws {
    self.path = path
    try FileContent.requireText(path, "capture play films storyboards and recipes")
    bytes = try path == "-" || Self.isStoryboard(path) || !OutputFile.exists(path) ? Self.bytes(path) : nil
  }

  /// Whether a file is meant as a storyboard, judged by its name or content.
  static func isStoryboard(_ path: String) -> Bool {
    let name = path.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    return BoundedFile.beginning(of: path, count: longestFile + 1).map(Storyboard.isStoryboard) ?? false
  }

  /// A film, the files it was made from, and the outputs that the storyboard lists.
  struct Story {
    var film: FilmDescription
    var files: [String] = []
    var outputs: [ListedOutput] = []
    /// Notes on what the film does not show.
    var notes: [String] = []
  }

  /// Returns the film and the files it was made from.
  func film(_ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String]) {
    let story = try story(changes)
    return (story.film, story.files)
  }

  /// Returns the film with its files, outputs and notes.
  ///
  /// - Parameters:
  ///   - changes: The changes to the storyboard.
  ///   - stretch: The part of the film to make.
  ///   - variables: Values that override those of the storyboard.
  func story(
    _ changes: StoryboardChanges, _ stretch: StoryStretch = StoryStretch(), variables: [String: String] = [:]
  ) throws -> Story {
    guard let bytes else {
      guard changes.isEmpty, variables.isEmpty, stretch == StoryStretch() else {
        throw DescriptionError("\(changes.names) are for storyboards, but \(path) is not one: leave them out")
      }
      return Story(film: try DescriptionFile.read(path))
    }
    let folder = path == "-" ? "" : OutputFile.split(path).folder
    let name = Self.name(of: path)
    let storyboard = try Storyboard(
      yaml: bytes, file: name, folder: folder, allowing: changes.allowPath,
      setting: changes.settings, variables: variables)
    let (film, notes) = try storyboard.noted(of: stretch)
    return Story(
      film: try DescriptionFile.recordable(film, of: path), files: storyboard.files, outputs: storyboard.outputs,
      notes: notes)
  }

  /// The file's name in messages.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  private static func bytes(_ path: String) throws -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try path == "-"
        ? BoundedFile.readStandardInput(limit: longestFile) : BoundedFile.read(path, limit: longestFile)
    } catch {
      switch error {
      case .unopened(let reason), .unread(let reason):
        throw InputError(path: name(of: path), reason: reason, advice: "name a storyboard", isMissing: true)
      case .tooLong:
        throw InputError(
          path: name(of: path), reason: "it has more than \(longestFile) bytes", advice: "name a storyboard")
      }
    }
  }
}
