import Foundation
import ReelFiles
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Where a film goes")
struct FilmOutputTests {
  @Test(
    "The ending of a path chooses the format, in capital or small letters",
    arguments: [
      ("a.mp4", "mp4"), ("a.b.MOV", "mov"), ("folder.mp4/a.mkv", "mkv"), ("a.m4v", "m4v"), ("a.GIF", "gif"),
      ("a.apng", "apng"),
      ("%04d.PNG", "png"), ("a.webm", "webm"), ("a.WebP", "webp"), ("a.jpeg", "jpeg"),
      ("a.gifx", nil), ("mp4", nil), (".mp4", nil), ("a.mp4/", nil), ("", nil),
    ])
  func ending(path: String, ending: String?) {
    #expect(OutputFormat.of(path)?.ending == ending)
  }

  @Test("What a path cannot be is refused with all that it can be")
  func refused() throws {
    let error = #expect(throws: InvalidValue.self) { try FilmOutput("film.xyz").sink() }
    let text = try #require(error).description
    for format in OutputFormat.all { #expect(text.contains(format.ending), "\(text)") }
    #expect(throws: InvalidValue.self) { try FilmOutput("one.png").sink() }
    #expect(throws: OutputError.self) { try FilmOutput("/dev/null").sink() }
  }

  @Test(
    "What can't be written is refused before a sink opens, and nothing is made",
    arguments: [
      ("d.mp4", false), ("a.mp4", true), ("none/a.gif", false), ("s/", false), ("s/%04d.png", false),
      ("s/b%d.png", true), ("s", false), ("t/", true), ("d.mp4/", true), ("a.png", true), ("-", true),
    ])
  func checkedPath(name: String, isGood: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["d.mp4", "s"] {
      let path = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    try Data("somebody's".utf8).write(to: folder.appendingPathComponent("s/0000.png"))
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let output = FilmOutput(name == "-" ? name : folder.path + "/" + name)
    if isGood { try output.checkPath() } else { #expect(throws: OutputError.self) { try output.checkPath() } }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == before)
  }

  @Test("A number in the name means pictures, where an ending has two meanings")
  func patterns() throws {
    #expect(try FilmOutput("a.webp").sink() is AnimationSink)
    #expect(try FilmOutput("%04d.webp").sink() is PictureSequence)
    var output = FilmOutput("a.png")
    output.isAnimated = true
    #expect(try output.sink() is AnimationSink)
    output.sheet = ContactSheet(columns: 2, rows: 2)
    #expect(try output.sink() is SheetSink)
    // An ending that animations have, too.
    output.path = "sheet.webp"
    #expect(try output.sink() is SheetSink)
    output.path = "%d.png"
    #expect(try output.sink() is PictureSequence)
  }

  @Test("The codec of a movie is the usual one of its container, unless another is asked for")
  func codecs() throws {
    let stream = FrameStream(size: PixelSize(width: 64, height: 48), frameRate: 10)
    func configuration(_ path: String, _ configure: @escaping @Sendable (inout VideoConfiguration) -> Void = { _ in })
      throws -> VideoConfiguration
    {
      var output = FilmOutput(path)
      output.configure = configure
      return try #require(try output.sink() as? MovieSink).configuration(stream)
    }
    #expect(try configuration("a.webm").codec == .vp9)
    #expect(try configuration("a.webm").quality == .crf(31))
    #expect(try configuration("a.mkv").codec == .h264)
    let movie = try configuration("a.mov") { $0.use(.prores) }
    #expect(movie.codec == .prores && movie.pixelFormat == .yuv422p10 && movie.quality == .standard)
    var output = FilmOutput("a.mkv")
    output.configure = { $0.use(.ffv1) }
    #expect(try output.sink().form(of: stream) == .samples(.yuv420p))
    output.configure = { $0.converter = .swscale }
    #expect(try output.sink().form(of: stream) == .pixels)
  }

  @Test("A sink says beforehand what it wants, and what stands in its way")
  func preflight() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/"
    let stream = FrameStream(size: PixelSize(width: 64, height: 48), frameRate: 10)
    let movie = try FilmOutput(folder + "a.mp4").sink()
    #expect(movie.form(of: stream) == .samples(.yuv420p))
    #expect(try movie.preflight(stream, frameCount: 10) == nil)
    #expect(try FilmOutput(folder + "p/").sink().form(of: stream) == .pixels)
    let odd = FrameStream(size: PixelSize(width: 63, height: 48), frameRate: 10)
    #expect(throws: InvalidValue.self) { try movie.preflight(odd, frameCount: 10) }
    // No disk has room for a thousand years of noise.
    let large = FrameStream(size: PixelSize(width: 16_000, height: 16_000), frameRate: 1000)
    let pictures = try FilmOutput(folder + "p/").sink()
    let shortage = try #require(try pictures.preflight(large, frameCount: 1 << 40))
    #expect(shortage.neededBytes > shortage.freeBytes)
  }

  @Test("What an output is told reaches the encoder")
  func configured() throws {
    var output = FilmOutput("a.mkv")
    output.isDurable = true
    output.configure = { $0.quality = .bitrate(800_000) }
    let movie = try #require(try output.sink() as? MovieSink)
    let configuration = movie.configuration(
      FrameStream(size: PixelSize(width: 64, height: 48), frameRate: 10, mayHoldStill: false))
    #expect(configuration.isDurable && configuration.quality == .bitrate(800_000) && configuration.stills == .encode)
  }
}
