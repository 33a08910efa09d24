import Reel

/// The names of outputs that the user did not name.
enum OutputName {
  /// The name of the file that a film is made of, with another ending.
  static func of(_ path: String, ending: String) -> String {
    guard path != "-" else { return "storyboard" + ending }
    let name = OutputFile.split(path).name
    for known in [".yaml", ".yml", ".json"] where name.lowercased().hasSuffix(known) && name.count > known.count {
      return String(name.dropLast(known.count)) + ending
    }
    return name + ending
  }
}
