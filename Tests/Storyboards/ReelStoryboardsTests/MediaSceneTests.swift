import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelStoryboards

@Suite("Scenes of movies, pictures, programs and drawings") struct MediaSceneTests {
  private let size = PixelSize(width: 64, height: 48)

  /// A movie of a second whose 25 frames have their number as a grey level, with noise as its sound.
  private func film(_ name: String, in folder: URL) async throws -> URL {
    let url = folder.appending(path: name)
    var tracks = FilmTracks()
    tracks.sound.pieces = [SoundPiece(try Wave.noise(seconds: 1).write(to: folder.appending(path: "noise.wav")))]
    let writer = try MovieWriter(
      to: .file(url), configuration: VideoConfiguration(size: size, frameRate: 25, quality: .crf(4)), tracks: tracks)
    for index in 0..<25 { try await writer.append(Self.grey(40 + 8 * index, size), changed: .all(of: size), at: index) }
    try await writer.finish()
    return url
  }

  private static func grey(_ level: Int, _ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size)
    bitmap.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(level) }
    }
    return bitmap
  }

  /// The grey level in the middle of a frame.
  private func level(_ film: FilmDescription, at seconds: Double) throws -> Int {
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: seconds, into: &bitmap)
    return Int(bitmap[source.size.width / 2, source.size.height / 2].green)
  }

  @Test(
    "A piece of a movie is shown frame by frame, at its own and other speeds, from any container",
    arguments: ["mp4", "mkv"])
  func movie(ending: String) async throws {
    try await withFolder { folder in
      _ = try await film("clip.\(ending)", in: folder)
      func story(_ options: String) throws -> FilmDescription {
        try read(
          "film: {size: 64x48, fps: 25}\nscenes: [{movie: {file: clip.\(ending)\(options)}}]", folder: folder.path
        )
        .description()
      }
      for (options, speed, from, count) in [
        ("", 1.0, 0, 25), (", speed: 0.5", 0.5, 0, 50), (", from: 0.4, until: 0.8", 1, 10, 10),
        (", speed: 2", 2, 0, 13),
      ] {
        let film = try story(options)
        #expect(abs(try film.frameCount - count) <= 1)
        for index in [0, 3, 7, 9] {
          let expected = 40 + 8 * (from + Int((Double(index) * speed + 1e-6).rounded(.down)))
          let shown = try level(film, at: Double(index) / 25)
          #expect(abs(shown - expected) <= 3, "frame \(index) of \(ending)\(options): \(shown) for \(expected)")
        }
        // At another speed the pitch would change.
        #expect(film.tracks.sound.pieces.count == (speed == 1 ? 1 : 0))
      }
      #expect(try story(", muted: true").tracks.sound.isEmpty)
      let film = try story(", from: 0.4, until: 0.8")
      let out = folder.appending(path: "out.mp4")
      try await record(film, to: out)
      let noise = Wave.noise(seconds: 1).samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      let lag = try await DecodedSound(of: out.path).lag(of: Array(noise[19_200...]), at: 0)
      // The movie's sound was encoded, and Matroska rounds to milliseconds.
      #expect(abs(lag ?? 9999) <= (ending == "mp4" ? 0 : 48))
    }
  }

  @Test("The pictures of a folder are shown in the order of their numbers")
  func frames() async throws {
    try await withFolder { folder in
      let shots = folder.appending(path: "shots")
      try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
      for index in 0..<12 {
        try Data(Self.grey(40 + 10 * index, size).pngData()).write(to: shots.appending(path: "s\(index).png"))
      }
      let film = try read(
        "film: {size: 64x48, fps: 30}\nscenes: [{frames: {folder: shots, fps: 10, fit: fill}}]", folder: folder.path
      ).description()
      #expect(try film.frameCount == 36)
      for index in [0, 1, 2, 9, 10, 11] {
        #expect(abs(try level(film, at: Double(index) / 10 + 0.05) - (40 + 10 * index)) <= 1)
      }
    }
  }

  @Test("WebP and AVIF are decoded like FFmpeg does", arguments: ["webp", "avif"])
  func pictures(ending: String) async throws {
    try await withFolder { folder in
      try Data(Self.grey(120, size).pngData()).write(to: folder.appending(path: "a.png"))
      let program = try #require(Program.find("ffmpeg"))
      let made = try await Program.runAside(
        program,
        ["-v", "error", "-i", folder.path + "/a.png", "-frames:v", "1"]
          + (ending == "avif" ? ["-c:v", "libaom-av1", "-cpu-used", "8", "-still-picture", "1"] : [])
          + [folder.path + "/a.\(ending)"])
      try #require(made.status == 0, "\(made.error)")
      let film = try read("film: {size: 64x48}\nscenes: [{image: {file: a.\(ending), fit: fill}}]", folder: folder.path)
        .description()
      #expect(abs(try level(film, at: 0) - 120) <= 3)
      let bytes = try Data(contentsOf: folder.appending(path: "a.\(ending)"))
      try bytes.prefix(40).write(to: folder.appending(path: "cut.\(ending)"))
      #expect(throws: StoryboardError.self) { try read("scenes: [{image: cut.\(ending)}]", folder: folder.path) }
    }
  }

  @Test(
    "In code, kept lines move to their position in the next version, others appear and disappear, and none is cut off")
  func code() async throws {
    try await withFolder { folder in
      try Data("let a = 1\nprint(a)\n".utf8).write(to: folder.appending(path: "one.swift"))
      try Data("// new\nlet a = 1\nlet b = \(String(repeating: "2", count: 90))\nprint(a)\n".utf8).write(
        to: folder.appending(path: "two.swift"))
      let yaml =
        "film: {size: 320x180}\nscenes: [{code: {file: one.swift, theme: classic, steps: [{lines: 2}, {file: two.swift, lines: \"1, 3-4\"}]}}]"
      let film = try read(yaml, folder: folder.path).description()
      #expect(try film.frameCount == 270)
      #expect(try FilmDescription(json: film.json, catalog: .storyboards).json == film.json)
      let source = try film.source()
      var bitmap = Bitmap(size: source.size)
      var seen: Set<Bitmap> = []
      for seconds in [1.0, 4, 6.3, 8] {
        _ = try source.draw(atSeconds: seconds, into: &bitmap)
        seen.insert(bitmap)
        // Nothing is drawn in the margin.
        for y in 0..<bitmap.height { #expect(bitmap[5, y] == bitmap[5, 0] && bitmap[314, y] == bitmap[314, 0]) }
      }
      #expect(seen.count == 4)
      for (steps, message) in [
        ("[{lines: 0}]", "lines"), ("[{file: none.swift}]", "none.swift: no such file"), ("[{lines: 5-3}]", "lines"),
      ] {
        let error = #expect(throws: StoryboardError.self) {
          try read("scenes: [{code: {file: one.swift, steps: \(steps)}}]", folder: folder.path)
        }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
      }
    }
  }

  @Test("The words of a program are classified, and together they are the line")
  func words() {
    for (line, kinds) in [
      ("let a = 12 // b", [CodeWord.Kind.keyword, .plain, .number, .plain, .comment]),
      (
        "for i in 0..<Count { \"a\\\"b\" }",
        [.keyword, .plain, .keyword, .plain, .number, .plain, .type, .plain, .string, .plain]
      ),
      ("x = 'it''s", [.plain, .string, .plain]), ("", []),
    ] {
      let words = CodeWord.words(of: line)
      #expect(words.map(\.text).joined() == line)
      #expect(words.map(\.kind) == kinds, "\(words)")
    }
  }

  @Test("Shapes draw themselves, and steps move, colour and hide the shapes they name")
  func shapes() throws {
    let svg =
      "<svg viewBox='0 0 100 100'><g id='both'><rect id='left' width='40' height='100' fill='blue'/><rect id='right' x='60' width='40' height='100' style='fill:#00ff00'/></g></svg>"
    func colors(_ steps: String, at seconds: Double) throws -> (left: Pixel, right: Pixel) {
      let film = try read(
        "film: {size: 100x100}\nscenes: [{shapes: {theme: classic, steps: \(steps), svg: \"\(svg)\"}, seconds: 10}]"
      ).description()
      #expect(try FilmDescription(json: film.json, catalog: .storyboards).json == film.json)
      let source = try film.source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: seconds, into: &bitmap)
      return (bitmap[20, 50], bitmap[80, 50])
    }
    let (white, blue) = (
      Pixel(red: 255, green: 255, blue: 255, alpha: 255), Pixel(red: 0, green: 0, blue: 255, alpha: 255)
    )
    let (green, red) = (Pixel(red: 0, green: 255, blue: 0, alpha: 255), Pixel(red: 255, green: 0, blue: 0, alpha: 255))
    #expect(try colors("[{hide: left}]", at: 0.1) == (white, white))
    #expect(try colors("[{hide: left}]", at: 6.6) == (blue, green))
    #expect(try colors("[{hide: left}]", at: 9.9) == (white, green))
    #expect(try colors("[{color: right, to: red}]", at: 9.9) == (blue, red))
    #expect(try colors("[{draw: right}]", at: 6.6) == (blue, white))
    #expect(try colors("[{draw: right}]", at: 9.9) == (blue, green))
    #expect(try colors("[{hide: right}, {move: left, by: 60 0}]", at: 9.9) == (white, blue))
    for (steps, message) in [
      ("[{hide: middle}]", "no id middle"), ("[{move: left}]", "by"), ("[{color: left, to: loud}]", "colour"),
      ("[{hide: left, draw: right}]", "one thing"),
    ] {
      let told = problems("scenes: [{shapes: {steps: \(steps), svg: \"\(svg)\"}}]")
      #expect(told.count == 1 && told[0].contains(message), "\(told)")
    }
    #expect(problems("scenes: [{shapes: {svg: \"<p/>\"}}]").first?.contains("expected an SVG") == true)
    // Both at the same time.
    let both = "[{together: [{hide: right}, {move: left, by: 60 0}]}]"
    #expect(try colors(both, at: 6.4) == (blue, green))
    #expect(try colors(both, at: 9.9) == (white, blue))
    #expect(
      problems("scenes: [{shapes: {steps: [{together: [{together: []}]}], svg: \"\(svg)\"}}]").first?.contains(
        "one thing") == true)
  }

  @Test("Long programs stay readable: many lines scroll to the last, and a line that is cut is named")
  func longCode() throws {
    let many = (1...120).map { "let value\($0) = \($0)" }.joined(separator: "\n")
    let page = Page(Rect(x: 0, y: 0, width: 1920, height: 1080))
    #expect(CodeSetting(CodeScene(many), on: page, length: 9).fontSize >= 32)
    var last = CodeScene(many)
    last.lines = [120...120]
    func picture(_ scene: CodeScene, at seconds: Double) throws -> Bitmap {
      var item = StoryItem(scene)
      item.seconds = 10
      let film = try Storyboard([item]).description()
      let source = try film.source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: seconds, into: &bitmap)
      return bitmap
    }
    #expect(try picture(CodeScene(many), at: 0) != picture(CodeScene(many), at: 9.9))
    // Steps that highlight lines scroll to them.
    #expect(try picture(last, at: 0) == picture(last, at: 9.9))
    let long = CodeScene("a\n" + String(repeating: "b", count: 300))
    #expect(long.notes(on: page).count == 1 && long.notes(on: page)[0].hasPrefix("line 2 is cut after "))
    #expect(CodeScene(many).notes(on: page).isEmpty)
  }

  @Test("A movie is shown whole, to the edges of the page")
  func wholeMovie() async throws {
    try await withFolder { folder in
      _ = try await film("clip.mp4", in: folder)
      // The movie is 64x48, so at 128x48 there are 32 pixels of ground at each side.
      let film = try read(
        "film: {size: 128x48, fps: 25}\nscenes: [{movie: clip.mp4, background: red}]", folder: folder.path
      ).description()
      let picture = try film.picture(ofFrame: 0)
      #expect(picture[30, 24] == Pixel(.red) && picture[97, 24] == Pixel(.red))
      for (x, y) in [(33, 1), (94, 46), (64, 24)] { #expect(abs(Int(picture[x, y].red) - 40) <= 3, "\(x) \(y)") }
    }
  }
}
