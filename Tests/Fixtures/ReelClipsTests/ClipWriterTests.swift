import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelClips
@testable import ReelVideo

@Suite("Clip writer")
struct ClipWriterTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// A configuration that cannot be, and words of the error that say why.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var file = "clip.mp4"
    var words: [String]
    var change: @Sendable (inout ClipConfiguration) -> Void = { _ in }

    var testDescription: String { "\(file), \(name)" }

    static let all = [
      Refusal(name: "ending", file: "clip.txt", words: ["clip.txt", ".webm"]),
      Refusal(name: "no ending", file: "clip", words: ["clip", ".mp4"]),
      Refusal(name: "no pattern", file: "clip.png", words: ["%04d.png"]),
      Refusal(name: "codec", words: ["no usable encoder for divx9", "--list-codecs"]) { $0.codec = "divx9" },
      Refusal(name: "encoder that hangs", words: ["libsvtav1", "use another"]) { $0.codec = "libsvtav1" },
      Refusal(name: "codec of another container", file: "clip.webm", words: [".webm", "libx264", ".mp4", "vp9"]) {
        $0.codec = "h264"
      },
      Refusal(name: "codec in GIF", file: "clip.gif", words: [".gif", "vp9"]) { $0.codec = "vp9" },
      Refusal(name: "unknown pixel format", words: ["yuv421p", "yuv420p"]) { $0.pixelFormat = "yuv421p" },
      Refusal(name: "pixel format of others", words: ["pal8", "libx264 takes", "yuv444p"]) { $0.pixelFormat = "pal8" },
      Refusal(name: "odd size", words: ["65x49", "66x50"]) { $0.size = PixelSize(width: 65, height: 49) },
      Refusal(name: "no size", words: ["0x49"]) { $0.size = PixelSize(width: 0, height: 49) },
      Refusal(name: "huge size", words: ["16384x16384"]) { $0.size = PixelSize(width: 16_384, height: 16_384) },
      Refusal(name: "crf", words: ["crf 60", "0 to 51"]) { $0.quality = .crf(60) },
      Refusal(name: "crf of MPEG-4", words: ["crf 0", "1 to 31"]) { ($0.codec, $0.quality) = ("mpeg4", .crf(0)) },
      Refusal(name: "bit rate", words: ["bit rate 5"]) { $0.quality = .bitrate(5) },
      Refusal(name: "lossless MPEG-4", words: ["mpeg4", "lossless", "h264"]) {
        ($0.codec, $0.quality) = ("mpeg4", .lossless)
      },
      Refusal(name: "crf of what is lossless", file: "clip.mkv", words: ["ffv1", "always lossless"]) {
        ($0.codec, $0.quality) = ("ffv1", .crf(20))
      },
      Refusal(name: "B-frames of VP9", file: "clip.webm", words: ["B-frames 2", "libvpx-vp9"]) { $0.bFrames = 2 },
      Refusal(name: "B-frames in AVI", file: "clip.avi", words: ["B-frames 1", ".avi"]) { $0.bFrames = 1 },
      Refusal(name: "key frames", words: ["interval 0"]) { $0.keyframeInterval = 0 },
      Refusal(name: "orientation", file: "clip.mkv", words: ["orientation 6", ".mov"]) { $0.orientation = .right },
      Refusal(name: "rate of MPEG-2", file: "clip.ts", words: ["frame rate 7", "30000/1001"]) {
        ($0.codec, $0.frameRate) = ("mpeg2video", 7)
      },
      Refusal(name: "sound in GIF", file: "clip.gif", words: ["sound", ".gif"]) { $0.sound = .init() },
      Refusal(name: "sample rate of Opus", file: "clip.webm", words: ["libopus", "44100", "48000"]) {
        $0.sound = .init(sampleRate: 44_100)
      },
    ]
  }

  @Test("What cannot be is refused in one line, and leaves nothing behind", arguments: Refusal.all)
  func refused(refusal: Refusal) async throws {
    try await withFolder { folder in
      var configuration = ClipConfiguration(size: Self.size, frameRate: 25)
      refusal.change(&configuration)
      let error = #expect(throws: (any Error).self) {
        try ClipWriter(to: folder.appending(path: refusal.file).path, configuration: configuration)
      }
      let text = error.map { "\($0)" } ?? ""
      for word in refusal.words { #expect(text.contains(word), "\(text)") }
      #expect(!text.contains("\n"))
      let left = try fileNames(in: folder)
      #expect(left.isEmpty)
    }
  }

  @Test("A wrong time or picture is refused, and the clip goes on")
  func wrongTimes() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "clip.mkv").path
      let writer = try ClipWriter(to: path, configuration: ClipConfiguration(size: Self.size, frameRate: 25))
      let picture = Bitmap.clip(0, Self.size)
      #expect(throws: InvalidValue.self) { try writer.append(picture, pts: -1, duration: 1) }
      try writer.append(picture, pts: 3, duration: 1)
      #expect(throws: InvalidValue.self) { try writer.append(picture, pts: 3, duration: 1) }
      #expect(throws: InvalidValue.self) { try writer.append(picture, pts: 4, duration: 0) }
      #expect(throws: InvalidValue.self) { try writer.append(picture, pts: .max, duration: 1) }
      #expect(throws: InvalidValue.self) {
        try writer.append(.clip(0, PixelSize(width: 66, height: 48)), pts: 4, duration: 1)
      }
      #expect(throws: InvalidValue.self) { try writer.append(samples: [0]) }
      try writer.append(picture, pts: 5, duration: 1)
      try writer.finish()
      #expect(try ReadClip(path).seconds == [0.12, 0.2])
      #expect(throws: MovieError.writerClosed) { try writer.append(picture, pts: 9, duration: 1) }
      #expect(throws: MovieError.writerClosed) { try writer.finish() }
    }
  }

  @Test("Without times a container wants an even rhythm", arguments: ["clip.avi", "%03d.png"])
  func evenOnly(name: String) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: name).path
      let configuration = ClipConfiguration(size: Self.size, frameRate: 25, timeBase: TimeBase(1, 100))
      let writer = try ClipWriter(to: path, configuration: configuration)
      let picture = Bitmap.clip(0, Self.size)
      #expect(throws: InvalidValue.self) { try writer.append(picture, pts: 4, duration: 4) }
      try writer.append(picture, pts: 0, duration: 4)
      #expect(throws: InvalidValue.self) { try writer.append(picture, pts: 8, duration: 4) }
      try writer.append(picture, pts: 4, duration: 4)
      try writer.finish()
      #expect(try ReadClip(path).seconds == [0, 0.04])
    }
  }

  @Test("The path holds what was there before or the whole clip", arguments: ["clip.mp4", "%03d.png"])
  func path(name: String) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: name).path
      let first = name == "clip.mp4" ? name : "000.png"
      let old = Data("old".utf8)
      try old.write(to: folder.appending(path: first))
      // A movie is named by the user; pictures are not, one by one.
      let policy: ReplacementPolicy = name == "clip.mp4" ? .named : .always
      let configuration = ClipConfiguration(size: Self.size, frameRate: 25)
      func begin() throws -> ClipWriter {
        let writer = try ClipWriter(to: path, replacing: policy, configuration: configuration)
        for index in 0..<3 { try writer.append(.clip(index, Self.size), pts: index, duration: 1) }
        #expect(try Data(contentsOf: folder.appending(path: first)) == old)
        return writer
      }
      try begin().cancel()
      #expect(try fileNames(in: folder) == [first])
      _ = try begin()
      #expect(try fileNames(in: folder) == [first])
      let unused = try ClipWriter(to: path, replacing: policy, configuration: configuration)
      #expect(throws: MovieError.self) { try unused.finish() }
      #expect(throws: OutputError.self) {
        try ClipWriter(to: path, replacing: .never, configuration: configuration)
      }
      #expect(try fileNames(in: folder) == [first])
      let writer = try begin()
      let summary = try writer.finish()
      #expect(summary.frameCount == 3)
      #expect(try ReadClip(path).frames.count == 3)
      #expect(try shownNames(in: folder) == (name == "clip.mp4" ? [name] : ["000.png", "001.png", "002.png"]))
    }
  }

  @Test("A file may be called like a pattern of numbered ones")
  func patternName() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "clip %03d.mp4").path
      try writeClip(to: path, ClipConfiguration(size: Self.size, frameRate: 25), Showing.even(2))
      #expect(try fileNames(in: folder) == ["clip %03d.mp4"])
      #expect(try ReadClip(path).frames.count == 2)
    }
  }

  @Test(
    "Pictures that Reel did not make, or that were changed since, are neither replaced nor removed", arguments: [0, 3])
  func foreignPictures(number: Int) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "%03d.png").path
      let configuration = ClipConfiguration(size: Self.size, frameRate: 25)
      try writeClip(to: path, configuration, Showing.even(4))
      let picture = folder.appending(path: "00\(number).png")
      try (try Data(contentsOf: picture) + Data("edited".utf8)).write(to: picture)
      let edited = try Data(contentsOf: picture)
      let before = try fileNames(in: folder)
      #expect(throws: OutputError.foreign(path: picture.path)) {
        try ClipWriter(to: path, configuration: configuration)
      }
      #expect(try fileNames(in: folder) == before)
      #expect(try Data(contentsOf: picture) == edited)

      // One that comes while the clip is made.
      try FileManager.default.removeItem(at: picture)
      let writer = try ClipWriter(to: path, configuration: configuration)
      try writer.append(.clip(0, Self.size), pts: 0, duration: 1)
      try edited.write(to: picture)
      #expect(throws: OutputError.foreign(path: picture.path)) { try writer.finish() }
      #expect(try Data(contentsOf: picture) == edited)
      #expect(try fileNames(in: folder) == before)
    }
  }

  @Test("Pictures of a longer clip before are gone when the new one is there")
  func olderPictures() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "%03d.png").path
      let configuration = ClipConfiguration(size: Self.size, frameRate: 25)
      try writeClip(to: path, configuration, Showing.even(4))
      try Data().write(to: folder.appending(path: "other.png"))
      try writeClip(to: path, configuration, Showing.even(2))
      #expect(try shownNames(in: folder) == ["000.png", "001.png", "other.png"])
    }
  }

  @Test(
    "Odd sizes are kept where the format has them",
    arguments: [
      ("vp9", "webm"), ("vp8", "webm"), ("av1", "mp4"), ("mpeg4", "mp4"), ("mjpeg", "avi"), ("ffv1", "mkv"),
      ("gif", "gif"), ("png", "mov"),
    ])
  func oddSize(codec: String, ending: String) async throws {
    let size = PixelSize(width: 51, height: 37)
    try await withFolder { folder in
      let path = folder.appending(path: "clip.\(ending)").path
      try writeClip(to: path, ClipConfiguration(size: size, frameRate: 25, codec: codec), Showing.even(3))
      let frames = try ReadClip(path).frames
      #expect(frames.map(\.size) == [size, size, size])
      // The pictures are still the ones that went in.
      let gray = try frames[2].gray()
      let source = try RawPicture(.clip(2, size), format: "gray").gray()
      let error = zip(gray, source).map { abs(Int($0) - Int($1)) }.reduce(0, +) / gray.count
      #expect(error < 12)
    }
  }

  @Test(
    "A lower bit rate and a coarser quality make smaller files",
    arguments: ["h264", "hevc", "vp8", "vp9", "av1", "mpeg4"])
  func quality(codec: String) async throws {
    try await withFolder { folder in
      func size(_ quality: EncodingQuality) throws -> Int {
        let configuration = ClipConfiguration(
          size: PixelSize(width: 128, height: 96), frameRate: 25, codec: codec, quality: quality)
        return try writeClip(to: folder.appending(path: "clip.mkv").path, configuration, Showing.even(12)).byteCount
      }
      let (coarse, fine) = (try size(.crf(31)), try size(.crf(4)))
      #expect(coarse < fine)
      // libaom's rate control does not wake up in so few pictures.
      let (slow, fast) = (try size(.bitrate(50_000)), try size(.bitrate(2_000_000)))
      #expect(codec == "av1" ? slow <= fast : slow < fast)
    }
  }

  @Test(
    "ffprobe sees all eight orientations", .enabled(if: Program.find("ffprobe") != nil, "ffprobe is not installed"),
    arguments: ImageOrientation.allCases, ["mp4", "mov"])
  func orientation(orientation: ImageOrientation, ending: String) async throws {
    let program = try #require(Program.find("ffprobe"))
    try await withFolder { folder in
      let path = folder.appending(path: "clip.\(ending)").path
      try writeClip(
        to: path, ClipConfiguration(size: Self.size, frameRate: 25, orientation: orientation), Showing.even(1))
      #expect(try ClipReader(path: path).orientation == orientation)
      let result = try await Program.runAside(
        program, ["-v", "error", "-show_entries", "stream_side_data=displaymatrix", "-of", "csv=p=0", path])
      let numbers = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .filter { !$0.hasSuffix(":") }.compactMap { Int32($0) }
      #expect(numbers == (orientation == .up ? [] : orientation.displayMatrix(of: Self.size)))
    }
  }

  @Test("What this machine offers is listed, and nothing that needs a device")
  func codecs() throws {
    let names = EncoderCatalog.encoders.map(\.name)
    #expect(names.contains("ffv1") && names.contains("mpeg4") && names.contains("rawvideo"))
    #expect(!names.contains { $0.hasSuffix("_vaapi") || $0.hasSuffix("_v4l2m2m") || $0 == "libsvtav1" })
    #expect(Set(names).count == names.count)
    let raw = try EncoderCatalog.encoder("rawvideo")
    #expect(raw.pixelFormats.isEmpty && raw.isLosslessPossible && raw.isIntraOnly)
    #expect(try EncoderCatalog.encoder("mpeg4").containers.contains(.mp4))
    #expect(EncoderCatalog.containers == MediaContainer.allCases)
    for (codec, traits) in CodecTraits.all {
      guard let first = traits.encoders.first(where: names.contains) else { continue }
      #expect(try EncoderCatalog.encoder(codec).name == first)
    }
  }
}
