import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Pictures with few pixels of each colour.
///
/// Changes are either named correctly or not at all.
@Suite(
  .enabled(
    if: ClipFolder.ffmpeg != nil && EncoderCatalog.encoders.contains { $0.name == "libx264" },
    "needs ffmpeg and libx264"))
struct SmallPictureTests {
  private static let sizes = [PixelSize(width: 320, height: 180), FrameMarkLayout.smallestSize]

  private static let toBT601 = "scale=in_color_matrix=bt709:out_color_matrix=bt601,setparams=colorspace=bt709"

  /// The lines that report what happened to a short clip.
  private func lines(
    _ pattern: FixturePattern, _ size: PixelSize, _ filter: String, _ options: [String] = ["-crf", "18"],
    frames: Int = 10
  ) async throws -> [String] {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.pattern, recipe.size, recipe.frameCount, recipe.gop) = (pattern, size, frames, 30)
    }
    try await folder.convert("clip.mp4", ["-vf", filter, "-c:v", "libx264"] + options, to: "out.mp4")
    return try folder.verify("out.mp4", manifest, quality: true).findings.map(\.description)
  }

  @Test(
    "Full range taken for limited is reported in every pattern", arguments: FixturePattern.allCases, sizes)
  func stretched(pattern: FixturePattern, size: PixelSize) async throws {
    for options in [["-crf", "18"], ["-crf", "36"]] {
      let lines = try await lines(pattern, size, "scale=in_range=tv:out_range=pc,setparams=range=tv", options)
      #expect(
        lines == ["levels changed (full range taken for limited: greys near black and white are lost)"], "\(options)")
    }
  }

  @Test(
    "A very lossy codec does not count as a change of levels or range", arguments: FixturePattern.allCases, sizes)
  func spoiled(pattern: FixturePattern, size: PixelSize) async throws {
    for (filter, crf) in [("null", "30"), ("null", "42"), ("unsharp", "18")] {
      let lines = try await lines(pattern, size, filter, ["-crf", crf, "-preset", "ultrafast"])
      #expect(!lines.contains { $0.hasPrefix("levels changed (full range") }, "\(filter) \(crf) \(lines)")
    }
  }

  @Test("A very lossy codec does not count as a change of colours", arguments: FixturePattern.allCases, sizes)
  func kept(pattern: FixturePattern, size: PixelSize) async throws {
    for options in [["-crf", "35"], ["-crf", "35", "-preset", "veryslow"], ["-crf", "40", "-preset", "ultrafast"]] {
      let lines = try await lines(pattern, size, "null", options, frames: 20)
      #expect(!lines.contains { $0.hasPrefix("colours") }, "\(options) \(lines)")
    }
  }

  @Test(
    "BT.601 decoded as BT.709 is reported where there are colours, and does not count as a spoiled part",
    arguments: [FixturePattern.bars, .gradient, .motion])
  func converted(pattern: FixturePattern) async throws {
    let lines = try await lines(pattern, Self.sizes[0], Self.toBT601)
    #expect(lines == ["colours changed (BT.601 decoded as BT.709: tagged or converted wrongly)"])
  }

  @Test("Colours blurred by a codec are not taken for another matrix", arguments: FixturePattern.allCases, sizes)
  func blurred(pattern: FixturePattern, size: PixelSize) async throws {
    for crf in ["18", "28"] {
      let lines = try await lines(pattern, size, Self.toBT601, ["-crf", crf, "-preset", "ultrafast"])
      #expect(lines.allSatisfy { $0.hasPrefix("colours changed (BT.601 decoded as BT.709") }, "\(crf) \(lines)")
    }
  }
}
