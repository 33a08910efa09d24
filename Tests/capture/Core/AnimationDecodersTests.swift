import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Animated pictures in other decoders") struct AnimationDecodersTests {
  private static let python = Program.python(with: "PIL")

  /// Prints the size of an animated picture and when each picture comes, and writes each as red, green and blue.
  private static let script = """
    import sys
    from PIL import Image
    image = Image.open(sys.argv[1])
    time = 0
    print(image.width, image.height, image.info.get("loop"))
    for index in range(image.n_frames):
        image.seek(index)
        # Of a WebP the duration is known once the picture is there.
        image.load()
        print(time)
        open("%s/%d.rgb" % (sys.argv[2], index), "wb").write(image.convert("RGB").tobytes())
        time += image.info["duration"]
    print(time)
    """

  @Test(
    "Pillow shows each frame at its time, as in the numbered pictures",
    .enabled(if: python != nil, "Pillow is not installed"),
    arguments: ["gif", "apng", "webp"],
    [
      ["--frames", "40", "--size", "161x90", "--levels", "0...2"],
      ["--growth", "1", "--frames", "7", "--fps", "12.5", "--size", "80x60"],
      ["trace", TraceCommandTests.sample("t"), "--fps", "29.97", "--size", "100x120"],
    ])
  func pillow(ending: String, film: [String]) async throws {
    let workspace = try Workspace()
    let run = try await CaptureProcess.run(film + ["-o", "a.\(ending)", "-o", "p/", "--json"], in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    let summary = try JSONDecoder().decode(Summary.self, from: run.output)
    let python = try #require(Self.python)
    try FileManager.default.createDirectory(at: workspace.url("rgb"), withIntermediateDirectories: true)
    let decoded = try await Program.runAside(
      python, ["-c", Self.script, "a.\(ending)", "rgb"], in: workspace.folder.path)
    #expect(decoded.status == 0, "\(decoded.error)")
    let lines = String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines[0] == "\(summary.width) \(summary.height) 0")
    let times = lines.dropFirst().compactMap { Double($0) }
    let rate = try FrameRate(parsing: summary.fps)
    // In milliseconds: a GIF's are whole hundredths of a second, a WebP's whole thousandths, an APNG's are exact.
    func time(_ index: Int) -> Double {
      let seconds = rate.seconds(ofFrame: index)
      if ending == "apng" { return seconds * 1000 }
      // A half, such as 500.5 ms, is no binary number.
      if ending == "webp" {
        return Double((2000 * index * rate.denominator + rate.numerator) / (2 * rate.numerator))
      }
      return (seconds * 100).rounded() * 10
    }
    #expect(abs(try #require(times.last) - time(summary.frames - 1) - 2000) < 0.001)
    for index in 0..<summary.frames {
      let picture = try #require(times.dropLast().lastIndex { $0 <= time(index) + 0.001 })
      let seen = try Data(contentsOf: workspace.url("rgb/\(picture).rgb"))
      let error = try Self.error(of: [UInt8](seen), to: workspace.url("p/\(String(format: "%04d", index)).png"))
      #expect(ending == "gif" ? error < 6 : error == 0, "frame \(index): \(error)")
    }
  }

  /// The mean squared error of red, green and blue.
  private static func error(of bytes: [UInt8], to picture: URL) throws -> Double {
    let bitmap = try Bitmap(pngAt: picture)
    var sum = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (pixel, start) = (bitmap[x, y], (y * bitmap.width + x) * 3)
        for (own, other) in zip([pixel.red, pixel.green, pixel.blue], bytes[start..<start + 3]) {
          sum += (Int(own) - Int(other)) * (Int(own) - Int(other))
        }
      }
    }
    return Double(sum) / Double(bytes.count)
  }

  @Test(
    "gifsicle reads the file without a word",
    .enabled(if: Program.find("gifsicle") != nil, "gifsicle is not installed"), arguments: ["100", "60", "1"])
  func gifsicle(quality: String) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "60", "--size", "320x180", "--quality", quality, "-q", "-o", "a.gif"]
    #expect(try await CaptureProcess.run(film, in: workspace.folder).status == 0)
    let gifsicle = try #require(Program.find("gifsicle"))
    let result = try await Program.runAside(
      gifsicle, ["--no-ignore-errors", "-U", "a.gif", "-o", "b.gif"], in: workspace.folder.path)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
  }

  @Test(
    "webpinfo finds no fault in the file, and libwebp's own decoder shows the pictures that others do",
    .enabled(if: Program.find("webpinfo") != nil, "webpinfo is not installed"), arguments: [[], ["--quality", "60"]])
  func webpinfo(options: [String]) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "60", "--size", "321x181", "-q", "-o", "a.webp"]
    #expect(try await CaptureProcess.run(film + options, in: workspace.folder).status == 0)
    let webpinfo = try #require(Program.find("webpinfo"))
    let result = try await Program.runAside(webpinfo, ["a.webp"], in: workspace.folder.path)
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(result.status == 0 && text.contains("No error detected."), "\(text.suffix(500))")
    #expect(text.contains("Canvas size 321 x 181"))
  }

  private struct Summary: Decodable {
    var frames: Int
    var fps: String
    var width: Int
    var height: Int
  }
}
