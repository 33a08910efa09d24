import ReelGeometry
import Testing

@testable import ReelFixtures

/// Sound changed by FFmpeg's filters: every effect is named, and nothing else.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
struct SoundTests {
  /// A change to ten seconds of sound, and the beginnings of the lines that report it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: [String]
    var lines: [String]
    var target = "out.mp4"

    init(_ name: String, _ options: [String], _ lines: [String], target: String = "out.mp4") {
      (testDescription, self.options, self.lines, self.target) = (name, options, lines, target)
    }
  }

  static let faults: [Fault] = [
    Fault("nothing", ["-c", "copy"], []),
    Fault("another codec", ["-c:v", "copy", "-c:a", "libmp3lame", "-b:a", "64k"], [], target: "out.mkv"),
    Fault("speech", ["-c:v", "copy", "-ar", "8000", "-c:a", "pcm_mulaw"], [], target: "out.mov"),
    Fault("bytes", ["-c:v", "copy", "-c:a", "pcm_u8"], [], target: "out.avi"),
    Fault("stereo", ["-c:v", "copy", "-ac", "2", "-ar", "44100"], []),
    Fault("half as loud", ["-c:v", "copy", "-af", "volume=-6dB"], []),
    Fault("no track", ["-c:v", "copy", "-an"], ["sound missing at 10 of 10 beeps, all of them"]),
    Fault(
      "silence", ["-c:v", "copy", "-af", "volume=0"], ["sound missing at 10 of 10 beeps, all of them"]),
    Fault("too faint", ["-c:v", "copy", "-af", "volume=-40dB"], ["sound too faint ("]),
    Fault(
      "the end cut off", ["-c:v", "copy", "-af", "atrim=end=6"], ["sound missing at 4 of 10 beeps: 6–9 (6 s)"]),
    Fault(
      "a hole", ["-c:v", "copy", "-af", "volume=enable='between(t,2.9,4.5)':volume=0"],
      ["sound missing at 2 of 10 beeps: 3–4 (3 s)"]),
    Fault("late by more than half a second", ["-c:v", "copy", "-af", "adelay=600:all=1"], ["sound 600"]),
    Fault("late by seconds", ["-c:v", "copy", "-af", "adelay=3250:all=1"], ["sound 3250"]),
    Fault("early by seconds", ["-c:v", "copy", "-af", "atrim=start=2.4,asetpts=PTS-STARTPTS"], ["sound 2400"]),
    Fault(
      "a jump",
      [
        "-c:v", "copy", "-filter_complex",
        "[0:a]asplit[a][b];[a]atrim=end=4.5[c];[b]atrim=start=4.6,asetpts=PTS-STARTPTS[d];[c][d]concat=v=0:a=1[e]",
        "-map", "0:v", "-map", "[e]",
      ], ["sound jumps: -100 ms at beep 5 (4.9"]),
    Fault(
      "a jump halfway",
      [
        "-c:v", "copy", "-filter_complex",
        "[0:a]asplit[a][b];[a]atrim=end=4.5[c];[b]atrim=start=4.5,asetpts=PTS-STARTPTS,adelay=100:all=1[d];"
          + "[c][d]concat=v=0:a=1[e]", "-map", "0:v", "-map", "[e]",
      ], ["sound jumps: 100 ms at beep 5 (5."]),
    Fault("slower", ["-c:v", "copy", "-af", "atempo=0.99"], ["sound drifts by "]),
    Fault("faster", ["-c:v", "copy", "-af", "atempo=1.01"], ["sound drifts by -"]),
  ]

  @Test("Changes to the sound are named, and nothing else", arguments: faults)
  func filters(fault: Fault) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      recipe.frameCount = 300
      recipe.sound = .beep
    }
    try await folder.convert("clip.mp4", fault.options, to: fault.target)
    let verification = try folder.verify(fault.target, manifest)
    let lines = verification.findings.map(\.description)
    #expect(lines.count == fault.lines.count, "\(verification.text)")
    for (line, start) in zip(lines, fault.lines) { #expect(line.hasPrefix(start), "\(verification.text)") }
    #expect(verification.differences.count == fault.lines.count, "\(verification.text)")
  }

  @Test(
    "Faults in the pictures do not move the sound", arguments: ["clip.mp4", "clip.mov"],
    [
      [FixtureOption.vfr: "true"], [.duplicate: "5,100"], [.drop: "30,60-65"], [.gap: "40:0.5s"], [.startPTS: "1.5s"],
      [.negativePTS: "true"], [.jitter: "5ms", .swap: "29:30"], [.drawing: "1", .vfr: "true"],
    ])
  func own(name: String, options: [FixtureOption: String]) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(name) { recipe in
      recipe.frameCount = 160
      recipe.sound = .beep
      for (option, text) in options { try recipe.set(option, text) }
    }
    let verification = try folder.verify(name, manifest)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(abs(try #require(verification.soundOffset)) < 0.008, "\(verification.text)")
  }

  /// Files and faults that make a clip begin before 0.
  static let early: [(name: String, options: [FixtureOption: String])] = [
    ("clip.mp4", [.fragmented: "true"]), ("clip.mov", [.fragmented: "true", .vfr: "true"]), ("clip.ts", [:]),
    ("clip.mp4", [.fragmented: "true", .drop: "0-3"]), ("clip.mp4", [.fragmented: "true", .fps: "10"]),
    ("clip.ts", [.fps: "10"]), ("clip.mov", [.vfr: "true"]), ("clip.mov", [.vfr: "true", .seed: "6"]),
    ("clip.mp4", [.drop: "2"]), ("clip.mp4", [.gap: "1:0.5s"]),
    ("clip.mp4", [.fragmented: "true", .drawing: "1"]), ("clip.mov", [.fragmented: "true", .bFrames: "2"]),
  ]

  @Test("A beep that begins before 0, where clips have no sound, is neither late nor missing", arguments: early)
  func negative(name: String, options: [FixtureOption: String]) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(name) { recipe in
      (recipe.frameCount, recipe.sound, recipe.faults.start) = (70, .beep, .negative)
      for (option, text) in options { try recipe.set(option, text) }
    }
    let verification = try folder.verify(name, manifest)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(abs(try #require(verification.worstSoundOffset)) < 0.008, "\(verification.text)")
  }

  @Test(
    "Moved sound is also reported in a clip that begins before 0", .enabled(if: ClipFolder.ffmpeg != nil),
    arguments: ["clip.mp4", "clip.ts"])
  func negativeMoved(name: String) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(name) { recipe in
      (recipe.frameCount, recipe.sound, recipe.faults.start, recipe.isFragmented) = (
        70, .beep, .negative, name != "clip.ts"
      )
    }
    try await folder.convert(
      name, ["-copyts", "-itsoffset", "0.08", "-i", name, "-map", "0:v", "-map", "1:a", "-c", "copy"], to: "out.ts")
    let verification = try folder.verify("out.ts", manifest)
    #expect(verification.findings.contains { $0.kind == .soundOffset }, "\(verification.text)")
  }

  @Test("Every beep number is read, at every sample rate and after noise", arguments: [8000, 16_000, 44_100, 48_000])
  func codes(rate: Int) {
    var random = SplitMix64(seed: 3)
    for number in 0..<BeepCode.count {
      let start = number * BeepTrack.sampleRate
      let beep = BeepTrack(drawing: 2).samples(start..<start + 5100)
      let samples = (0..<rate / 10).map { index -> Float in
        let exact = Double(index) * Double(BeepTrack.sampleRate) / Double(rate)
        let (low, part) = (Int(exact), Float(exact - exact.rounded(.down)))
        return beep[low] * (1 - part) + beep[low + 1] * part + Float(random.below(1000)) / 10_000 - 0.05
      }
      #expect(BeepCode.number(of: samples, rate: Double(rate)) == number)
    }
  }

  @Test("Sounds that are not beeps have no number")
  func noise() {
    var random = SplitMix64(seed: 4)
    let samples = (0..<4800).map { _ in Float(random.below(2000)) / 1000 - 1 }
    #expect(BeepCode.number(of: samples, rate: 48_000) == nil)
    #expect(BeepCode.number(of: [], rate: 48_000) == nil)
    #expect(BeepCode.number(of: BeepTrack(drawing: 1).samples(0..<4800), rate: 48_000) == nil)
  }
}
