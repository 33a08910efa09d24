import Reel
import ReelStoryboards

/// Files that hold storyboards.
enum StoryboardFile {
  private static let longestFile = 1 << 18

  /// Whether a file is meant as a storyboard: its name or its content tells.
  static func isStoryboard(_ path: String) -> Bool {
    let name = path.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    return BoundedFile.beginning(of: path, count: longestFile + 1).map(Storyboard.isStoryboard) ?? false
  }

  /// Returns the film of a storyboard, or of the description of a film.
  static func film(_ path: String, _ options: StoryboardOptions? = nil) throws -> FilmDescription {
    guard path == "-" || isStoryboard(path) else {
      guard options.map({ $0.sets.isEmpty && $0.allowPath.isEmpty }) ?? true else {
        throw DescriptionError("--set and --allow-path are for storyboards: leave them out, \(path) is none")
      }
      return try DescriptionFile.read(path)
    }
    let folder = path == "-" ? "" : OutputFile.split(path).folder
    let storyboard = try Storyboard(
      yaml: bytes(path), file: path == "-" ? "standard input" : path, folder: folder,
      allowing: options?.allowPath ?? [], setting: options?.settings ?? [])
    return try DescriptionFile.recordable(storyboard.description(), of: path)
  }

  /// The name of what is made of a storyboard: its own with another ending.
  static func name(of path: String, ending: String) -> String {
    guard path != "-" else { return "storyboard" + ending }
    let name = OutputFile.split(path).name
    for known in [".yaml", ".yml", ".json"] where name.lowercased().hasSuffix(known) && name.count > known.count {
      return String(name.dropLast(known.count)) + ending
    }
    return name + ending
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try path == "-"
        ? BoundedFile.readStandardInput(limit: longestFile) : BoundedFile.read(path, limit: longestFile)
    } catch {
      let reason =
        switch error {
        case .unopened(let reason), .unread(let reason): reason
        case .tooLong: "it has more than \(longestFile) bytes"
        }
      throw InputError(path: path, reason: reason, advice: "name a storyboard")
    }
  }
}
