import ReelFixtures
import Testing

/// Sound and pictures are told apart at the beginning and the end of a file, and where the volume changes.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
struct SoundBeginningTests {
  private static func verify(_ options: [String], to target: String = "out.mp4") async throws -> Verification {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { ($0.frameCount, $0.sound) = (150, .beep) }
    try await folder.convert("clip.mp4", options, to: target)
    return try folder.verify(target, manifest)
  }

  private static let delayed = ["-c:v", "libx264", "-bf", "2", "-preset", "veryfast"]

  @Test(
    "The packet before time 0 moves neither the first beep nor the first picture",
    arguments: [
      ["-movflags", "frag_keyframe+empty_moov"], ["-movflags", "frag_keyframe"], ["-movflags", "dash"],
    ], [["-c", "copy"], delayed])
  func fragments(flags: [String], codec: [String]) async throws {
    let verification = try await Self.verify(codec + flags)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(abs(try #require(verification.worstSoundOffset)) < 0.008, "\(verification.text)")
  }

  @Test("An AVI whose first picture waits for its MP3 is as expected")
  func avi() async throws {
    let verification = try await Self.verify(["-c:v", "mpeg4", "-q:v", "3", "-c:a", "libmp3lame"], to: "out.avi")
    #expect(verification.isAsExpected, "\(verification.text)")
  }

  static let changes: [(options: [String], lines: [String])] = [
    (["-af", "volume=20dB"], ["sound clipped at 5 of 5 beeps"]),
    (
      ["-af", "volume=enable='gte(t,2.5)':volume=-20dB"],
      ["sound too faint at 2 of 5 beeps: 3–4 (3 s) (20 dB below the others)"]
    ),
    (["-vf", "tpad=stop=5:stop_mode=clone"], ["frozen on 1 frame: 149 for 0.2 s (4.967 s)"]),
    (
      [
        "-i", "clip.mp4", "-filter_complex", "[0:v][1:v]freezeframes=first=100:last=100:replace=35[v]", "-map", "[v]",
        "-map", "0:a", "-c:a", "copy",
      ], ["dropped 1 of 150 frames: 100 (3.367 s)", "stale 1 of 150 frames: 35 (3.333 s)"]
    ),
    // The head of the first beep is lost, with the packet before it.
    (["-filter:a", "atrim=start=0.04"], []),
  ]

  @Test("A change is told by its name, not as missing or moved beeps", arguments: changes)
  func change(options: [String], lines: [String]) async throws {
    let verification = try await Self.verify(options)
    #expect(verification.findings.map(\.description) == lines, "\(verification.text)")
  }
}
