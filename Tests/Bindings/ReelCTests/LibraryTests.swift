import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@Suite(
  "The library for C programs",
  .enabled(if: ForeignProgram.isPossible, "needs a C and a C++ compiler, and no sanitizer"))
struct LibraryTests {
  private static let exercise = "Tests/Bindings/ReelCTests/Programs/exercise.c"

  /// Runs a task, which says nothing and ends well.
  private func run(_ task: String) async throws -> ProgramFolder {
    let program = try ForeignProgram(Self.exercise)
    let result = try await program.exercise(task)
    #expect(result.status == 0 && !result.wasSignalled, "\(task): \(result.status)")
    #expect(result.error == "", "\(task) printed")
    return program.folder
  }

  private func probe(_ folder: ProgramFolder, _ name: String, _ arguments: String...) throws -> String {
    let probe = try #require(Program.find("ffprobe"), "ffprobe is not installed")
    let result = try Program.run(
      probe, ["-v", "error", "-of", "csv=p=0", "-select_streams", "v"] + arguments + [folder.path(name)])
    #expect(result.error == "", "\(name)")
    return String(decoding: result.output, as: UTF8.self)
  }

  private func frameCount(_ folder: ProgramFolder, _ name: String) throws -> Int? {
    let text = try probe(folder, name, "-count_frames", "-show_entries", "stream=nb_read_frames")
    return Int(text.filter(\.isNumber))
  }

  @Test("What can't be recorded is refused with a number and a sentence, and leaves nothing")
  func refusals() async throws {
    #expect(try await run("refusals").films == ["later.partial.mp4"])
  }

  @Test("Every function takes NULL, wrong arguments, and films that failed, finished or are closed")
  func frames() async throws {
    let folder = try await run("frames")
    #expect(try folder.films == ["a.mp4"])
    #expect(try frameCount(folder, "a.mp4") == 3)
  }

  @Test("Every format of pixels gives the same pictures, and every ending its film")
  func outputs() async throws {
    let folder = try await run("outputs")
    for number in 0..<2 {
      let reference = try folder.data("rgb24-\(number).png")
      for name in ["bgr24", "rgba", "bgra"] {
        #expect(try folder.data("\(name)-\(number).png") == reference, "\(name)")
      }
    }
    let picture = try Bitmap(png: [UInt8](folder.data("rgb24-1.png")))
    #expect(picture[90, 10] == Pixel(red: 180, green: 30, blue: 90, alpha: 255))
    let gray = try Bitmap(png: [UInt8](folder.data("gray-1.png")))
    #expect(gray[90, 10] == Pixel(red: 180, green: 180, blue: 180, alpha: 255))
    for name in ["a.mp4", "a.m4v", "a.mov", "a.mkv", "odd.mp4", "av1.mp4", "hevc.mp4"] {
      #expect(try frameCount(folder, name) == 50, "\(name)")
    }
    // VP9 shows a picture longer instead of repeating it.
    #expect(try frameCount(folder, "a.webm").map { (10...50).contains($0) } == true)
    let odd = try MovieReader(url: folder.url.appendingPathComponent("odd.mp4")).facts.size
    #expect(odd == PixelSize(width: 96, height: 64))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("frames")).count >= 50)
    for name in ["a.gif", "a.apng", "a.webp", "fast.gif"] { #expect(try folder.data(name).count > 500, "\(name)") }
  }

  @Test("Straight and premultiplied alpha of one colour give one picture, and a colour above its alpha is cut")
  func alpha() async throws {
    let folder = try await run("alpha")
    #expect(try folder.data("straight-0.png") == folder.data("premultiplied-0.png"))
    let picture = try Bitmap(png: [UInt8](folder.data("straight-0.png")))
    #expect(picture[5, 5] == Pixel(red: 100, green: 50, blue: 0, alpha: 128))
    let mistake = try Bitmap(png: [UInt8](folder.data("mistake-0.png")))
    #expect(mistake[5, 5] == Pixel(red: 128, green: 128, blue: 128, alpha: 128))
  }

  @Test("Frames with times are shown from these times on, over gaps of any length")
  func times() async throws {
    let folder = try await run("times")
    func times(_ name: String) throws -> [Double] {
      try probe(folder, name, "-show_entries", "packet=pts_time").split { !"0123456789.".contains($0) }
        .compactMap { Double($0) }
    }
    #expect(try times("timed.mp4") == [0, 0.5, 0.75, 2, 1002, 2002, 3002, 4002, 4900, 4900.04])
    #expect(try times("timed.mkv") == [0, 0.5, 0.75, 2, 2.04])
    #expect(try MovieReader(url: folder.url.appendingPathComponent("timed.mp4")).facts.frameCount == 10)
  }

  @Test("Chapters begin with the frames after them")
  func chapters() async throws {
    let folder = try await run("chapters")
    for (name, step) in [("film.mkv", 1.0), ("timed.mp4", 2.5)] {
      let text = try probe(folder, name, "-show_entries", "chapter=start_time:chapter_tags=title")
      let lines = text.split(separator: "\n").map { $0.split(separator: ",") }
      #expect(lines.compactMap { $0.last } == ["One", "Zwölf", "Three"], "\(name): \(text)")
      #expect(lines.compactMap { $0.first.flatMap { Double($0) } } == [0, step, 2 * step], "\(name): \(text)")
    }
  }

  @Test("Changed rectangles make the same film as whole pictures")
  func changes() async throws {
    let folder = try await run("changes")
    #expect(try folder.data("changed.mp4") == folder.data("whole.mp4"))
  }

  @Test("Threads may share a film, record two at once, and close one that others use")
  func threads() async throws {
    let folder = try await run("threads")
    #expect(try folder.films == ["one.mp4", "two.mp4"])
    #expect(try frameCount(folder, "one.mp4") == 400)
    #expect(try frameCount(folder, "two.mp4") == 400)
  }

  @Test("Signal handlers, the signal mask, the locale and the file mode stay the program's, and its folder may change")
  func manners() async throws { #expect(try await run("manners").films == ["manners.mp4"]) }

  @Test("Two hundred films leave no memory and no descriptors behind")
  func loop() async throws { #expect(try await run("loop").films == ["loop.gif", "loop.mp4"]) }

  @Test("A file that may not grow is an error that names what was kept, and no signal ends the program")
  func limit() async throws {
    let folder = try await run("limit")
    #expect(try folder.films == ["limit.partial.mp4"])
    let kept = try UnfinishedMovie(url: folder.url.appendingPathComponent("limit.partial.mp4"))
    #expect(kept.frameCount > 0)
  }

  @Test("After a kill the film so far can be finished")
  func death() async throws {
    let program = try ForeignProgram(Self.exercise)
    let result = try await program.exercise("death")
    #expect(result.wasSignalled && result.status == SIGKILL)
    #expect(try program.folder.films == ["dead.partial.mp4"])
    let kept = try UnfinishedMovie(url: program.folder.url.appendingPathComponent("dead.partial.mp4"))
    #expect(kept.frameCount > 100)
    _ = try kept.finish()
    #expect(try frameCount(program.folder, "dead.mp4") == kept.frameCount)
  }

  @Test("The samples compile without a warning and make their films", arguments: [("rays.c", 90), ("balls.cpp", 300)])
  func samples(source: String, count: Int) async throws {
    let program = try ForeignProgram("samples/c/\(source)")
    let result = try await program.run("film.mp4")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try frameCount(program.folder, "film.mp4") == count)
    let failed = try await program.run("missing/film.mp4")
    #expect(failed.status != 0 && failed.error.contains("missing/ does not exist"), "\(failed.error)")
  }
}
