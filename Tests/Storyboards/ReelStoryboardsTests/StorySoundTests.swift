import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelStoryboards

/// Provides a folder that exists while `body` runs.
func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
  let folder = FileManager.default.temporaryDirectory.appending(path: "reel-story-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Makes the film of a storyboard.
func record(_ film: FilmDescription, to url: URL) async throws {
  let sink = try FilmOutput(url.path).sink()
  let recorder = try Recorder(
    source: film.source(), sink: sink, frameRate: film.film.frameRate, tracks: film.tracks)
  try await recorder.record(frames: film.frameCount)
}

/// The output of ffprobe for a file, line by line.
func probe(_ url: URL, _ entries: String) async throws -> [String] {
  let program = try #require(Program.find("ffprobe"))
  let result = try await Program.runAside(
    program, ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", url.path])
  return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
}

@Suite("Sound, chapters and captions of a storyboard") struct StorySoundTests {
  private static let cues = """
    WEBVTT

    NOTE what is noted is not said

    down
    00:00.250 --> 00:00.500
    <v Anna>Down <b>first</b> &amp; slow

    across
    00:01.000 --> 00:01.500 align:start
    Across 👍
    and back
    """

  private func folder(_ body: (URL, [Float]) async throws -> Void) async throws {
    try await withFolder { folder in
      let wave = Wave.noise(seconds: 0.1)
      try wave.write(to: folder.appending(path: "noise.wav"))
      try Data(Self.cues.utf8).write(to: folder.appending(path: "voice.vtt"))
      try await body(folder, wave.samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    }
  }

  @Test("Sounds of the film and of scenes begin at the exact sample, and chapters and captions are in the file")
  func whole() async throws {
    try await folder { folder, noise in
      let yaml = """
        film: {size: 64x48, fps: 30}
        captions: {show: both, language: en, languages: [{language: de, file: voice.vtt}]}
        sound:
          - {file: noise.wav, at: second.start + 0.5 s, cues: voice.vtt}
        scenes:
          - title: One
            seconds: 1
            chapter: The first
            caption: Hello
            sound: noise.wav
          - title: Two
            id: second
            until: cue.across + 0.5 s
            chapter: The second
            transition: {kind: dissolve, seconds: 0.5}
          - blank: {}
            seconds: 1.5
            sound: [{file: noise.wav, at: 250 ms}, {file: noise.wav, at: 1.3}]
        """
      let film = try read(yaml, folder: folder.path).description()
      // The second scene ends 1.5 + 1 + 0.5 s after the beginning, and the third begins with its dissolve.
      let third = 3 - 0.5
      let wanted = [0, 1.5, third + 0.25, third + 1.3].map { Int(($0 * 48_000).rounded()) }
      #expect(film.tracks.sound.pieces.map { Int(($0.start * 48_000).rounded()) }.sorted() == wanted)
      for ending in ["mp4", "mkv"] {
        let url = folder.appending(path: "film.\(ending)")
        try await record(film, to: url)
        let sound = try await DecodedSound(of: url.path)
        for start in wanted { #expect(sound.lag(of: noise, at: start) == 0, "\(start) in \(ending)") }
        #expect(
          try await probe(url, "chapter=start_time,end_time:chapter_tags=title")
            == ["0.000000,1.000000,The first", "1.000000,4.000000,The second"])
        let streams = try await probe(url, "stream=codec_name:stream_tags=language").filter {
          !$0.hasPrefix("bin_data")
        }
        let text = ending == "mp4" ? "mov_text" : "subrip"
        #expect(streams.suffix(2) == ["\(text),eng", "\(text),deu"])
      }
      let program = try #require(Program.find("ffmpeg"))
      let subtitles = try await Program.runAside(
        program, ["-v", "error", "-copyts", "-i", folder.path + "/film.mkv", "-map", "0:s:1", "-f", "srt", "-"])
      #expect(
        String(decoding: subtitles.output.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
          == "1\n00:00:00,250 --> 00:00:00,500\nDown first & slow\n\n2\n00:00:01,000 --> 00:00:01,500\nAcross 👍\nand back\n\n"
      )
      try await record(film, to: folder.appending(path: "film.de.vtt"))
      #expect(
        try String(contentsOf: folder.appending(path: "film.de.vtt"), encoding: .utf8)
          == "WEBVTT\n\n00:00:00.250 --> 00:00:00.500\nDown first &amp; slow\n\n00:00:01.000 --> 00:00:01.500\nAcross 👍\nand back\n"
      )
    }
  }

  @Test("The description of a film keeps its sound, its chapters and its captions")
  func described() async throws {
    try await folder { folder, _ in
      let yaml =
        "captions: track\nsound: [{file: noise.wav, gain: -6 dB, fade: {in: 1, out: 2}, loop: true, duck: true, from: 0.01, until: 0.05}]\n"
        + "scenes: [{title: One, seconds: 3, caption: Hello, chapter: First}]"
      let film = try read(yaml, folder: folder.path).description()
      let again = try FilmDescription(json: film.json, catalog: .storyboards)
      #expect(again.tracks == film.tracks)
      let piece = try #require(film.tracks.sound.pieces.first)
      #expect(piece.gain == -6 && piece.fadeIn == 1 && piece.fadeOut == 2 && piece.loops && piece.ducks)
      #expect(piece.from == 0.01 && piece.until == 0.05 && piece.end == 3)
      #expect(film.tracks.captions.map(\.isDefault) == [true])
      // In the track and nowhere else.
      #expect((film.scenes.entries[0].scene as? StoryFilm)?.captions.isEmpty == true)
    }
  }

  @Test("A stretch of a film keeps the sound, chapters and captions within it")
  func stretch() async throws {
    try await folder { folder, _ in
      let yaml = """
        film: {size: 64x48, fps: 30}
        captions: track
        sound: [{file: noise.wav, loop: true}, {file: noise.wav, at: 4.5}]
        scenes:
          - {title: One, seconds: 2, caption: Hello, chapter: First}
          - {title: Two, seconds: 2, caption: {text: there, from: 0.5, until: 1.5}, chapter: Second}
          - {title: Three, seconds: 2, caption: Bye, chapter: Third}
        """
      let storyboard = try read(yaml, folder: folder.path)
      var stretch = StoryStretch()
      (stretch.from, stretch.to) = (1, 3)
      let film = try storyboard.description(of: stretch)
      #expect(film.tracks.chapters == [FilmChapter("First", at: 0), FilmChapter("Second", at: 1)])
      #expect(film.tracks.captions.map(\.cues) == [[.init("Hello", from: 0, to: 1), .init("there", from: 1.5, to: 2)]])
      #expect(film.tracks.sound.pieces.map(\.start) == [-1])
      #expect(try FilmDescription(json: film.json, catalog: .storyboards).tracks == film.tracks)
      stretch = StoryStretch()
      stretch.only = "Third"
      let last = try storyboard.description(of: stretch).tracks
      #expect(last.chapters == [FilmChapter("Third", at: 0)] && last.sound.pieces.map(\.start) == [-4, 0.5])
    }
  }

  @Test("The frames do not depend on sound")
  func frames() async throws {
    try await folder { folder, _ in
      let yaml = "film: {size: 64x48}\nscenes: [{title: One, seconds: 2, caption: Hello}, {text: Two, seconds: 1}]\n"
      let silent = try read(yaml).description()
      let loud = try read(yaml + "sound: noise.wav\n", folder: folder.path).description()
      var frames: [[Bitmap]] = []
      for film in [silent, loud] {
        let source = try film.source()
        var bitmap = Bitmap(size: source.size)
        frames.append(
          try (0..<film.frameCount).map { index in
            _ = try source.draw(at: FrameTime(index: index, frameRate: 30), into: &bitmap)
            return bitmap
          })
      }
      #expect(frames[0] == frames[1] && frames[0].count == 90)
    }
  }

  @Test("seconds: sound takes the length of the scene's sounds, and Audacity labels name times")
  func lasting() async throws {
    try await folder { folder, _ in
      try Wave.noise(seconds: 1.75, channels: 1, sampleRate: 11_025, form: .unsigned8).write(
        to: folder.appending(path: "voice.wav"))
      try Data("0.5\t0.5\tDown!\n\\\t100\t200\n1.25\t1.5\tAcross the line\n".utf8).write(
        to: folder.appending(path: "labels.txt"))
      let yaml = """
        film: {size: 64x48, fps: 40}
        scenes:
          - title: One
            seconds: sound
            sound: {file: voice.wav, at: 0.25, cues: labels.txt}
            caption: [{text: a, from: cue.down, until: cue.across-the-line}, {text: b, from: cue.across-the-line.end}]
        """
      let film = try read(yaml, folder: folder.path).description()
      #expect(try film.frameCount == 80)
      let story = try #require(film.scenes.entries[0].scene as? StoryFilm)
      #expect(story.captions.map(\.start) == [0.75, 1.75] && story.captions[0].end == 1.5)
      // 19293 samples at 11025 Hz, after a quarter of a second.
      #expect(abs(story.captions[1].end - (0.25 + 19_293.0 / 11_025)) < 2 / 48_000.0)
    }
  }

  @Test(
    "Sounds and captions that cannot be read are reported with their line before work begins",
    arguments: [
      ("sound: none.wav", "1:8: none.wav: no such file in the storyboard's folder"),
      ("sound: text.wav", "1:8: "), ("sound: [{file: noise.wav, gain: 99}]", "1:33: gain"),
      ("sound: [{file: noise.wav, at: -1}]", "1:31: "),
      ("sound: [{file: noise.wav, at: 50}]", "1:9: the sound would begin at 50.0 s, but the film ends at 1.0 s"),
      ("sound: [{file: noise.wav, at: end.end}]", "1:9: no scene has the id end"),
      ("sound: [{file: noise.wav, at: one.start - 2 s}]", "1:9: the sound would begin at -2.0 s, before the film"),
      ("sound: [{file: noise.wav, at: cue.down, cues: voice.vtt}]", "1:9: a sound cannot begin at a cue"),
      ("sound: [{file: noise.wav, cues: bad.vtt}]", "bad.vtt:7:1: the caption ends before it begins"),
      (
        "sound: [{file: noise.wav, cues: text.wav}]",
        "text.wav:1:1: this is neither a WebVTT or SubRip caption"
      ),
      ("sound: [{file: noise.wav, until: 2, from: 3}]", "1:9: the sound would end"),
      ("sound: [{file: noise.wav, volume: 3}]", "1:27: unknown key “volume” in sound"),
      ("captions: {show: loud}", "1:18: show must be burned, track or both"),
      ("captions: {language: german language}", "1:22: a language must be a code"),
      ("captions: bad.vtt", "bad.vtt:7:1: "), ("captions: sideways", "1:11: captions must be burned, track or both"),
    ])
  func refused(line: String, message: String) async throws {
    try await folder { folder, _ in
      try Data("This is a text, whatever its name says.\n".utf8).write(to: folder.appending(path: "text.wav"))
      try Data("WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\ntwo\n00:05.000 --> 00:04.000\nTwo\n".utf8).write(
        to: folder.appending(path: "bad.vtt"))
      do {
        _ = try read(line + "\nscenes: [{title: One, id: one, seconds: 1}]\n", folder: folder.path).description()
        Issue.record("\(line) was taken")
      } catch let error as StoryboardError {
        let told = error.problems.map(\.description)
        let full = message.first?.isNumber == true ? "story.yaml:" + message : message
        #expect(told.count == 1 && told[0].hasPrefix(full), "\(told)")
      }
    }
  }

  @Test(
    "Captions of various programs are read, without markup",
    arguments: [
      (
        "1\n00:00:01,500 --> 00:00:02,000\n{\\an8}<font color=\"red\">Red</font> & <i>so on</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n3 < 4\n",
        ["Red & so on", "3 < 4"]
      ),
      (
        "\u{FEFF}WEBVTT Kind: captions\r\n\r\nSTYLE\r\n::cue {}\r\n\r\n01:00:00.000 --> 01:00:01.000 line:0\r\n<00:00:01.000><c.yellow>Later</c>&nbsp;&lt;b&gt;\r\n",
        ["Later\u{A0}<b>"]
      ),
      ("0.5\t1.5\tOne\n2\t2\tTwo words\n", ["One", "Two words"]),
    ])
  func parsed(text: String, words: [String]) throws {
    #expect(try TimedTextParser.parse(Array(text.utf8)).map(\.text) == words)
  }

  @Test("Megabytes of brackets in a caption are refused without parsing them")
  func brackets() throws {
    let brackets = String(repeating: "<{\\", count: 1 << 20)
    for text in ["WEBVTT\n\n00:01.000 --> 00:02.000\n\(brackets)\n", "1\t2\t\(brackets)\n"] {
      #expect(throws: TimedTextParser.Failure.self) { try TimedTextParser.parse(Array(text.utf8)) }
    }
  }

  @Test("Hundreds of damaged caption files are read or refused, and none crashes the reader")
  func spoiled() throws {
    var random = Seeded()
    let bytes = Array(Self.cues.utf8)
    for _ in 0..<400 {
      var spoiled = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<spoiled.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: spoiled[index] = UInt8.random(in: 0...255, using: &random)
        case 1: spoiled.removeSubrange(index..<min(spoiled.count, index + 9))
        default: spoiled.insert(contentsOf: Array("-->\n\n".utf8), at: index)
        }
      }
      for text in (try? TimedTextParser.parse(spoiled)) ?? [] {
        #expect(text.start >= 0 && text.end >= text.start && text.end < 400_000, "\(random)")
      }
    }
  }
}
