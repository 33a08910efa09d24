import CReelFFmpeg
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("The codecs of a movie")
struct CodecTests {
  /// A codec in a container.
  struct Form: CustomTestStringConvertible, Sendable {
    var codec: VideoCodec
    var container: MediaContainer
    var testDescription: String { "\(codec.rawValue) in .\(container.rawValue)" }

    static let all: [Form] = VideoCodec.allCases.filter { EncoderCatalog.hasEncoder(for: $0) }.flatMap { codec in
      [MediaContainer.mp4, .mov, .mkv, .webm].filter(codec.fits).map { Form(codec: codec, container: $0) }
    }
  }

  private static let size = PixelSize(width: 96, height: 64)
  private static let rate = FrameRate(integerLiteral: 10)
  /// The frames with a picture of their own; the others hold still.
  private static let changes = [0, 1, 2, 9, 10, 14]
  private static let count = 25

  /// A grey that is another one for each picture.
  private static func picture(_ frame: Int) -> Bitmap {
    let grey = UInt8(30 + 14 * (changes.lastIndex { $0 <= frame } ?? 0))
    var bitmap = Bitmap(size: size, red: grey, green: grey, blue: grey)
    bitmap.fill(x: 8..<40, y: 8..<24, Pixel(red: 200, green: 40, blue: 40, alpha: 255))
    return bitmap
  }

  private static func writer(_ form: Form, in folder: URL, change: (inout VideoConfiguration) -> Void = { _ in }) throws
    -> MovieWriter
  {
    var configuration = VideoConfiguration(size: size, frameRate: rate)
    configuration.use(form.codec)
    change(&configuration)
    return try MovieWriter(
      to: .file(folder.appending(path: "movie.\(form.container.rawValue)")), configuration: configuration)
  }

  private static func append(_ frames: Range<Int>, to writer: MovieWriter) async throws {
    for index in frames {
      let changed = changes.contains(index) ? Region.all(of: size) : Region(of: size)
      try await writer.append(picture(index), changed: changed, at: index)
    }
  }

  @Test("Every codec shows each frame's picture at its time, stills too, and ends on time", arguments: Form.all)
  func frames(form: Form) async throws {
    try await withFolder { folder in
      let writer = try Self.writer(form, in: folder)
      try await Self.append(0..<20, to: writer)
      let summary = try await writer.finish(frameCount: Self.count)
      #expect(summary.frameCount == Self.count)
      let reader = try MovieReader(url: try #require(summary.url))
      #expect(reader.facts.codec == form.codec.rawValue)
      #expect(reader.facts.pixelFormat.hasPrefix(form.codec.pixelFormats[0].rawValue))
      #expect(reader.facts.size == Self.size)
      #expect(reader.facts.colors.matrix == "bt709")
      #expect(reader.facts.frameRate == Self.rate)
      #expect(abs(reader.facts.duration - 2.5) < 0.001)
      let frames = try reader.remainingFrames()
      let times = try frames.map { try #require($0.time).seconds }
      #expect(zip(times, times.dropFirst()).allSatisfy(<))
      for index in 0..<Self.count {
        let shown = try #require(times.lastIndex { $0 <= Self.rate.seconds(ofFrame: index) + 0.0006 })
        let (seen, drawn) = (try frames[shown].bitmap(), Self.picture(index))
        for (x, y) in [(4, 4), (80, 50)] {
          let error = abs(Int(seen[x, y].green) - Int(drawn[x, y].green))
          #expect(error <= 3, "frame \(index), pixel \(x), \(y): \(seen[x, y]), drawn \(drawn[x, y])")
        }
        // In the middle of what is red.
        let (red, own) = (seen[24, 16], drawn[24, 16])
        #expect(abs(Int(red.red) - Int(own.red)) <= 6 && abs(Int(red.green) - Int(own.green)) <= 6, "\(red)")
      }
    }
  }

  @Test("In Matroska and WebM a still of VP9 and AV1 is a packet that is shown longer; ten seconds are encoded again")
  func lengthened() async throws {
    for form in Form.all where form.codec.traits.stills == .lengthened {
      try await withFolder { folder in
        let writer = try Self.writer(form, in: folder)
        try await Self.append(0..<20, to: writer)
        let url = try #require(try await writer.finish(frameCount: 250).url)
        let times = try MovieReader(url: url).remainingFrames().compactMap { $0.time?.seconds }
        let stored =
          form.container.isMatroska ? [0, 0.1, 0.2, 0.9, 1, 1.4, 11.4, 21.4, 24.9] : (0..<250).map { Double($0) / 10 }
        #expect(times == stored)
      }
    }
  }

  // With the memory of a sanitizer libx265 3.5 gives other times or bits now and then, also in one thread, to films of a few frames.
  @Test(
    "Two runs of every codec give the same bytes", arguments: Form.all.filter { !Sanitizer.isOn || $0.codec != .hevc })
  func deterministic(form: Form) async throws {
    try await withFolder { folder in
      var files: [Data] = []
      for _ in 0..<2 {
        let writer = try Self.writer(form, in: folder)
        try await Self.append(0..<Self.count, to: writer)
        files.append(try Data(contentsOf: try #require(try await writer.finish().url)))
      }
      #expect(files[0] == files[1])
    }
  }

  @Test("The smallest pictures are encoded, and those of one tile", arguments: Form.all)
  func small(form: Form) async throws {
    for size in [PixelSize(width: 16, height: 16), .init(width: 64, height: 64), .init(width: 66, height: 18)] {
      try await withFolder { folder in
        let writer = try Self.writer(form, in: folder) { $0.size = size }
        for index in 0..<3 {
          let grey = UInt8(60 + 40 * index)
          try await writer.append(
            Bitmap(size: size, red: grey, green: grey, blue: grey), changed: .all(of: size), at: index)
        }
        let reader = try MovieReader(url: try #require(try await writer.finish().url))
        let frames = try reader.remainingFrames()
        #expect(frames.count == 3)
        for (index, frame) in frames.enumerated() {
          #expect(abs(Int(try frame.bitmap()[8, 8].green) - (60 + 40 * index)) <= 3)
        }
      }
    }
  }

  @Test(
    "Every codec has every preset, live and with a look ahead", arguments: VideoCodec.allCases,
    VideoConfiguration.Preset.allCases)
  func presets(codec: VideoCodec, preset: VideoConfiguration.Preset) async throws {
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    for delay in [VideoConfiguration.Delay.none, .lookahead] {
      try await withFolder { folder in
        let writer = try Self.writer(Form(codec: codec, container: .mkv), in: folder) {
          $0.preset = preset
          $0.delay = delay
        }
        try await Self.append(0..<3, to: writer)
        #expect(try MovieReader(url: try #require(try await writer.finish().url)).remainingFrames().count == 3)
      }
    }
  }

  @Test("A setting that an encoder refuses is named, and not taken for a lack of memory")
  func refusedSetting() throws {
    var configuration = VideoConfiguration(size: Self.size, frameRate: Self.rate)
    configuration.use(.av1)
    let range = FFmpegError(.systemError(ERANGE), operation: "av_opt_set cpu-used=99")
    #expect(MovieError.refused(configuration, range) == .settingsRefused(.av1, reason: range.description))
    let open = FFmpegError(.outOfMemory, operation: "avcodec_open2 libaom-av1")
    #expect(
      MovieError.refused(configuration, open) == .encoderRefused(size: Self.size, reason: open.description))
  }

  // libx265 leaves the decoding times of such films as its memory was.
  @Test("A film of one or two frames is decoded before it is shown, in every codec", arguments: Form.all)
  func short(form: Form) async throws {
    try await withFolder { folder in
      for count in 1...2 {
        let writer = try Self.writer(form, in: folder)
        try await Self.append(0..<count, to: writer)
        let input = try InputContext(path: try #require(try await writer.finish().url).path)
        let packet = try Packet()
        let clock = TimeBase(try #require(input.pointer.pointee.streams[0]).pointee.time_base)
        var shown: [Double] = []
        while try input.read(packet) {
          let pts = clock.time(Int(packet.pointer.pointee.pts)).seconds
          // Matroska stores no decoding times.
          if case let ticks = packet.pointer.pointee.dts, ticks != reel_no_timestamp() {
            let dts = clock.time(Int(ticks)).seconds
            #expect(dts <= pts && pts - dts < 1)
          } else {
            #expect(form.container == .mkv)
          }
          shown.append(pts)
        }
        #expect(shown.count == count && shown.allSatisfy { $0 >= 0 && $0 < 1 }, "\(shown)")
      }
    }
  }

  @Test(
    "Transparency of VP9 is in the film, and in what a recording leaves behind once it is finished, and nowhere in MP4",
    .enabled(if: EncoderCatalog.hasEncoder(for: .vp9), "libvpx is not there"), arguments: [false, true])
  func transparency(isLeft: Bool) async throws {
    try await withFolder { folder in
      let writer = try Self.writer(Form(codec: .vp9, container: .webm), in: folder) {
        $0.pixelFormat = .yuva420p
        $0.delay = isLeft ? .none : .lookahead
      }
      for index in Self.changes {
        var bitmap = Bitmap(size: Self.size)
        bitmap.fill(x: 8..<8 + 5 * index + 8, y: 8..<40, Pixel(red: 200, green: 40, blue: 40, alpha: 255))
        try await writer.append(bitmap, changed: .all(of: Self.size), at: index)
      }
      let url = folder.appending(path: "movie.webm")
      if isLeft {
        let path = try #require(await writer.abandon())
        let other = MovieDestination.file(folder.appending(path: "other.mp4"))
        #expect(throws: (any Error).self) { try UnfinishedMovie(url: URL(filePath: path), destination: other).finish() }
        try UnfinishedMovie(url: URL(filePath: path)).finish()
      } else {
        try await writer.finish()
      }
      let reader = try MovieReader(url: url)
      #expect(reader.facts.pixelFormat == "yuva420p")
      let frames = try reader.remainingFrames()
      #expect(frames.count >= 5)
      for frame in frames {
        let index = Int((try #require(frame.time).seconds * 10).rounded())
        let (seen, edge) = (try frame.bitmap(), 16 + 5 * (Self.changes.last { $0 <= index } ?? 0))
        for x in stride(from: 4, to: 92, by: 4) where abs(x - edge) > 3 && abs(x - 8) > 3 {
          #expect(abs(Int(seen[x, 24].alpha) - (8..<edge ~= x ? 255 : 0)) <= 4, "frame \(index), column \(x)")
        }
        #expect(abs(Int(seen[12, 24].red) - 200) <= 8 && seen[12, 50].alpha <= 4)
      }
    }
  }

  @Test("What a recording leaves behind is finished in every codec, frame for frame", arguments: Form.all)
  func unfinished(form: Form) async throws {
    try await withFolder { folder in
      let writer = try Self.writer(form, in: folder) {
        // So that packets come at once.
        $0.delay = .none
      }
      try await Self.append(0..<Self.count, to: writer)
      let path = try #require(await writer.abandon())
      let movie = try UnfinishedMovie(url: URL(filePath: path))
      #expect(movie.frameCount >= 15)
      #expect(movie.frameRate == Self.rate)
      let summary = try movie.finish()
      let frames = try MovieReader(url: try #require(summary.url)).remainingFrames()
      #expect(frames.count == movie.frameCount)
      for (index, frame) in frames.enumerated() {
        let (seen, drawn) = (try frame.bitmap()[80, 50].green, Self.picture(index)[80, 50].green)
        #expect(abs(Int(seen) - Int(drawn)) <= 3, "frame \(index)")
      }
    }
  }

  @Test("What only lengthens its stills is finished as well, with all frames that were whole")
  func unfinishedStills() async throws {
    let form = Form(codec: .vp9, container: .webm)
    guard EncoderCatalog.hasEncoder(for: .vp9) else { return }
    try await withFolder { folder in
      let writer = try Self.writer(form, in: folder)
      // Every third frame is a picture: enough of them that the encoder gives some.
      for index in 0..<240 {
        let changed = index % 3 == 0 ? Region.all(of: Self.size) : Region(of: Self.size)
        try await writer.append(.numbered(index / 3, Self.size), changed: changed, at: index)
      }
      let movie = try UnfinishedMovie(url: URL(filePath: try #require(await writer.abandon())))
      // Of the last packet nobody knows for how long it would have been shown: as long as the one before it, or one frame.
      #expect(movie.frameCount > 100 && movie.frameCount % 3 < 2)
      #expect(movie.frameRate == Self.rate)
      let summary = try movie.finish()
      let frames = try MovieReader(url: try #require(summary.url)).remainingFrames()
      #expect(frames.count == (movie.frameCount + 2) / 3)
      #expect(frames.compactMap { $0.time?.seconds } == frames.indices.map { Double(3 * $0) / 10 })
    }
  }

  @Test("H.265 has the letters that Apple's players know", arguments: ["mp4", "mov"])
  func tag(ending: String) async throws {
    guard EncoderCatalog.hasEncoder(for: .hevc) else { return }
    try await withFolder { folder in
      let container = try MediaContainer(movieName: "a.\(ending)")
      let writer = try Self.writer(Form(codec: .hevc, container: container), in: folder)
      try await Self.append(0..<3, to: writer)
      let bytes = try Data(contentsOf: try #require(try await writer.finish().url))
      #expect(bytes.firstRange(of: Data("hvc1".utf8)) != nil)
      #expect(bytes.firstRange(of: Data("hev1".utf8)) == nil)
    }
  }

  @Test(
    "Lossless movies decode to the samples that were encoded, in every codec that can",
    arguments: Form.all)
  func lossless(form: Form) async throws {
    guard form.codec.isLosslessPossible, form.container == .mkv else { return }
    try await withFolder { folder in
      let writer = try Self.writer(form, in: folder) { $0.quality = .lossless }
      var generator = Seeded(seed: 7)
      let noise = Bitmap.noise(Self.size, using: &generator)
      try await writer.append(noise, changed: .all(of: Self.size), at: 0)
      let url = try #require(try await writer.finish().url)
      var converter = try PixelConverter(size: Self.size, format: .yuv420p)
      try converter.convert(noise, changed: .all(of: Self.size))
      let frame = try #require(try MovieReader(url: url).nextFrame())
      for plane in 0..<3 { #expect(frame.plane(plane) == converter.frame.plane(plane)) }
    }
  }

  @Test(
    "A codec that the container does not hold, and a form that the codec does not have, are refused in one sentence")
  func refusals() async throws {
    try await withFolder { folder in
      func message(_ codec: VideoCodec, _ ending: String, _ change: (inout VideoConfiguration) -> Void = { _ in })
        -> String
      {
        var configuration = VideoConfiguration(size: Self.size, frameRate: Self.rate)
        configuration.use(codec)
        change(&configuration)
        do {
          _ = try MovieWriter(to: .file(folder.appending(path: "a.\(ending)")), configuration: configuration)
          return "opened"
        } catch {
          return "\(error)"
        }
      }
      #expect(
        message(.ffv1, "mp4")
          == "a .mp4 file can't hold ffv1: name a file that ends in .mkv, or choose h264, hevc, vp9, av1")
      #expect(message(.h264, "webm").hasPrefix("a .webm file can't hold h264: name a file that ends in .mp4"))
      #expect(message(.prores, "mov") { $0.quality = .crf(3) } == "prores has no rate factor: leave out --crf")
      #expect(
        message(.prores, "mov") { $0.quality = .lossless }
          == "prores always loses something: leave out --lossless, or use ffv1")
      #expect(
        message(.vp9, "webm") { $0.pixelFormat = .yuv422p10 }.contains(
          "one that vp9 supports: yuv420p, yuv444p, yuv420p10"))
      #expect(
        message(.hevc, "mp4") { $0.encoder = "libx264" } == "the encoder libx264 can't be used for hevc: use libx265")
      let names = try fileNames(in: folder)
      #expect(names.isEmpty)
    }
  }

  @Test(
    "swscale and Reel's own conversion are within 1 of 255 at every sample", arguments: [PixelFormat.yuv420p, .yuv444p])
  func converters(format: PixelFormat) throws {
    var generator = Seeded(seed: 3)
    var pictures = [Bitmap.numbered(3, Self.size), .noise(Self.size, using: &generator)]
    // Thin coloured lines on a light, as films have them.
    var lines = Bitmap(size: Self.size, red: 250, green: 244, blue: 230)
    for x in stride(from: 1, to: 90, by: 5) {
      lines.fill(x: x..<x + 1, y: x % 7..<60, Pixel(red: UInt8(x * 2), green: 20, blue: UInt8(255 - 2 * x), alpha: 255))
    }
    pictures.append(lines)
    for picture in pictures {
      var own = try PixelConverter(size: Self.size, format: format)
      var other = try PixelConverter(size: Self.size, format: format, converter: .swscale)
      try own.convert(picture, changed: .all(of: Self.size))
      try other.convert(picture, changed: .all(of: Self.size))
      for plane in 0..<3 {
        let differences = zip(own.frame.plane(plane), other.frame.plane(plane)).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 255 <= 1, "plane \(plane): \(differences.max() ?? 255)")
      }
    }
  }
}

extension EncoderCatalog {
  /// Whether FFmpeg has an encoder for movies of a codec.
  static func hasEncoder(for codec: VideoCodec) -> Bool { (try? codec.encoder(wanted: nil)) != nil }
}
