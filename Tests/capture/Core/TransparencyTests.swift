import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite("Films without a background") struct TransparencyTests {
  private static let python = Program.python(with: "PIL")

  /// Writes each picture of an animated one as red, green, blue and alpha.
  private static let script = """
    import sys
    from PIL import Image
    image = Image.open(sys.argv[1])
    time = 0
    for index in range(image.n_frames):
        image.seek(index)
        image.load()
        print(time)
        open("%s/%d.rgba" % (sys.argv[2], index), "wb").write(image.convert("RGBA").tobytes())
        time += image.info["duration"]
    """

  private static let film = [
    "--frames", "12", "--fps", "10", "--size", "96x64", "--levels", "0...2", "--background", "none",
  ]

  @Test(
    "Pillow shows the same pixels as the numbered pictures, including transparency",
    .enabled(if: python != nil, "Pillow is not installed"), arguments: ["apng", "webp"],
    [film, film + ["--style", "draw"]])
  func pillow(ending: String, film: [String]) async throws {
    let workspace = try Workspace()
    let run = try await CaptureProcess.run(film + ["-q", "-o", "a.\(ending)", "-o", "p/"], in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    try FileManager.default.createDirectory(at: workspace.url("rgba"), withIntermediateDirectories: true)
    let python = try #require(Self.python)
    let decoded = try await Program.runAside(
      python, ["-c", Self.script, "a.\(ending)", "rgba"], in: workspace.folder.path)
    #expect(decoded.status == 0, "\(decoded.error)")
    let times = String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
    var sawTransparent = false
    for index in 0..<12 {
      let picture = try #require(times.lastIndex { $0 <= Double(index) * 100 + 0.001 })
      let seen = [UInt8](try Data(contentsOf: workspace.url("rgba/\(picture).rgba")))
      let drawn = try Bitmap(pngAt: workspace.url("p/\(String(format: "%04d", index)).png"))
      var worst = 0
      for y in 0..<64 {
        for x in 0..<96 {
          let (own, start) = (drawn[x, y], (y * 96 + x) * 4)
          sawTransparent = sawTransparent || own.alpha == 0
          worst = max(worst, abs(Int(own.alpha) - Int(seen[start + 3])))
          // Colours come back multiplied by alpha.
          for (value, part) in zip([own.red, own.green, own.blue], 0..<3) {
            worst = max(worst, abs(Int(value) - (Int(seen[start + part]) * Int(seen[start + 3]) + 127) / 255))
          }
        }
      }
      #expect(worst <= 1, "frame \(index): \(worst)")
    }
    #expect(sawTransparent)
  }

  @Test(
    "A GIF has transparent and opaque pixels, with hard edges or soft ones over a matte, and erased pixels are gone",
    .enabled(if: python != nil, "Pillow is not installed"), arguments: [nil, "white"] as [String?],
    [film, ["--style", "draw"] + film])
  func gif(matte: String?, film: [String]) async throws {
    let workspace = try Workspace()
    let options = ["--quality", "100"] + (matte.map { ["--matte", $0] } ?? [])
    let run = try await CaptureProcess.run(film + options + ["-q", "-o", "a.gif", "-o", "p/"], in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    try FileManager.default.createDirectory(at: workspace.url("rgba"), withIntermediateDirectories: true)
    let python = try #require(Self.python)
    let decoded = try await Program.runAside(python, ["-c", Self.script, "a.gif", "rgba"], in: workspace.folder.path)
    #expect(decoded.status == 0, "\(decoded.error)")
    let times = String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
    for index in 0..<12 {
      let picture = try #require(times.lastIndex { $0 <= Double(index) * 100 + 0.001 })
      let seen = [UInt8](try Data(contentsOf: workspace.url("rgba/\(picture).rgba")))
      let drawn = try Bitmap(pngAt: workspace.url("p/\(String(format: "%04d", index)).png"))
      var wrong = 0
      for y in 0..<64 {
        for x in 0..<96 {
          let isOpaque = drawn[x, y].alpha > (matte == nil ? 127 : 0)
          if (seen[(y * 96 + x) * 4 + 3] == 255) != isOpaque { wrong += 1 }
        }
      }
      #expect(wrong == 0, "frame \(index)")
    }
  }

  @Test(
    "ProRes, FFV1 and VP9 keep transparency",
    arguments: [
      ("prores", "mov", "yuva444p1"), ("ffv1", "mkv", "bgra"), ("vp9", "webm", "yuva420p"), ("vp9", "mkv", "yuva420p"),
    ])
  func movies(codec: String, ending: String, format: String) async throws {
    let workspace = try Workspace()
    let run = try await CaptureProcess.run(
      Self.film + ["-q", "--codec", codec, "-o", "a.\(ending)", "-o", "p/"], in: workspace.folder)
    #expect(run.status == 0, "\(run.error)")
    let movie = try MovieReader(url: workspace.url("a.\(ending)"))
    #expect(movie.facts.pixelFormat.hasPrefix(format))
    // In Matroska a still is a picture that is shown longer.
    var frames: [DecodedFrame] = []
    while let frame = try movie.nextFrame() { frames.append(frame) }
    #expect(frames.count == 12 || codec == "vp9" && frames.count >= 3)
    for index in 0..<12 {
      let shown = try #require(frames.last { ($0.time?.seconds ?? 0) < Double(index) / 10 + 0.05 })
      let (seen, drawn) = (
        try shown.bitmap(), try Bitmap(pngAt: workspace.url("p/\(String(format: "%04d", index)).png"))
      )
      for (x, y) in [(1, 1), (48, 30), (90, 60), (48, 20)] {
        let tolerance = codec == "ffv1" ? 0 : 8
        #expect(abs(Int(seen[x, y].alpha) - Int(drawn[x, y].alpha)) <= tolerance, "frame \(index)")
      }
      // Colours are multiplied by alpha again, as they were drawn.
      for y in 0..<64 {
        for x in 0..<96 { #expect(seen[x, y].blue <= seen[x, y].alpha && seen[x, y].red <= seen[x, y].alpha) }
      }
      if codec == "ffv1" { #expect(seen.isClose(to: drawn, tolerance: 1)) }
    }
  }

  @Test(
    "Formats without transparency are refused in one sentence, before anything is made",
    arguments: [
      ["-o", "a.mp4"], ["-o", "%d.jpg"], ["-o", "a.webp", "-o", "a.mkv"],
      ["-o", "a.webp", "--colors", "50"], ["-o", "a.mp4", "--codec", "vp9"], ["-o", "a.webm", "--codec", "av1"],
      ["-o", "a.mp4", "--codec", "vp9", "--pixel-format", "yuva420p"],
    ])
  func refused(options: [String]) async throws {
    let workspace = try Workspace()
    let run = try await CaptureProcess.run(Self.film + options, in: workspace.folder)
    #expect(run.status == 64, "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).isEmpty)
  }
}
