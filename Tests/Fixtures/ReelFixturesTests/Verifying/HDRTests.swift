import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Fixtures in high dynamic range, with 10 bits and matching tags.
@Suite(.enabled(if: EncoderCatalog.encoders.contains { $0.name == "libx265" }, "FFmpeg has no libx265"))
struct HDRTests {
  static let names = ["clip.mp4", "clip.mov", "clip.mkv", "clip.ts"]
  static let transfers: [ColorTransfer] = [.pq, .hlg]

  private func make(_ name: String, _ transfer: ColorTransfer, in folder: ClipFolder) throws -> FixtureManifest {
    try folder.make(name) { recipe in
      (recipe.transfer, recipe.pattern, recipe.frameCount) = (transfer, .bars, 4)
      recipe.size = PixelSize(width: 640, height: 192)
    }
  }

  @Test("Tags, luminance and colours of a clip are preserved", arguments: transfers, names)
  func clean(transfer: ColorTransfer, name: String) throws {
    let folder = try ClipFolder()
    let manifest = try make(name, transfer, in: folder)
    #expect(manifest.stream.codec == "hevc" && manifest.stream.pixelFormat == "yuv420p10le")
    let verification = try folder.verify(name, manifest, quality: true)
    #expect(verification.findings == [] && verification.isAsExpected, "\(verification.text)")
    let quality = try #require(verification.quality)
    #expect(quality.minPSNR > 35)
    let frame = try #require(ClipReader(path: folder.path(name)).nextFrame())
    #expect(frame.transfer == transfer && frame.colors.primaries == "bt2020")
    #expect(frame.light == LightMetadata.usual(for: transfer))
    #expect(try folder.verify(name).findings == [])
  }

  /// The changes to a PQ clip, and the lines that report each.
  static let faults: [(options: [String], target: String, lines: [String])] = [
    ([], "out.mkv", []),
    (["-pix_fmt", "yuv420p"], "out.mp4", ["colour tags changed (8 bits a sample, which show bands)"]),
    (
      ["-vf", "setparams=color_trc=unknown"], "out.mkv", ["colour tags changed (transfer smpte2084 lost)"]
    ),
    (
      ["-vf", "setparams=color_trc=bt709:color_primaries=bt709:colorspace=bt709"], "out.mp4",
      [
        "colour tags changed (transfer bt709 instead of smpte2084, primaries bt709 instead of bt2020, "
          + "matrix bt709 instead of bt2020nc)"
      ]
    ),
    (["-vf", "lutyuv=y=val*1.15"], "out.mkv", ["levels changed (white of 203 cd/m² at 5"]),
    (["-vf", "lutyuv=y=val*0.9"], "out.mkv", ["levels changed (white of 203 cd/m² at 1"]),
  ]

  @Test("Lost tags and a changed luminance are reported by name", arguments: faults)
  func changed(options: [String], target: String, lines: [String]) async throws {
    let folder = try ClipFolder()
    let manifest = try make("clip.mp4", .pq, in: folder)
    try await folder.convert("clip.mp4", options + ["-c:v", "libx264", "-crf", "12"], to: target)
    let verification = try folder.verify(target, manifest, quality: true)
    let found = verification.findings.map(\.description)
    #expect(found.count == lines.count, "\(verification.text)")
    for (line, expected) in zip(found, lines) { #expect(line.hasPrefix(expected), "\(verification.text)") }
    #expect(verification.differences.count == lines.count)
  }

  @Test(
    "Formats that cannot have high dynamic range are refused",
    arguments: [("clip.avi", "ffv1", nil), ("clip.mp4", "mpeg4", nil), ("clip.mp4", "h264", "yuv420p")])
  func refused(name: String, codec: String, pixelFormat: String?) throws {
    let folder = try ClipFolder()
    #expect(throws: (any Error).self) {
      try folder.make(name) { ($0.transfer, $0.codec, $0.pixelFormat) = (.hlg, codec, pixelFormat) }
    }
  }
}
