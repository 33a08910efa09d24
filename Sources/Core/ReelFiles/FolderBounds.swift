import ReelPlatform

/// Folders that files may not lie outside of, with links and dots resolved.
package struct FolderBounds: Hashable, Sendable {
  private let roots: [String]

  /// - Parameter paths: The folders, or single files; one that is missing holds nothing.
  package init(_ paths: [String]) { roots = paths.compactMap(Self.real) }

  /// Whether a path lies within, given with links and dots resolved.
  package func contains(_ real: String) -> Bool {
    roots.contains { real == $0 || real.hasPrefix($0 == "/" ? "/" : $0 + "/") }
  }

  /// Whether a path leads to a file within, or to none.
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
