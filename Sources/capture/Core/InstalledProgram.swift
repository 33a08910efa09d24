import ReelPlatform

/// Programs that are installed here.
enum InstalledProgram {
  /// Returns the path of a program, as a shell finds it; nil if it is not installed.
  static func path(of name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
