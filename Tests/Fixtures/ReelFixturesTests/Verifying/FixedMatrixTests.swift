import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Codecs whose matrix is BT.601 whatever the container says.
///
/// A program that does not convert changes their colours.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
struct FixedMatrixTests {
  static let targets = [("mjpeg", "out.avi"), ("mjpeg", "out.mov"), ("mjpeg", "out.mkv"), ("libvpx", "out.webm")]
    .filter { target in EncoderCatalog.encoders.contains { $0.name == target.0 } }

  @Test("Unconverted colours are found, and the finding says what to do", arguments: targets)
  func unconverted(codec: String, target: String) async throws {
    let verification = try await verify(codec, target, filter: "null")
    let lines = verification.findings.map(\.description)
    #expect(lines.count == 1 && verification.differences.count == 1, "\(verification.text)")
    let advice = "convert before you encode, for example with ffmpeg -vf scale=out_color_matrix=bt601)"
    #expect(lines.first?.hasSuffix(advice) == true, "\(verification.text)")
  }

  @Test("The finding's advice works", arguments: targets)
  func converted(codec: String, target: String) async throws {
    let verification = try await verify(codec, target, filter: "scale=out_color_matrix=bt601")
    #expect(verification.findings == [] && verification.isAsExpected, "\(verification.text)")
    let chroma = try #require(verification.quality?.chromaPSNR)
    #expect(chroma > 33, "\(verification.text)")
  }

  private func verify(_ codec: String, _ target: String, filter: String) async throws -> Verification {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.pattern, recipe.frameCount, recipe.size) = (.bars, 4, PixelSize(width: 640, height: 192))
    }
    try await folder.convert(
      "clip.mp4", ["-vf", filter, "-c:v", codec, "-q:v", "2", "-b:v", "4M"], to: target)
    return try folder.verify(target, manifest, quality: true)
  }
}
