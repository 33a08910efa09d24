import Foundation

/// The folder of this package.
public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path.count > 1, !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      folder = folder.deletingLastPathComponent()
    }
    return folder
  }()
}
