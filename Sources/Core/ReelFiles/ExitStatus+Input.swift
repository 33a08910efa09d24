import ReelGeometry
import ReelPlatform

extension ExitStatus {
  /// The status for an unusable input: whether it is missing or invalid.
  package static func ofInput(_ path: String) -> ExitStatus {
    if access(path, R_OK) == 0 { return .badInput }
    // Numbered pictures have names derived from the path.
    guard let names = try? NumberedNames(pattern: path), let others = try? FolderNames.read(names.folderPath) else {
      return .noInput
    }
    return others.contains { names.number(of: $0) != nil } ? .badInput : .noInput
  }
}
