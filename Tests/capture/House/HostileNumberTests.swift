import Foundation
import Reel
import ReelCurves
import ReelFixtures
import ReelConversion
import ReelInk
import ReelStoryboards
import ReelStudio
import ReelTapes
import ReelTerminal
import ReelTestSupport
import Testing

/// Whatever numbers a file has, it is read and drawn, or refused in a line: no number ends the process.
@Suite("Hostile numbers") struct HostileNumberTests {
  private static let numbers = [
    "1e300", "-1e300", "1e308", "1e-300", "1e20", "-1e20", "1e12", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "18446744073709551616", "99999999999", "4294967296", "2147483648", "-2147483649", "1e9",
    "nan", "inf", "-inf", "-0", "0", "-1", "0.5", "65536", "1e6", "-1e6", "1e-9", "999999999", "3600", "1000",
  ]

  private static let fuzz = Repository.root.appending(path: "Fuzz")

  /// A reader: the folder of its seeds, and what is done with the bytes.
  struct Reader: CustomTestStringConvertible, Sendable {
    var name: String
    var rounds = 60
    var read: @Sendable ([UInt8]) throws -> Void
    var testDescription: String { name }

    init(_ name: String, rounds: Int = 60, _ read: @escaping @Sendable ([UInt8]) throws -> Void) {
      (self.name, self.rounds, self.read) = (name, rounds, read)
    }
  }

  /// Draws the first, the middle and the last frame of a small film.
  private static func draw(_ film: FilmDescription) throws {
    var film = film
    film.film.size = PixelSize(width: 48, height: 32)
    let last = try film.frameCount - 1
    for index in Set([0, last / 2, last]) { _ = try film.picture(ofFrame: index) }
  }

  private static func draw(_ scene: some Scene) throws {
    let source = try SceneSource(scene, size: PixelSize(width: 48, height: 32), length: 4)
    var bitmap = Bitmap(size: source.size)
    for time in [0, 2, 3.9] { _ = try source.draw(atSeconds: time, into: &bitmap) }
  }

  private static let inks = [
    "excalidraw", "hanziwriter", "iam", "inkml", "kanjivg", "pointer", "quickdraw", "rnote", "scg", "session",
    "signaturepad", "svg", "tldraw", "uji", "unipen", "xournal",
  ].map { name in
    Reader(name) { bytes in
      let ink = try InkFile.read(bytes, name: "hostile")
      try draw(TraceFilm(ink.session(canvas: Size(width: 400, height: 300), margin: 20)))
    }
  }

  private static let others = [
    Reader("storyboard") { bytes in
      try draw(Storyboard(yaml: bytes, file: "story.yaml", folder: "/nonexistent").description())
    },
    Reader("cast") { bytes in
      let cast = try Cast(bytes)
      var film = TerminalFilm(cast)
      film.cast.duration = min(cast.duration, 100)
      try draw(film)
    },
    Reader("tape") { bytes in
      let tape = try TapeParser.parse(String(decoding: bytes, as: UTF8.self), file: "a.tape") { _ in nil }
      _ = try tape.settings.cells()
    },
    Reader("logo", rounds: 30) { bytes in
      var limits = LogoProgram.Limits()
      (limits.steps, limits.lines, limits.depth) = (20_000, 2000, 500)
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try LogoProgram(text).run(limits: limits)
      try draw(TurtleFilm(text))
    },
    Reader("recipe", rounds: 100) { try draw(FilmDescription(json: $0)) },
    Reader("fixture") { bytes in
      var recipe = FixtureRecipe()
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1)
        guard let name = words.first, let option = FixtureRecipe.options.first(where: { $0.name == name })
        else { continue }
        try recipe.set(option, words.count > 1 ? String(words[1]) : "")
      }
      try recipe.validate()
      recipe.frameCount = min(recipe.frameCount, 12)
      _ = try FixturePlan(recipe)
    },
    Reader("framed", rounds: 200) { bytes in
      let feed = try FramedFeed(ByteStream(bytes), name: "hostile", frameRate: 25)
      while try feed.next() != nil {}
    },
    Reader("suite") { _ = try FixtureSuite(yaml: $0) },
    Reader("manifest") { _ = try FixtureManifest(json: Data($0), path: "hostile").shownPictures },
    Reader("presentation") { _ = try MediaPresentation(bytes: $0, path: "hostile.mpd") },
    Reader("request") { bytes in
      guard let length = RequestHead.length(in: bytes, from: 0) else { return }
      _ = try RequestHead(bytes[..<length]).bodyLength
    },
    Reader("svgpath") { _ = Path(svg: String(decoding: $0, as: UTF8.self)).length },
  ]

  @Test("Hostile numbers in valid files are drawn or refused", arguments: inks + others)
  func survived(reader: Reader) throws {
    var random = Seeded()
    let families = try FileManager.default.contentsOfDirectory(at: Self.fuzz, includingPropertiesForKeys: nil)
    let folder = try #require(
      families.map { $0.appending(path: "\(reader.name)/seeds") }
        .first { FileManager.default.fileExists(atPath: $0.path) })
    let seeds = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { try Data(contentsOf: $0) }
    try #require(!seeds.isEmpty)
    for round in 0..<reader.rounds {
      let seed = seeds[round % seeds.count]
      // Bytes as Latin-1, so that nothing but the numbers changes.
      var text = String(seed.map { Character(Unicode.Scalar($0)) })
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let places = text.ranges(of: /-?\d+(\.\d+)?/)
        guard let place = places.randomElement(using: &random) else { break }
        text.replaceSubrange(place, with: Self.numbers.randomElement(using: &random) ?? "0")
      }
      do {
        try reader.read(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      } catch {
        #expect(!"\(error)".isEmpty, "\(round), \(random)")
      }
    }
  }

  @Test(
    "Glyphs with impossible numbers are refused with line and column",
    arguments: ["1e300", "-1e300"])
  func letters(number: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reel-font-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "font.svg")
    try Data(
      """
      <svg xmlns='http://www.w3.org/2000/svg'><font horiz-adv-x='500'><font-face units-per-em='1000'/>
      <glyph unicode='A' d='M0 0L\(number) 5'/></font></svg>
      """.utf8
    ).write(to: url)
    let error = #expect(throws: FormatError.self) { try Alphabet.standard.preferring(svgFontAt: url) }
    #expect(error?.line == 2 && error?.exitStatus == .badInput, "\(String(describing: error))")
  }

  @Test("A recording with an impossibly early time is refused with its line", arguments: [2, 3])
  func times(version: Int) throws {
    let head = version == 2 ? "\"width\": 9, \"height\": 3" : "\"term\": {\"cols\": 9, \"rows\": 3}"
    func cast(_ time: String) throws -> Cast {
      try Cast(Array("{\"version\": \(version), \(head)}\n[\(time), \"o\", \"a\"]\n[1, \"o\", \"b\"]\n".utf8))
    }
    let error = #expect(throws: CastError.self) { try cast("-1e300") }
    #expect(error?.line == 2, "\(String(describing: error))")
    #expect(try cast("-0.25").events.first?.time == 0)
  }

  @Test(
    "Shapes with impossible numbers are refused with line and column, or drawn",
    arguments: [
      ("<circle cx='5' cy='5' r='1e300'/>", true), ("<rect x='5' width='1e300' height='3' rx='1'/>", true),
      ("<g transform='scale(1e300)'><path d='M0 0L1 5'/></g>", true), ("<path d='M0 0L1e300 5'/>", false),
      ("<path d='M0 0C1e20 3 4 5 6 7'/>", true), ("<ellipse rx='1e-300' ry='1e9'/>", false),
      ("<path d='M0 0L1 5' stroke='red' stroke-width='99999999999999999999'/>", false),
    ])
  func shapes(body: String, isRefused: Bool) throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>\n\(body)</svg>"
    if isRefused {
      let error = #expect(throws: FormatError.self) { try Self.draw(ShapesScene(svg)) }
      #expect(error?.description.hasPrefix("svg:2:") == true, "\(String(describing: error))")
    } else {
      try Self.draw(ShapesScene(svg))
    }
  }
}
