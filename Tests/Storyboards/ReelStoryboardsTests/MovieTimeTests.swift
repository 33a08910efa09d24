import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite(
  "Other programs' movies in a storyboard", .enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not installed"))
struct MovieTimeTests {
  /// Runs FFmpeg in a folder.
  private func ffmpeg(_ arguments: [String], in folder: URL) async throws {
    let program = try #require(Program.find("ffmpeg"))
    let made = try await Program.runAside(program, ["-v", "error"] + arguments, in: folder.path)
    try #require(made.status == 0, "\(made.error)")
  }

  /// A movie of a second, 64x48 at 25 frames a second, whose luma is a formula.
  private func source(_ luma: String) -> [String] {
    ["-f", "lavfi", "-i", "color=s=64x48:r=25:d=1,format=yuv420p,geq=lum='\(luma)':cb=128:cr=128"]
  }

  /// A frame of a storyboard that shows one movie.
  private func picture(_ options: String, _ size: String = "64x48", at seconds: Double, in folder: URL) throws -> Bitmap
  {
    let source = try read(
      "film: {size: \(size), fps: 25}\nscenes: [{movie: {\(options), fit: fill}, seconds: 1}]", folder: folder.path
    ).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  @Test(
    "A movie begins with its first picture, whatever its first timestamp",
    arguments: [
      ("a.ts", ["-c:v", "libx264", "-bf", "2"]), ("a.mpg", ["-c:v", "mpeg2video", "-q:v", "2"]),
      ("a.avi", ["-c:v", "libx264", "-bf", "2"]), ("a.mkv", ["-c:v", "libx264", "-output_ts_offset", "100"]),
      ("a.mp4", ["-c:v", "libx264"]),
    ])
  func times(name: String, options: [String]) async throws {
    try await withFolder { folder in
      try await ffmpeg(
        source("40+6*N") + options + ["-crf", "4"].filter { _ in options[1] == "libx264" } + [name], in: folder)
      for (from, frame) in [(0.0, 0), (0, 1), (0, 12), (0.4, 3)] {
        let seconds = Double(frame) / 25
        let seen = try picture("file: \(name), from: \(from)", at: seconds, in: folder)[32, 24].green
        let luma = 40 + 6 * (Double(frame) + from * 25)
        let expected = (luma - 16) * 255 / 219
        #expect(abs(Double(seen) - expected) <= 4, "\(name), frame \(frame) from \(from): \(seen), \(expected)")
      }
    }
  }

  @Test(
    "A movie with a rotation is shown upright", arguments: [(90, "bottom"), (180, "right"), (270, "top")])
  func turned(degrees: Int, side: String) async throws {
    try await withFolder { folder in
      // Its left half is white.
      try await ffmpeg(source("if(lt(X,32),235,16)") + ["-c:v", "libx264", "-crf", "4", "a.mp4"], in: folder)
      try await ffmpeg(["-i", "a.mp4", "-c", "copy", "-metadata:s:v", "rotate=\(degrees)", "b.mp4"], in: folder)
      let bitmap = try picture("file: b.mp4", degrees == 180 ? "64x48" : "48x64", at: 0.5, in: folder)
      let (width, height) = (bitmap.width, bitmap.height)
      let levels = [
        "top": bitmap[width / 2, 4], "bottom": bitmap[width / 2, height - 5], "left": bitmap[4, height / 2],
        "right": bitmap[width - 5, height / 2],
      ].mapValues { Int($0.green) }
      let opposite = ["top": "bottom", "bottom": "top", "right": "left"]
      #expect(try #require(levels[side]) > 240, "\(levels)")
      #expect(try #require(levels[opposite[side] ?? ""]) < 15, "\(levels)")
    }
  }

  @Test("Non-square pixels make a movie wider or higher", arguments: ["2", "1/2"])
  func pixels(ratio: String) async throws {
    try await withFolder { folder in
      // The top quarter and the left quarter are white.
      try await ffmpeg(
        source("if(lt(Y,12)+lt(X,16),235,16)") + ["-vf", "setsar=\(ratio)", "-c:v", "libx264", "-crf", "4", "a.mp4"],
        in: folder)
      let bitmap = try picture("file: a.mp4", ratio == "2" ? "128x48" : "64x96", at: 0.5, in: folder)
      let (width, height) = (bitmap.width, bitmap.height)
      #expect(bitmap[width / 2, height / 8].green > 240 && bitmap[width / 8, height / 2].green > 240)
      #expect(bitmap[width / 2, height * 3 / 8].green < 15 && bitmap[width * 3 / 8, height / 2].green < 15)
    }
  }

  @Test("A movie without a picture that can be decoded is refused")
  func nothing() async throws {
    try await withFolder { folder in
      let format = ["-c:v", "libx264", "-movflags", "+faststart", "a.mp4"]
      try await ffmpeg(source("40+6*N") + format, in: folder)
      let film = folder.appending(path: "a.mp4")
      let bytes = try Data(contentsOf: film)
      let data = try #require(bytes.range(of: Data("mdat".utf8)))
      try bytes.prefix(data.upperBound + 4).write(to: film)
      let error = #expect(throws: StoryboardError.self) { try read("scenes: [{movie: a.mp4}]", folder: folder.path) }
      let text = error?.problems.map(\.description).joined() ?? ""
      #expect(text.hasPrefix("story.yaml:1:18: ") && text.contains("a.mp4 can't be read as a movie"), "\(text)")
    }
  }
}
