import ReelPlatform

/// Folders that limit which files may be read, with links and dots resolved.
package struct FolderBounds: Hashable, Sendable {
  private let roots: [String]

  /// - Parameter paths: The folders, or single files; missing ones allow nothing.
  package init(_ paths: [String]) { roots = paths.compactMap(Self.real) }

  /// Whether a path is within the bounds, given with links and dots resolved.
  package func contains(_ real: String) -> Bool {
    roots.contains { real == $0 || real.hasPrefix($0 == "/" ? "/" : $0 + "/") }
  }

  /// Whether a path leads to a file within the bounds, or to no file.
  package func allows(_ path: String) -> Bool { Self.real(path).map(contains) ?? true }

  /// The path with links and dots resolved; nil if there is no such file.
  ///
  /// The corresponding C function is `realpath`.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
