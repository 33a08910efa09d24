import ReelGeometry

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Numbered files in the making, in a closed folder beside their places.
final class PictureFiles {
  private let names: NumberedNames
  private let replacing: ReplacementPolicy
  private let draft: OutputDraft
  private var count = 0
  private(set) var byteCount = 0

  init(pattern: String, replacing: ReplacementPolicy) throws {
    names = try NumberedNames(pattern: pattern)
    self.replacing = replacing
    draft = try OutputDraft(for: OutputPlace(path: Self.path(names, 0), replacing: replacing))
  }

  deinit {
    for index in 0..<count { unlink(made(index)) }
  }

  /// Writes the next file.
  func append(_ bytes: [UInt8]) throws(OutputError) {
    do throws(FFmpegError) {
      try OutputPlace.write(bytes, to: made(count))
    } catch {
      unlink(made(count))
      throw .writeFailed(
        path: Self.path(names, count), bytesWritten: byteCount, reason: OutputError.reason(of: error))
    }
    count += 1
    byteCount += bytes.count
  }

  /// Moves all files to their places, and removes older ones of the pattern with higher numbers, so that no clip ends with
  /// the pictures of another.
  func settle() throws(OutputError) {
    // All are checked before the first is moved.
    var places: [OutputPlace] = []
    for index in 0..<count {
      places.append(try OutputPlace(path: Self.path(names, index), replacing: replacing))
    }
    for (index, place) in places.enumerated() {
      do throws(FFmpegError) {
        if let permissions = place.permissions { chmod(made(index), permissions) }
        try place.move(made(index))
      } catch {
        throw .writeFailed(
          path: place.givenPath, bytesWritten: byteCount, reason: OutputError.reason(of: error))
      }
    }
    let others = (try? FileManager.default.contentsOfDirectory(atPath: names.folderPath)) ?? []
    for number in others.compactMap(names.number) where number >= count { unlink(Self.path(names, number)) }
  }

  private func made(_ index: Int) -> String { "\(draft.folder)/\(index)" }

  private static func path(_ names: NumberedNames, _ index: Int) -> String {
    let separator = names.folderPath.hasSuffix("/") ? "" : "/"
    return names.folderPath + separator + names.name(of: index)
  }
}
