import Foundation

/// A folder that is there while `body` runs.
public func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
  let folder = FileManager.default.temporaryDirectory.appending(path: "reel-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// The names in a folder, sorted.
public func fileNames(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
}

/// The names of what is in a folder and not hidden.
public func shownNames(in folder: URL) throws -> [String] { try fileNames(in: folder).filter { !$0.hasPrefix(".") } }
