import Reel

/// Default names of outputs.
enum OutputName {
  /// The name of a film's source file, with another ending.
  static func of(_ path: String, ending: String) -> String {
    guard path != "-" else { return "storyboard" + ending }
    let name = OutputFile.split(path).name
    for known in [".yaml", ".yml", ".json"] where name.lowercased().hasSuffix(known) && name.count > known.count {
      return String(name.dropLast(known.count)) + ending
    }
    return name + ending
  }
}
