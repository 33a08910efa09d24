import ReelPlatform
import Testing

@testable import ReelInk

/// Recorded ink that is not part of the project; `REEL_CORPUS` says where it is.
enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["REEL_CORPUS"]

  static let whenThere: ConditionTrait = .enabled(if: folder != nil, "REEL_CORPUS does not say where recorded ink is")

  static func url(_ path: String) throws -> URL {
    URL(fileURLWithPath: try #require(folder)).appending(path: path)
  }

  /// The names of the files in a folder with that ending, in order.
  static func files(in folder: String, ending: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(folder).path(percentEncoded: false))
      .filter { $0.hasSuffix(ending) }.sorted()
  }
}
