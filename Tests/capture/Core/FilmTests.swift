import Foundation
import Reel
import Testing

@Suite struct FilmTests {
  @Test("The default film is 300 frames of H.264 High that every player supports, and two runs produce the same bytes")
  func defaultFilm() async throws {
    let workspace = try Workspace()
    let first = try await workspace.capture("--fps", "10", "--seconds", "30", "-o", "a.mp4")
    let second = try await workspace.capture("-o", "b.mp4")
    #expect(first.status == 0, "\(first.error)")
    #expect(second.status == 0, "\(second.error)")
    let bytes = try Data(contentsOf: workspace.url("a.mp4"))
    #expect(bytes == (try Data(contentsOf: workspace.url("b.mp4"))))
    #expect(try workspace.files == ["a.mp4", "b.mp4"])
    #expect(first.error.contains("a.mp4: 300 frames, 30.00 s, 1280x720"))

    let index = try #require(bytes.range(of: Data("moov".utf8)))
    let media = try #require(bytes.range(of: Data("mdat".utf8)))
    #expect(index.lowerBound < media.lowerBound)
  }

  @Test(
    "ffprobe tells of the default film what was asked for",
    .enabled(if: CaptureProcess.find("ffprobe") != nil, "ffprobe is not installed"))
  func probed() async throws {
    let workspace = try Workspace()
    #expect(try await workspace.capture("-o", "a.mp4").status == 0)
    let entries =
      "stream=codec_name,profile,pix_fmt,width,height,r_frame_rate,avg_frame_rate,nb_read_frames,"
      + "color_range,color_space,color_transfer,color_primaries,start_time:format=duration"
    let probe = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("ffprobe")),
      ["-v", "warning", "-count_frames", "-show_entries", entries, "-of", "default=nw=1", "a.mp4"],
      in: workspace.folder)
    #expect(probe.error.isEmpty)
    let facts = Set(String(decoding: probe.output, as: UTF8.self).split(separator: "\n").map(String.init))
    let expected: Set = [
      "codec_name=h264", "profile=High", "pix_fmt=yuv420p", "width=1280", "height=720", "r_frame_rate=10/1",
      "avg_frame_rate=10/1", "nb_read_frames=300", "color_range=tv", "color_space=bt709", "color_transfer=bt709",
      "color_primaries=bt709", "start_time=0.000000", "duration=30.000000",
    ]
    #expect(facts.isSuperset(of: expected), "\(expected.subtracting(facts)) not in \(facts)")
  }

  @Test(
    "A decoder other than FFmpeg's decodes every frame without a warning",
    .enabled(if: CaptureProcess.find("gst-launch-1.0") != nil, "GStreamer is not installed"))
  func otherDecoder() async throws {
    let workspace = try Workspace()
    #expect(try await workspace.capture("-o", "a.mp4").status == 0)
    let decoded = try await CaptureProcess.run(
      executable: try #require(CaptureProcess.find("gst-launch-1.0")),
      [
        "-q", "filesrc", "location=a.mp4", "!", "qtdemux", "!", "h264parse", "!", "openh264dec", "!",
        "video/x-raw,format=I420", "!", "filesink", "location=a.yuv",
      ], in: workspace.folder, environment: ["GST_DEBUG": "*264*:2,videodecoder:2"])
    #expect(decoded.status == 0)
    #expect(decoded.error.isEmpty, "\(decoded.error)")
    let size = try FileManager.default.attributesOfItem(atPath: workspace.url("a.yuv").path)[.size] as? Int
    #expect(size == 300 * 1280 * 720 * 3 / 2)
  }

  @Test("A flat red background decodes to red within 3 of 255")
  func redBackground() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture(
      "--background", "#ff0000", "--frames", "12", "--size", "640x360", "-o", "red.mp4")
    #expect(result.status == 0, "\(result.error)")
    let reader = try MovieReader(url: workspace.url("red.mp4"))
    var frames = 0
    while let frame = try reader.nextFrame() {
      frames += 1
      for (x, y) in [(0, 0), (639, 0), (0, 359), (5, 200), (600, 20)] {
        let pixel = try frame.bitmap()[x, y]
        #expect(pixel.red >= 252 && pixel.green <= 3 && pixel.blue <= 3, "\(pixel) at \(x), \(y)")
      }
    }
    #expect(frames == 12)
  }

  @Test("Each frame shows the level for its time")
  func framesShowTheirLevels() async throws {
    let workspace = try Workspace()
    let shape = ["--levels", "0...3", "--fps", "5", "--seconds", "8", "--size", "320x180", "--style", "step"]
    let film = try await CaptureProcess.run(shape + ["--crf", "10", "-o", "film.mp4"], in: workspace.folder)
    #expect(film.status == 0, "\(film.error)")
    var stills: [Bitmap] = []
    for level in 0...3 {
      let name = "still\(level).png"
      let still = try await CaptureProcess.run(
        ["still", "--at", "\(2 * level).5", "-o", name] + shape, in: workspace.folder)
      #expect(still.status == 0, "\(still.error)")
      stills.append(try Bitmap(pngAt: workspace.url(name)))
    }
    let reader = try MovieReader(url: workspace.url("film.mp4"))
    var index = 0
    while let frame = try reader.nextFrame() {
      let picture = try frame.bitmap()
      let distances = stills.map { meanDifference($0, picture) }
      let nearest = distances.indices.min { distances[$0] < distances[$1] }
      #expect(nearest == index / 10, "frame \(index): \(distances)")
      index += 1
    }
    #expect(index == 40)
  }

  @Test("A still is the frame of the film, bit for bit")
  func stillsAreFrames() async throws {
    let workspace = try Workspace()
    let shape = ["--fps", "4", "--seconds", "3", "--size", "160x90", "--levels", "1...3", "--growth", "0.8"]
    #expect(try await CaptureProcess.run(shape + ["-o", "frames/"], in: workspace.folder).status == 0)
    let names = try workspace.shown("frames")
    #expect(names.count == 12)
    #expect(names.first == "0000.png")
    // The last two are no times of frames: the frame is shown that is on screen then.
    for (index, time) in [(0, "0"), (3, "0.75"), (5, "1.25"), (11, "2.75"), (7, "1.99"), (11, "3")] {
      let still = ["still", "--at", time, "-o", "still.png"] + shape
      #expect(try await CaptureProcess.run(still, in: workspace.folder).status == 0)
      let picture = try Bitmap(pngAt: workspace.url("still.png"))
      #expect(picture == (try Bitmap(pngAt: workspace.url("frames/\(names[index])"))), "frame \(index)")
    }
  }

  @Test(
    "Every container, pixel format and rate produces a readable movie",
    arguments: [
      ["-o", "film.mov"], ["-o", "film.mkv"], ["-o", "a:b %d.mp4"], ["-o", "-film.mp4"],
      ["-o", "film.mp4", "--pixel-format", "yuv444p", "--size", "63x41"],
      ["-o", "film.mp4", "--lossless"], ["-o", "film.mp4", "--fps", "29.97"],
      ["-o", "film.mp4", "--preset", "ultrafast"],
      ["-o", "film.mp4", "--size", "100x50"], ["-o", "film.mp4", "--style", "draw"],
      ["-o", "film.mp4", "--theme", "classic"],
      ["-o", "film.mp4", "--levels", "12", "--size", "120x120"],
    ])
  func variants(arguments: [String]) async throws {
    let workspace = try Workspace()
    let size = arguments.contains("--size") ? [] : ["--size", "64x48"]
    let joined = arguments[1].hasPrefix("-") ? ["--output=\(arguments[1])"] + arguments.dropFirst(2) : arguments
    let result = try await CaptureProcess.run(["--frames", "7"] + size + joined, in: workspace.folder)
    #expect(result.status == 0, "\(result.error)")
    #expect(try workspace.files == [arguments[1]])
    let reader = try MovieReader(url: workspace.url(arguments[1]))
    var frames = 0
    while try reader.nextFrame() != nil { frames += 1 }
    #expect(frames == 7)
  }

  private func meanDifference(_ a: Bitmap, _ b: Bitmap) -> Double {
    var sum = 0
    for y in 0..<a.height {
      for x in 0..<a.width { sum += abs(Int(a[x, y].green) - Int(b[x, y].green)) }
    }
    return Double(sum) / Double(a.size.area)
  }
}
