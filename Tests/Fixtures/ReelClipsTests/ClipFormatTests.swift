import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelClips
@testable import ReelVideo

/// A codec in a container.
struct Combination: Hashable, Sendable, CustomTestStringConvertible {
  var codec: String
  var container: MediaContainer

  var testDescription: String { "\(codec) in .\(container.rawValue)" }

  /// The codecs that are tried: what people make, of what this machine offers.
  static let offered: [Combination] = {
    let codecs = [
      "h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "mpeg2video", "mjpeg", "ffv1", "prores", "png", "gif", "rawvideo",
      "libx264rgb", "huffyuv", "qtrle", "utvideo",
    ]
    return codecs.flatMap { codec in
      ((try? EncoderCatalog.encoder(codec))?.containers ?? []).map { Combination(codec: codec, container: $0) }
    }
  }()

  func path(in folder: URL) -> String {
    folder.appending(path: container == .png ? "%03d.png" : "clip.\(container.rawValue)").path
  }
}

@Suite("Codecs and containers of clips")
struct ClipFormatTests {
  @Test("Every codec in every container gives back its frames, times and key frames", arguments: Combination.offered)
  func roundTrip(combination: Combination) async throws {
    try await withFolder { folder in
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, codec: combination.codec, keyframeInterval: 4)
      let path = combination.path(in: folder)
      let summary = try writeClip(to: path, configuration, Showing.even(9))
      #expect(summary.frameCount == 9)
      let clip = try ReadClip(path)
      #expect(clip.errorCount == 0)
      let shift = combination.container.timeShift.seconds
      #expect(clip.frames.count == 9)
      for (index, seconds) in clip.seconds.enumerated() {
        #expect(abs(seconds - Double(index) / 25 - shift) < 1e-9)
      }
      switch combination.codec {
      // Its reader calls the first picture alone a key frame.
      case "gif": #expect(clip.keyframes == [0])
      // Its decoder calls every picture a key frame, and from FFmpeg 7 on none.
      case "qtrle": #expect(clip.keyframes.count == (FFmpegVersions.major < 7 ? 9 : 0))
      default:
        let isIntraOnly = try EncoderCatalog.encoder(combination.codec).isIntraOnly
        #expect(clip.keyframes == (isIntraOnly ? Array(0..<9) : [0, 4, 8]))
      }
    }
  }

  @Test(
    "The same clip gives the same bytes",
    arguments: Combination.offered.filter { $0.container != .png && $0.container != .m4v })
  func sameBytes(combination: Combination) async throws {
    try await withFolder { folder in
      var configuration = ClipConfiguration(
        size: PixelSize(width: 80, height: 64), frameRate: 25, codec: combination.codec, keyframeInterval: 5)
      if combination.container.soundCodec != nil { configuration.sound = ClipConfiguration.Sound() }
      let sound = (0..<9600).map { Float($0 % 96) / 96 - 0.5 }
      let bytes = try ["first", "second"].map { name in
        let path = folder.appending(path: "\(name).\(combination.container.rawValue)").path
        try writeClip(to: path, configuration, Showing.even(7), sound: sound)
        return try Data(contentsOf: URL(filePath: path))
      }
      #expect(bytes[0] == bytes[1])
      #expect(!bytes[0].isEmpty)
    }
  }

  struct Lossless: Hashable, Sendable, CustomTestStringConvertible {
    var codec: String
    var container: MediaContainer
    var format: String
    var size = PixelSize(width: 64, height: 48)

    var testDescription: String { "\(codec) in .\(container.rawValue) with \(format) at \(size)" }

    static let offered: [Lossless] = {
      let odd = PixelSize(width: 47, height: 33)
      let all = [
        Lossless(codec: "h264", container: .mp4, format: "yuv420p"),
        Lossless(codec: "h264", container: .mov, format: "yuv444p", size: odd),
        Lossless(codec: "h264", container: .mkv, format: "yuv422p10le"),
        Lossless(codec: "libx264rgb", container: .mkv, format: "rgb24", size: odd),
        Lossless(codec: "hevc", container: .mp4, format: "yuv420p"),
        Lossless(codec: "hevc", container: .mkv, format: "yuv444p10le", size: odd),
        Lossless(codec: "hevc", container: .mov, format: "gbrp"),
        Lossless(codec: "vp9", container: .webm, format: "yuv420p", size: odd),
        Lossless(codec: "vp9", container: .mp4, format: "yuv444p"),
        Lossless(codec: "av1", container: .webm, format: "yuv420p", size: odd),
        Lossless(codec: "av1", container: .mp4, format: "yuv420p"),
        Lossless(codec: "ffv1", container: .mkv, format: "yuv420p", size: odd),
        Lossless(codec: "ffv1", container: .avi, format: "yuv422p10le"),
        Lossless(codec: "ffv1", container: .mkv, format: "gray", size: odd),
        Lossless(codec: "ffv1", container: .mkv, format: "bgr0", size: odd),
        Lossless(codec: "png", container: .png, format: "rgb24", size: odd),
        Lossless(codec: "png", container: .mov, format: "gray", size: odd),
        Lossless(codec: "rawvideo", container: .avi, format: "yuv420p"),
        Lossless(codec: "rawvideo", container: .mkv, format: "yuv420p", size: odd),
        Lossless(codec: "huffyuv", container: .avi, format: "yuv422p"),
        Lossless(codec: "utvideo", container: .avi, format: "yuv420p"),
      ]
      return all.filter { (try? EncoderCatalog.encoder($0.codec)) != nil }
    }()
  }

  @Test("What is lossless gives back every sample", arguments: Lossless.offered)
  func lossless(lossless: Lossless) async throws {
    try await withFolder { folder in
      let configuration = ClipConfiguration(
        size: lossless.size, frameRate: 25, codec: lossless.codec, pixelFormat: lossless.format, quality: .lossless,
        keyframeInterval: 3)
      let path = Combination(codec: lossless.codec, container: lossless.container).path(in: folder)
      try writeClip(to: path, configuration, Showing.even(5))
      let clip = try ReadClip(path)
      #expect(clip.frames.count == 5)
      for (index, frame) in clip.frames.enumerated() {
        let source = try RawPicture(.clip(index, lossless.size), format: lossless.format)
        let decoded = try frame.raw()
        // Not the bytes themselves: where they differ, listing how takes a minute.
        let isSame = decoded.bytes == source.bytes
        // H.264 holds colours in planes.
        let isSameRGB = try decoded.format == "gbrp" && decoded.bitmap() == source.bitmap()
        #expect(isSame && decoded.format == lossless.format || isSameRGB, "frame \(index) in \(decoded.format)")
      }
    }
  }

  @Test("A GIF gives back the colours of the fixed palette")
  func gif() async throws {
    try await withFolder { folder in
      let size = PixelSize(width: 47, height: 33)
      let path = folder.appending(path: "clip.gif").path
      try writeClip(to: path, ClipConfiguration(size: size, frameRate: 25), Showing.even(5))
      for (index, frame) in try ReadClip(path).frames.enumerated() {
        #expect(try frame.bitmap() == RawPicture(.clip(index, size), format: "pal8").bitmap())
      }
    }
  }

  @Test("B-frames are as many as asked, and change no time", arguments: ["h264", "hevc", "mpeg4", "mpeg2video"])
  func bFrames(codec: String) async throws {
    try await withFolder { folder in
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, codec: codec, keyframeInterval: 6, bFrames: 2)
      for container in [MediaContainer.mp4, .mkv, .mov, .ts] {
        let path = folder.appending(path: "clip.\(container.rawValue)").path
        try writeClip(to: path, configuration, Showing.even(14))
        let clip = try ReadClip(path)
        #expect(clip.errorCount == 0)
        #expect(clip.seconds.count == 14)
        for (index, seconds) in clip.seconds.enumerated() {
          #expect(abs(seconds - Double(index) / 25 - container.timeShift.seconds) < 1e-9, "\(container)")
        }
        #expect(clip.keyframes == [0, 6, 12], "\(container)")
        let reader = try ClipPacketReader(path: path)
        var times: [Double] = []
        while let packet = reader.next() { times.append(packet.pts?.seconds ?? .nan) }
        #expect(times.count == 14)
        #expect(times != times.sorted(), "\(container)")
      }
    }
  }

  @Test("Clips of one and two frames are whole", arguments: ["h264", "hevc", "vp9", "av1", "mpeg4"], [1, 2])
  func short(codec: String, count: Int) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "clip.mp4").path
      let mayReorder = codec == "h264" || codec == "hevc" || codec == "mpeg4"
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, codec: codec, bFrames: mayReorder ? 2 : 0)
      try writeClip(to: path, configuration, Showing.even(count))
      #expect(try ReadClip(path).seconds == (0..<count).map { Double($0) / 25 })
    }
  }
}
