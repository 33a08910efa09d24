import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Sound, chapters and captions from the command line") struct SoundCommandTests {
  /// A folder with sounds, and a storyboard of a second that hears one of them.
  private func workspace(
    sound: String = "a.wav", captions: String = "", kind: String = "blank: {}", scene: String = ""
  ) throws -> Workspace {
    let workspace = try Workspace()
    try Wave.noise(seconds: 0.5).write(to: workspace.url("a.wav"))
    try Data("This is a text.\n".utf8).write(to: workspace.url("text.wav"))
    let yaml = """
      film: {size: 64x48, fps: 10}
      sound: \(sound)
      \(captions)
      scenes: [{\(kind), seconds: 1\(scene)}]
      """
    try Data(yaml.utf8).write(to: workspace.url("s.yaml"))
    return workspace
  }

  @Test(
    "Invalid sound in a storyboard is reported with line and column, ends with 65, and nothing is written",
    arguments: [
      ("none.wav", "s.yaml:2:8: none.wav: no such file in the storyboard's folder"),
      ("text.wav", "s.yaml:2:8: "), ("[a.wav, {file: a.wav, at: 2}]", "s.yaml:2:16: the sound would begin at 2"),
      ("{file: a.wav, gain: 60}", "s.yaml:2:28: gain 60 is not valid: it must be from -96 dB to 48 dB"),
      ("{file: a.wav, cues: none.vtt}", "s.yaml:2:28: none.vtt: no such file in the storyboard's folder"),
    ])
  func refused(sound: String, message: String) async throws {
    let workspace = try workspace(sound: sound)
    let before = try workspace.files
    let result = try await workspace.capture("s.yaml", "-o", "x.mp4")
    #expect(result.status == 65)
    #expect(result.errorLines.count == 1 && result.error.hasPrefix(message), "\(result.error)")
    #expect(try workspace.files == before)
  }

  @Test("A description's missing sound ends with 66, an invalid one with 65, and nothing is written")
  func described() async throws {
    let workspace = try workspace()
    let made = try await workspace.capture("s.yaml", "-o", "x.mp4", "--recipe", "r.json")
    #expect(made.status == 0, "\(made.error)")
    let recipe = try String(contentsOf: workspace.url("r.json"), encoding: .utf8)
    for (name, status) in [("none.wav", Int32(66)), ("text.wav", 65)] {
      try Data(recipe.replacing("/a.wav", with: "/" + name).utf8).write(to: workspace.url("q.json"))
      let result = try await workspace.capture("q.json", "-o", "y.mp4")
      #expect(result.status == status)
      #expect(result.errorLines.count == 1 && result.error.contains(name), "\(result.error)")
      #expect(!FileManager.default.fileExists(atPath: workspace.url("y.mp4").path))
    }
  }

  @Test("No output replaces a sound of a storyboard or description, however it is spelled")
  func inputs() async throws {
    let workspace = try workspace()
    #expect(try await workspace.capture("s.yaml", "-o", "x.mp4", "--recipe", "r.json").status == 0)
    let sound = try Data(contentsOf: workspace.url("a.wav"))
    let film = try Data(contentsOf: workspace.url("x.mp4"))
    try FileManager.default.createSymbolicLink(atPath: workspace.url("link.mp4").path, withDestinationPath: "a.wav")
    for file in ["s.yaml", "r.json"] {
      for outputs in [
        ["-o", "link.mp4"], ["-o", "x.mp4", "-o", "./link.mp4"], ["-o", "x.mp4", "--recipe", "a.wav", "--force"],
      ] {
        let result = try await CaptureProcess.run([file] + outputs, in: workspace.folder)
        #expect(result.status == 64, "\(file) \(outputs): \(result.error)")
        #expect(result.errorLines.count == 1 && result.error.contains("are both the file"), "\(result.error)")
      }
    }
    #expect(try Data(contentsOf: workspace.url("a.wav")) == sound)
    #expect(try Data(contentsOf: workspace.url("x.mp4")) == film)
  }

  @Test("The summary names the outputs that cannot hold sound")
  func silent() async throws {
    let workspace = try workspace(scene: ", caption: Hello")
    let outputs = ["x.gif", "x.mp4", "x.apng", "x.mkv", "p/", "x.vtt"]
    let mixed = try await CaptureProcess.run(["s.yaml"] + outputs.flatMap { ["-o", $0] }, in: workspace.folder)
    #expect(mixed.status == 0)
    #expect(mixed.error.hasSuffix(", no sound in x.gif, x.apng, p/\n"), "\(mixed.error)")
    let streams: [(format: String, silent: [String]?)] = [("mp4", nil), ("mkv", nil), ("y4m", ["-"])]
    for (format, silent) in streams {
      // A stream has no summary for people.
      let stream = try await workspace.capture("s.yaml", "-o", "-", "--format", format, "--json")
      #expect(stream.status == 0)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(stream.error.utf8)) as? [String: Any])
      #expect(object["silentOutputs"] as? [String] == silent, "\(format): \(stream.error)")
    }
  }

  @Test("Captions are written to separate files, one per language, and a film without any is refused")
  func captions() async throws {
    let workspace = try workspace(
      captions: "captions: {language: en, languages: [{language: de, file: de.srt}]}", scene: ", caption: A < B")
    try Data("1\n00:00:00,500 --> 00:00:02,000\nZwei\n".utf8).write(to: workspace.url("de.srt"))
    let result = try await workspace.capture(
      "s.yaml", "-o", "x.mp4", "-o", "x.vtt", "-o", "x.de.vtt", "-o", "x.en.vtt", "-q")
    #expect(result.status == 0, "\(result.error)")
    let english = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nA &lt; B\n"
    #expect(try String(contentsOf: workspace.url("x.vtt"), encoding: .utf8) == english)
    #expect(try String(contentsOf: workspace.url("x.en.vtt"), encoding: .utf8) == english)
    #expect(
      try String(contentsOf: workspace.url("x.de.vtt"), encoding: .utf8)
        == "WEBVTT\n\n00:00:00.500 --> 00:00:01.000\nZwei\n")
    // WebM takes no other form of text than this one.
    let tracks = try await workspace.capture(
      "s.yaml", "--set", "captions.show=both", "-o", "x.webm", "-o", "x.mkv", "-q")
    #expect(tracks.status == 0, "\(tracks.error)")
    let ffmpeg = try #require(CaptureProcess.find("ffmpeg"))
    for name in ["x.webm", "x.mkv"] {
      let told = try await CaptureProcess.run(
        executable: ffmpeg, ["-nostdin", "-v", "error", "-i", name, "-map", "0:s:0", "-f", "webvtt", "-"],
        in: workspace.folder)
      let words = String(decoding: told.output, as: UTF8.self)
      #expect(words.contains("00:00.000 --> 00:01.000\nA &lt; B\n") || words.contains("\nA < B\n"), "\(name): \(words)")
    }
    let none = try await workspace.capture("--frames", "2", "-o", "y.vtt")
    #expect(none.status == 64 && none.error.contains("has no captions for y.vtt"), "\(none.error)")
    #expect(!FileManager.default.fileExists(atPath: workspace.url("y.vtt").path))
  }

  @Test(
    "A signal ends captions, chapters and sound together with the pictures",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func interrupted() async throws {
    // Something that moves: of what holds still a second is drawn before a signal is seen.
    let workspace = try workspace(
      sound: "{file: a.wav, loop: true}", captions: "captions: both", kind: "snowflake: {levels: 0...4}",
      scene: "0, chapter: One, caption: [{text: Early, until: 0.1}, {text: Late, from: 9.5}]}, {title: T, chapter: Two")
    let run = try await workspace.capture(
      ["s.yaml", "--set", "film.fps=60", "--set", "film.size=320x180", "-o", "x.mp4", "-o", "x.vtt", "-q"],
      fault: Fault(kind: "signal:\(SIGINT)", at: 2))
    #expect(run.process.status == 130, "\(run.process.error)")
    let words = try String(contentsOf: workspace.url("x.vtt"), encoding: .utf8)
    #expect(!words.contains("Late"), "\(words)")
    let length = Double(try #require(MovieReader(url: workspace.url("x.mp4")).facts.frameCount)) / 60
    let probe = try #require(CaptureProcess.find("ffprobe"))
    let told = try await CaptureProcess.run(
      executable: probe, ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", "x.mp4"],
      in: workspace.folder)
    let duration = try #require(Double(String(decoding: told.output, as: UTF8.self).dropLast()))
    #expect(length < 9 && abs(duration - length) < 0.03, "\(duration) for \(length)")
  }

  @Test(
    "A killed film is finished with its chapters, captions and sound",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func recovered() async throws {
    let workspace = try workspace(captions: "captions: both", scene: "0, chapter: One, caption: Hello")
    let run = try await workspace.capture(
      ["s.yaml", "--set", "film.fps=30", "-o", "x.mp4", "-q"], fault: Fault(kind: "kill", at: 1, call: "rename"))
    #expect(run.process.status != 0)
    let result = try await workspace.capture("recover", "x.partial.mp4")
    #expect(result.status == 0, "\(result.error)")
    let probe = try #require(CaptureProcess.find("ffprobe"))
    let told = try await CaptureProcess.run(
      executable: probe,
      ["-v", "error", "-show_entries", "stream=codec_name:chapter_tags=title", "-of", "csv=p=0:nk=1", "x.mp4"],
      in: workspace.folder)
    let lines = Set(String(decoding: told.output, as: UTF8.self).split(separator: "\n").map(String.init))
    #expect(lines.isSuperset(of: ["h264", "aac", "mov_text", "One"]), "\(lines)")
  }
}
