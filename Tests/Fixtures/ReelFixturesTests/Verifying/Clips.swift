import Foundation
import ReelFixtures
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

/// A folder with clips for one test, removed after the test.
final class ClipFolder: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-clips-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Makes a fixture, small to keep tests quick.
  @discardableResult
  func make(_ name: String, _ change: (inout FixtureRecipe) throws -> Void = { _ in }) throws -> FixtureManifest {
    var recipe = FixtureRecipe()
    recipe.size = FrameMarkLayout.smallestSize
    recipe.frameCount = 30
    recipe.gop = 12
    recipe.bFrames = 0
    try change(&recipe)
    return try FixtureMaker(recipe, to: path(name)).make()
  }

  /// Verifies a file with a manifest, measuring quality only if requested.
  func verify(_ name: String, _ manifest: FixtureManifest, quality: Bool = false) throws -> Verification {
    var verifier = MovieVerifier(path: path(name), manifest: manifest, manifestName: "clip.json")
    verifier.measuresQuality = quality
    return try verifier.run().verification
  }

  /// Verifies a file by its marks alone.
  func verify(_ name: String) throws -> Verification { try MovieVerifier(path: path(name)).run().verification }

  /// Runs a program in the folder, which must succeed.
  func run(_ program: String?, _ arguments: [String]) async throws {
    let result = try await Program.runAside(try #require(program), arguments, in: folder.path)
    try #require(result.status == 0, "\(arguments.joined(separator: " ")): \(result.error)")
  }

  /// Sends a file through FFmpeg.
  func convert(_ source: String, _ options: [String], to target: String) async throws {
    try await run(Self.ffmpeg, ["-nostdin", "-v", "error", "-i", source] + options + ["-threads", "1", target])
  }

  static let ffmpeg = Program.find("ffmpeg")
}
