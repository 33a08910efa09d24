import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Fixtures with an alpha channel: made, and checked after pipelines that lose it.
@Suite struct AlphaTests {
  /// Encoders that store opacity, and a file name for each.
  static let clips: [(codec: String?, name: String)] = [
    ("prores_ks", "clip.mov"), ("qtrle", "clip.mov"), ("png", "clip.mov"), ("ffv1", "clip.mkv"), (nil, "clip.avi"),
    (nil, "clip-%d.png"),
  ].filter { codec, _ in codec.map { name in EncoderCatalog.encoders.contains { $0.name == name } } ?? true }

  private static func make(_ index: Int, in folder: ClipFolder) throws -> FixtureManifest {
    try folder.make(clips[index].name) { recipe in
      (recipe.codec, recipe.hasAlpha) = (clips[index].codec, true)
      (recipe.frameCount, recipe.size, recipe.pattern) = (3, PixelSize(width: 320, height: 180), .bars)
    }
  }

  @Test("Opacity is preserved", arguments: clips.indices)
  func clean(index: Int) throws {
    let folder = try ClipFolder()
    let manifest = try Self.make(index, in: folder)
    let verification = try folder.verify(Self.clips[index].name, manifest, quality: true)
    #expect(verification.findings == [] && verification.isAsExpected, "\(verification.text)")
  }

  /// The changes to a ProRes clip, and the line that reports each.
  static let faults: [(options: [String], line: String?)] = [
    (["-c:v", "qtrle"], nil), (["-vf", "scale=640:360:flags=neighbor", "-c:v", "qtrle"], nil),
    (["-pix_fmt", "yuv444p", "-c:v", "ffv1"], "alpha channel changed (lost: the pictures have no alpha channel)"),
    (
      ["-vf", "format=yuv444p,format=yuva444p", "-c:v", "ffv1"], "alpha channel changed (lost: everything is opaque)"
    ),
    (
      ["-vf", "format=rgba,lutrgb=a=negval", "-c:v", "qtrle"],
      "alpha channel changed (inverted: what was opaque is transparent)"
    ),
    (
      ["-vf", "premultiply=inplace=1", "-c:v", "qtrle"],
      "alpha channel changed (premultiplied: colours are darker where they are transparent)"
    ),
    (["-vf", "format=rgba,lutrgb=a=val/2", "-c:v", "qtrle"], "alpha channel changed (255 → 12"),
  ]

  @Test(
    "Lost or changed opacity is reported",
    .enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"), arguments: faults.indices)
  func changed(index: Int) async throws {
    let (options, line) = Self.faults[index]
    let folder = try ClipFolder()
    let manifest = try Self.make(0, in: folder)
    try await folder.convert("clip.mov", options, to: "out.mov")
    let verification = try folder.verify("out.mov", manifest, quality: true)
    let lines = verification.findings.map(\.description)
    #expect(lines.count == (line == nil ? 0 : 1), "\(verification.text)")
    if let line { #expect(lines.first?.hasPrefix(line) == true, "\(verification.text)") }
  }

  @Test("A codec without an alpha channel is refused, naming one that has it", arguments: ["clip.mp4", "clip.webm"])
  func refused(name: String) throws {
    let folder = try ClipFolder()
    let error = #expect(throws: ClipError.self) {
      try folder.make(name) { ($0.hasAlpha, $0.size) = (true, PixelSize(width: 320, height: 180)) }
    }
    #expect(error?.description.contains("alpha channel") == true, "\(error?.description ?? "")")
  }
}
