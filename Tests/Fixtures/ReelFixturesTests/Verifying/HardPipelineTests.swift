import Foundation
import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// The pipelines that marks of version 2 were made for.
///
/// Every frame must be readable after them.
///
/// `make test-pipelines` takes every pipeline with two patterns and 18 frames; without `REEL_PIPELINES` four are tried
/// with a few frames.
@Suite(
  .enabled(
    if: ClipFolder.ffmpeg != nil && EncoderCatalog.encoders.contains { $0.name == "libx264" },
    "needs ffmpeg and libx264"))
struct HardPipelineTests {
  /// A pipeline for frames of one size, and the kinds of findings that it may cause.
  struct Pipeline: Sendable, CustomTestStringConvertible {
    var size: PixelSize
    var filter: String
    var crf: Int
    var kinds: [Finding.Kind] = []
    /// Whether it is tried in every run.
    var isShort = false
    var testDescription: String { "\(size), \(filter), crf \(crf)" }
  }

  private static let large = PixelSize(width: 1280, height: 720)
  static let isWhole = ProcessInfo.processInfo.environment["REEL_PIPELINES"] != nil
  static let pipelines = isWhole ? all : all.filter(\.isShort)
  static let patterns: [FixturePattern] = isWhole ? [.counter, .noise] : [.counter]
  static let frames = isWhole ? 18 : 4

  private static let all = [
    Pipeline(size: large, filter: "scale=160:90", crf: 23),
    Pipeline(size: large, filter: "null", crf: 45),
    Pipeline(size: large, filter: "drawbox=x=100:y=60:w=560:h=270:color=red:t=fill", crf: 23, isShort: true),
    Pipeline(size: large, filter: "drawbox=x=630:y=400:w=540:h=260:color=gray@0.9:t=fill", crf: 23),
    Pipeline(size: large, filter: "crop=iw*0.9:ih*0.9", crf: 23, isShort: true),
    Pipeline(size: large, filter: "crop=iw*0.9:ih*0.9:0:0", crf: 23),
    Pipeline(size: large, filter: "rotate=5*PI/180", crf: 23, kinds: [.orientation], isShort: true),
    Pipeline(size: large, filter: "rotate=-5*PI/180", crf: 23, kinds: [.orientation]),
    Pipeline(size: large, filter: "scale=160:90", crf: 40, isShort: true),
    Pipeline(size: PixelSize(width: 640, height: 360), filter: "scale=160:90", crf: 38),
  ]

  @Test("Every frame is read", arguments: pipelines, patterns)
  func hard(pipeline: Pipeline, pattern: FixturePattern) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.size, recipe.pattern, recipe.frameCount) = (pipeline.size, pattern, Self.frames)
      recipe.quality = .crf(14)
    }
    let options = ["-vf", pipeline.filter, "-c:v", "libx264", "-crf", "\(pipeline.crf)"]
    try await folder.convert("clip.mp4", options, to: "out.mkv")
    let known = try folder.verify("out.mkv", manifest)
    #expect(known.readCount == Self.frames, "\(known.text)")
    #expect(known.findings.map(\.kind) == pipeline.kinds, "\(known.text)")
    // The same without a manifest: the picture alone reveals where the marks are.
    let unknown = try folder.verify("out.mkv")
    #expect(unknown.readCount == Self.frames, "\(unknown.text)")
  }

  /// Filters that put two frames into one picture, and the line that reports each.
  static let doubles: [(filter: String, line: String)] = [
    (
      "tblend=all_mode=average,trim=start_frame=3:end_frame=5",
      "two frames blended in 2 of 2 pictures, all of them: 3+4 (0.133 s), 4+5 (0.167 s)"
    ),
    (
      "split[a][b];[a]crop=iw:ih/2:0:0,trim=end_frame=3[t];"
        + "[b]trim=start_frame=1:end_frame=4,setpts=PTS-STARTPTS,crop=iw:ih/2:0:ih/2[u];[t][u]vstack",
      "torn 3 of 3 pictures, all of them: 0+1 (0 s), 1+2 (0.033 s), 2+3 (0.067 s)"
    ),
    (
      "minterpolate=fps=60:mi_mode=blend,trim=start_frame=10:end_frame=14",
      "two frames blended in 2 of 4 pictures: 5+6 (0.183 s), 6+7 (0.217 s)"
    ),
  ]

  @Test("Pictures of two frames are reported as such", arguments: doubles)
  func double(filter: String, line: String) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { $0.size = PixelSize(width: 640, height: 360) }
    try await folder.convert("clip.mp4", ["-vf", filter, "-c:v", "libx264", "-crf", "20"], to: "out.mkv")
    let verification = try folder.verify("out.mkv", manifest)
    #expect(verification.findings.map(\.description).contains(line), "\(verification.text)")
    #expect(!verification.findings.contains { $0.kind == .unreadable }, "\(verification.text)")
  }

  @Test("A stale frame is found at crf 45 in spite of its neighbours")
  func stale() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { $0.size = PixelSize(width: 640, height: 360) }
    let filter =
      "split=3[a][b][c];[a]trim=end_frame=20[x];[b]trim=start_frame=5:end_frame=6[y];[c]trim=start_frame=20[z];"
      + "[x][y][z]concat=n=3,setpts=N/30/TB"
    try await folder.convert("clip.mp4", ["-vf", filter, "-c:v", "libx264", "-crf", "45"], to: "out.mkv")
    let verification = try folder.verify("out.mkv", manifest)
    #expect(verification.findings.map(\.description) == ["stale 1 of 30 frames: 5 (0.667 s)"], "\(verification.text)")
  }

  @Test("The chroma PSNR equals that of FFmpeg's filter")
  func chroma() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.size, recipe.frameCount, recipe.quality) = (PixelSize(width: 640, height: 360), 4, .lossless)
    }
    // Matroska rounds times to milliseconds, so that the filter would compare other frames.
    try await folder.convert("clip.mp4", ["-c:v", "libx264", "-crf", "33"], to: "out.mp4")
    let compared = ["-i", "clip.mp4", "-lavfi", "[0][1]psnr=stats_file=psnr.txt", "-f", "null"]
    try await folder.convert("out.mp4", compared, to: "-")
    let text = try String(contentsOfFile: folder.path("psnr.txt"), encoding: .utf8)
    let errors = text.matches(of: /mse_[uv]:([0-9.]+)/).compactMap { Double($0.1) }
    try #require(errors.count == 8, "\(text)")
    let expected = 10 * log10(255 * 255 / (errors.reduce(0, +) / 8))
    let found = try #require(try folder.verify("out.mp4", manifest, quality: true).quality?.chromaPSNR)
    #expect(abs(found - expected) < 0.02, "\(found), \(expected)")
  }

  @Test("Clips of drawing 1 are still verified")
  func firstVersion() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.drawing, recipe.size) = (1, PixelSize(width: 640, height: 360))
    }
    try await folder.convert("clip.mp4", ["-vf", "scale=320:180", "-c:v", "libx264", "-crf", "30"], to: "out.mkv")
    #expect(try folder.verify("out.mkv", manifest).findings == [])
    #expect(try folder.verify("out.mkv").findings == [])
    #expect(try folder.verify("clip.mp4", manifest, quality: true).isAsExpected)
  }
}
