import Foundation
import ReelFixtures
import ReelGeometry
import ReelTestSupport
import ReelTiming
import ReelVideo
import Testing

/// Clips that are sent through FFmpeg and GStreamer.
///
/// Verification must find exactly what was done.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
struct PipelineTests {
  /// A conversion by FFmpeg.
  struct Way: Sendable, CustomTestStringConvertible {
    var options: [String]
    var target: String
    var lines: [String] = []
    /// The rate and number of frames of the original clip.
    var rate: FrameRate = 30
    var frames = 30
    var size = FrameMarkLayout.smallestSize
    /// The minimum remaining quality in decibels.
    var least = 0.0
    var testDescription: String { "\(options.joined(separator: " ")) \(target)" }
  }

  // The two marks of drawing 2 fill most of the smallest picture with hard edges, which lose most at crf 40: the worst
  // frame keeps 24.2 dB, but 33.7 dB with the single mark of drawing 1.
  static let ways: [Way] = [
    Way(options: ["-c:v", "libx264", "-crf", "40"], target: "out.mp4", least: 24),
    Way(options: ["-c:v", "libx264", "-crf", "40"], target: "out.ts", least: 24),
    Way(
      options: ["-vf", "scale=iw/4:ih/4", "-c:v", "libx264", "-crf", "23"], target: "out.mp4",
      size: PixelSize(width: 352, height: 288), least: 22),
    Way(options: ["-vf", "scale=iw*3/2:ih*3/2", "-c:v", "libx264"], target: "out.mkv", least: 28),
    Way(
      options: ["-vf", "crop=160:128:8:12", "-c:v", "libx264"], target: "out.mp4",
      lines: ["cropped by 32 pixels (8 left, 8 right, 12 top, 4 bottom of 176x144)"], least: 40),
    Way(
      options: ["-vf", "pad=256:200:40:30", "-c:v", "libx264"], target: "out.mp4",
      lines: ["borders of 136 pixels (40 left, 40 right, 30 top, 26 bottom of 256x200)"], least: 40),
    Way(
      options: ["-vf", "transpose=1,hflip", "-c:v", "libx264"], target: "out.mp4",
      lines: ["turned 30 of 30 pictures (turned by 90° clockwise and mirrored)"], least: 30),
    Way(
      options: ["-pix_fmt", "yuv444p", "-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime"],
      target: "out.webm"),
    Way(options: ["-c:v", "mpeg4", "-q:v", "8"], target: "out.avi"),
    Way(options: ["-c:v", "mjpeg", "-q:v", "6", "-pix_fmt", "yuvj420p"], target: "out.mov"),
    Way(options: ["-c", "copy"], target: "out.mkv", least: 30),
    Way(
      options: ["-r", "30", "-c:v", "libx264"], target: "out.mp4",
      lines: ["dropped … of 60 frames, every second (60 → 30 frames a second)"], rate: 60, frames: 60),
    Way(
      options: ["-r", "24", "-c:v", "libx264"], target: "out.mp4",
      lines: ["dropped … of 130 frames, every 25th (25 → 24 frames a second)"], rate: 25, frames: 130),
    Way(
      options: ["-r", "24", "-c:v", "libx264"], target: "out.mp4", lines: ["dropped … of 60 frames"], rate: 25,
      frames: 60),
    Way(
      options: ["-r", "60", "-c:v", "libx264"], target: "out.mp4",
      lines: ["duplicated 30 of 30 frames, every one (30 → 60 frames a second, cadence 2:2)"]),
    Way(
      options: ["-vf", "setpts=PTS*30/25", "-r", "25", "-c:v", "libx264"], target: "out.mp4",
      lines: ["retimed (30 → 25 frames a second)"]),
    Way(
      options: ["-vf", "select='not(between(n,10,14))'", "-vsync", "vfr", "-c:v", "libx264"], target: "out.mp4",
      lines: ["dropped 5 of 30 frames: 10–14 (0.5 s)"]),
    Way(
      options: ["-frames:v", "20", "-c:v", "libx264"], target: "out.mp4", lines: ["dropped 10 of 30 frames: 20–29"]),
  ]

  @Test("Every change by FFmpeg is found, and nothing else", arguments: ways)
  func ffmpeg(way: Way) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      recipe.frameRate = way.rate
      recipe.frameCount = way.frames
      recipe.size = way.size
      recipe.pattern = .motion
    }
    try await folder.convert("clip.mp4", way.options, to: way.target)
    let verification = try folder.verify(way.target, manifest, quality: way.least > 0)
    let lines = verification.findings.map(\.description)
    #expect(lines.count == way.lines.count, "\(verification.text)")
    for (line, expected) in zip(lines, way.lines) {
      // Versions of FFmpeg differ by one or two in the number of frames that a conversion drops.
      let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
      #expect(line.hasPrefix(parts[0]) && (parts.count == 1 || line.contains(parts[1])), "\(verification.text)")
    }
    #expect(verification.differences.count == way.lines.count, "\(verification.text)")
    if way.least > 0 { #expect(try #require(verification.quality).minPSNR > way.least, "\(verification.text)") }
  }

  @Test("Blended frames are reported in one line")
  func blended() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { $0.frameCount = 24 }
    try await folder.convert("clip.mp4", ["-vf", "framerate=60", "-c:v", "libx264"], to: "out.mp4")
    let verification = try folder.verify("out.mp4", manifest)
    let blended = try #require(verification.findings.first { $0.kind == .blended }, "\(verification.text)")
    #expect(blended.spans.map(\.first) == Array(1...22) && blended.spans.allSatisfy { $0.last == $0.first + 1 })
    #expect(verification.findings.count <= 2, "\(verification.text)")
  }

  @Test("A clip played twice starts again")
  func twice() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { $0.frameCount = 20 }
    try await folder.run(
      ClipFolder.ffmpeg,
      ["-nostdin", "-v", "error", "-stream_loop", "1", "-i", "clip.mp4", "-c:v", "libx264", "-threads", "1", "out.mp4"])
    let verification = try folder.verify("out.mp4", manifest)
    #expect(verification.findings.map(\.description) == ["starts again: with frame 0 (0.667 s)"])
  }

  private static let gstLaunch: String? = {
    guard let inspect = Program.find("gst-inspect-1.0"), let launch = Program.find("gst-launch-1.0") else { return nil }
    let elements = ["qtdemux", "h264parse", "openh264dec", "videoconvert", "videoscale", "openh264enc", "matroskamux"]
    let isComplete = elements.allSatisfy { (try? Program.run(inspect, ["--exists", $0]).status) == 0 }
    return isComplete ? launch : nil
  }()

  @Test(
    "A clip that GStreamer decodes, scales and encodes is complete",
    .enabled(if: gstLaunch != nil, "GStreamer, or its elements for OpenH264, are not installed"))
  func gstreamer() async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4")
    try await folder.run(
      Self.gstLaunch,
      ["-q", "filesrc", "location=clip.mp4", "!", "qtdemux", "!", "h264parse", "!", "openh264dec", "!"]
        + ["videoconvert", "!", "videoscale", "!", "video/x-raw,width=264,height=216", "!"]
        + ["openh264enc", "bitrate=600000", "!", "h264parse", "!", "matroskamux", "!", "filesink", "location=out.mkv"])
    let verification = try folder.verify("out.mkv", manifest, quality: true)
    #expect(verification.findings == [], "\(verification.text)")
    #expect(verification.pictureCount == 30)
    #expect(try #require(verification.quality).minPSNR > 24, "\(verification.text)")
  }

  // MARK: - Sound

  @Test(
    "Sound in sync with its picture is not a finding",
    arguments: ["clip.mp4", "clip.mkv", "clip.mov", "clip.avi", "clip.ts"])
  func sound(name: String) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(name) { recipe in
      recipe.sound = .beep
      recipe.frameCount = 35
    }
    let verification = try folder.verify(name, manifest)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(abs(try #require(verification.soundOffset)) < 0.008, "\(verification.text)")
  }

  /// Offsets of moved sound, and the precision with which they are measured.
  static let moves: [(name: String, offset: Double, tolerance: Double)] = [
    ("clip.mp4", 0.08, 0.002), ("clip.mp4", -0.12, 0.002),
    // Half of the first beep is left, so that it must not count.
    ("clip.mov", -0.07, 0.002),
    // If ffmpeg copies Opus, the 6.5 ms that a decoder skips at the beginning are lost, and times are whole
    // milliseconds.
    ("clip.mkv", 0.08, 0.0085), ("clip.mkv", -0.12, 0.0085),
  ]

  @Test("The offset of moved sound is measured", arguments: moves)
  func moved(name: String, offset: Double, tolerance: Double) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(name) { recipe in
      recipe.sound = .beep
      recipe.frameCount = 35
    }
    let target = "out-" + name
    try await folder.run(
      ClipFolder.ffmpeg,
      ["-nostdin", "-v", "error", "-i", name, "-itsoffset", "\(offset)", "-i", name]
        + ["-map", "0:v", "-map", "1:a", "-c", "copy", target])
    let verification = try folder.verify(target, manifest)
    #expect(abs(try #require(verification.soundOffset) - offset) < tolerance, "\(verification.text)")
    #expect(verification.findings.contains { $0.kind == .soundOffset }, "\(verification.text)")
  }
}
