import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Small parts that are wrong in all pictures of a small movie.
@Suite(
  .enabled(
    if: ClipFolder.ffmpeg != nil && EncoderCatalog.encoders.contains { $0.name == "libx264" },
    "needs ffmpeg and libx264"))
struct LastingErrorsTests {
  private func verify(
    _ pattern: FixturePattern, _ size: PixelSize, _ filter: String, _ options: [String]
  ) async throws -> Verification {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.pattern, recipe.size, recipe.frameCount) = (pattern, size, 40)
    }
    try await folder.convert("clip.mp4", ["-vf", filter, "-c:v", "libx264"] + options, to: "out.mkv")
    return try folder.verify("out.mkv", manifest, quality: true)
  }

  @Test(
    "A block over a part of every picture is reported if the picture is much lighter or darker",
    arguments: [FixturePattern.motion, .counter, .solid], ["x=150:y=76", "x=20:y=20"])
  func block(pattern: FixturePattern, position: String) async throws {
    let filter = "drawbox=\(position):w=24:h=24:color=red:t=fill"
    for crf in ["18", "25"] {
      let size = PixelSize(width: 320, height: 180)
      let verification = try await verify(pattern, size, filter, ["-crf", crf])
      let lines = verification.findings.map(\.description)
      #expect(lines.count == 1, "\(verification.text)")
      #expect(lines.first?.hasPrefix("spoiled parts of 40 of 40 frames, all of them (worst: ") == true, "\(lines)")
    }
  }

  @Test(
    "A lossy codec or scaler does not count as a lasting error",
    arguments: FixturePattern.allCases, [PixelSize(width: 320, height: 180), FrameMarkLayout.smallestSize])
  func clean(pattern: FixturePattern, size: PixelSize) async throws {
    for (filter, options) in [
      ("null", ["-crf", "40"]), ("null", ["-crf", "45", "-preset", "ultrafast"]), ("unsharp", ["-crf", "23"]),
      ("scale=iw/4:ih/4,scale=2*iw:2*ih", ["-crf", "23"]), ("scale=264:216:flags=lanczos", ["-crf", "23"]),
      ("scale=264:216:flags=bilinear", ["-crf", "30"]),
    ] {
      let verification = try await verify(pattern, size, filter, options)
      #expect(!verification.findings.contains { $0.kind == .spoiled }, "\(filter) \(options) \(verification.text)")
    }
  }
}
