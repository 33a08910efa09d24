import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

/// A film of pictures that move or stand still, made from a seed.
private struct Film {
  var configuration: VideoConfiguration
  /// The frames that are appended; those missing are repeated by the writer.
  var frames: [(index: Int, picture: Int)] = []
  var length = 0

  /// - Parameter stillness: the part of the frames that repeat the one before, 0…1.
  init(_ configuration: VideoConfiguration, length: Int, stillness: Double, using generator: inout Seeded) {
    self.configuration = configuration
    self.configuration.stills = .skip
    self.length = length
    var isStill = false
    for index in 0..<length {
      // Runs of both: a pattern drawn frame by frame would hardly ever have a long one.
      if Int.random(in: 0..<3, using: &generator) == 0 {
        isStill = Double.random(in: 0..<1, using: &generator) < stillness
      }
      if !isStill || index == 0 {
        frames.append((index, index))
      } else if Bool.random(using: &generator), let last = frames.last {
        frames.append((index, last.picture))
      }
    }
  }

  /// The picture on screen in each frame.
  var shown: [Int] {
    var result: [Int] = []
    for (index, frame) in frames.enumerated() {
      let end = index + 1 < frames.count ? frames[index + 1].index : length
      result += Array(repeating: frame.picture, count: end - result.count)
    }
    return result
  }

  /// A picture that fades, moves, and has some noise.
  func bitmap(_ picture: Int) -> Bitmap {
    let size = configuration.size
    var bitmap = Bitmap.numbered(picture, size)
    var generator = Seeded(seed: UInt64(picture))
    var corner = Region(of: size)
    corner.insert(Rect(x: 0, y: 0, width: 20, height: 20))
    bitmap.addNoise(corner, using: &generator)
    return bitmap
  }

  @discardableResult
  func write(to url: URL) async throws -> MovieSummary {
    let writer = try MovieWriter(to: .file(url), configuration: configuration)
    var last = -1
    for frame in frames {
      let changed = frame.picture == last ? Region(of: configuration.size) : .all(of: configuration.size)
      try await writer.append(bitmap(frame.picture), changed: changed, at: frame.index)
      last = frame.picture
    }
    return try await writer.finish(frameCount: length)
  }

  /// Checks times, stills and key frames of a movie, and where it is lossless every sample.
  func check(_ url: URL, _ note: String) throws {
    let reader = try MovieReader(url: url)
    #expect(reader.facts.frameCount == length, "\(note)")
    #expect(reader.facts.streamDuration?.frameIndex(at: configuration.frameRate) == length, "\(note)")
    let shown = shown
    var converter = try PixelConverter(size: configuration.size, format: configuration.pixelFormat)
    var before: [[UInt8]] = []
    var sinceKey = 0
    var index = 0
    while let frame = try reader.nextFrame() {
      #expect(frame.index == index && frame.time?.frameIndex(at: configuration.frameRate) == index, "\(note)")
      sinceKey = frame.isKeyframe ? 0 : sinceKey + 1
      #expect(sinceKey < configuration.keyframeInterval, "frame \(index), \(note)")
      let planes = (0..<3).map { frame.plane($0) }
      let isStill = index > 0 && shown[index] == shown[index - 1]
      if isStill, !frame.isKeyframe { #expect((planes == before) == true, "frame \(index) is not still, \(note)") }
      if !isStill { try converter.convert(bitmap(shown[index]), changed: .all(of: configuration.size)) }
      let source = (0..<3).map { converter.frame.plane($0) }
      if configuration.quality == .lossless {
        #expect((planes == source) == true, "frame \(index), \(note)")
      } else {
        let error = zip(planes[0], source[0]).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(Double(error) / Double(planes[0].count) < 6, "frame \(index), \(note)")
      }
      before = planes
      index += 1
    }
    #expect(index == length, "\(note)")
  }
}

@Suite("Films that stand still")
struct StillsTests {
  private static let even = PixelSize(width: 98, height: 66)

  /// Counts the skipped pictures of a file.
  private func skippedCount(_ url: URL) throws -> Int {
    // A skipped picture is a sample of under 16 bytes whose slice is no reference: type 1, nal_ref_idc 0.
    let bytes = [UInt8](try Data(contentsOf: url))
    return bytes.indices.dropFirst(4).count {
      bytes[$0] == 1 && bytes[$0 - 4] == 0 && bytes[$0 - 3] == 0 && bytes[$0 - 2] == 0 && bytes[$0 - 1] < 16
        && $0 + 1 < bytes.count && bytes[$0 + 1] >> 2 == 0b100110
    }
  }

  @Test(
    "Any pattern of still and moving frames is shown as it was, and stills do not change by a bit",
    arguments: [PixelFormat.yuv420p, .yuv444p], [1, 2, 4])
  func anyPattern(format: PixelFormat, threads: Int) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    try await withFolder { folder in
      for stillness in [0.1, 0.5, 0.9] {
        for quality in [EncodingQuality.lossless, .crf(23)] {
          let size = format == .yuv420p ? Self.even : PixelSize(width: 83, height: 51)
          let interval = Int.random(in: 5...60, using: &generator)
          let delay = Bool.random(using: &generator) ? VideoConfiguration.Delay.none : .lookahead
          let preset = [VideoConfiguration.Preset.ultrafast, .veryfast, .medium, .slow].randomElement(using: &generator)
          let configuration = VideoConfiguration(
            size: size, frameRate: 10, pixelFormat: format, quality: quality, preset: preset ?? .veryfast,
            threads: threads, keyframeInterval: interval, delay: delay)
          let film = Film(configuration, length: 130, stillness: stillness, using: &generator)
          let url = folder.appending(path: "movie.mp4")
          try await film.write(to: url)
          try film.check(url, "seed \(seed), \(stillness), \(quality), \(interval), \(delay), \(configuration.preset)")
        }
      }
    }
  }

  @Test("A film has B-frames or skipped pictures, and never both", arguments: VideoConfiguration.Stills.allCases)
  func neverBoth(stills: VideoConfiguration.Stills) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writer = try MovieWriter(
        to: .file(url), configuration: VideoConfiguration(size: Self.even, frameRate: 10, stills: stills))
      try await writer.append(60) { .numbered($0, Self.even) }
      try await writer.append(Bitmap.numbered(60, Self.even), changed: .all(of: Self.even), at: 60)
      try await writer.finish(frameCount: 90)
      // Only where the order of decoding is not that of showing are there composition offsets.
      #expect(Atoms([UInt8](try Data(contentsOf: url))).contains("ctts") == (stills == .encode))
      #expect(try skippedCount(url) == (stills == .skip ? 29 : 0))
    }
  }

  @Test("Stills cost about ten bytes each, and without skipping more")
  func bytes() async throws {
    try await withFolder { folder in
      var sizes: [Int] = []
      for stills in [VideoConfiguration.Stills.skip, .encode] {
        let url = folder.appending(path: "movie.mp4")
        let configuration = VideoConfiguration(size: Self.even, frameRate: 10, keyframeInterval: 500, stills: stills)
        let writer = try MovieWriter(to: .file(url), configuration: configuration)
        // Where it begins, a film holds its picture either way.
        for index in 0..<2 {
          try await writer.append(Bitmap.numbered(7 + index, Self.even), changed: .all(of: Self.even), at: index)
        }
        try await writer.finish(frameCount: 400)
        #expect(try skippedCount(url) == (stills == .skip ? 398 : 0))
        sizes.append(try Data(contentsOf: url).count)
      }
      #expect(sizes[0] < sizes[1])
    }
  }

  @Test("More pictures between two key frames than frame_num counts, with stills among them")
  func wrapAround() async throws {
    var generator = Seeded(seed: 5)
    try await withFolder { folder in
      var configuration = VideoConfiguration(size: Self.even, frameRate: 10, quality: .lossless, keyframeInterval: 400)
      for delay in [VideoConfiguration.Delay.none, .lookahead] {
        configuration.delay = delay
        let film = Film(configuration, length: 300, stillness: 0.4, using: &generator)
        let url = folder.appending(path: "movie.mp4")
        try await film.write(to: url)
        try film.check(url, "\(delay)")
      }
    }
  }

  @Test("A still may last longer than pic_order_cnt_lsb counts")
  func long() async throws {
    try await withFolder { folder in
      let size = PixelSize(width: 16, height: 16)
      let url = folder.appending(path: "movie.mp4")
      let configuration = VideoConfiguration(
        size: size, frameRate: 60, quality: .lossless, keyframeInterval: 100_000,
        stills: .skip)
      let writer = try MovieWriter(to: .file(url), configuration: configuration)
      for (index, level) in [(0, 10), (1, 200), (39_000, 90)] {
        let grey = Bitmap(size: size, red: UInt8(level), green: UInt8(level), blue: UInt8(level))
        try await writer.append(grey, changed: .all(of: size), at: index)
      }
      try await writer.finish(frameCount: 40_000)
      let reader = try MovieReader(url: url)
      var levels: [UInt8: Int] = [:]
      var index = 0
      while let frame = try reader.nextFrame() {
        #expect(frame.index == index)
        levels[frame.plane(0)[0], default: 0] += 1
        index += 1
      }
      #expect(levels.values.sorted() == [1, 1000, 38_999])
    }
  }

  @Test("Two runs give the same bytes", arguments: [1, 2, 4])
  func deterministic(threads: Int) async throws {
    let configuration = VideoConfiguration(size: Self.even, frameRate: 10, threads: threads)
    var generator = Seeded(seed: 3)
    let film = Film(configuration, length: 90, stillness: 0.5, using: &generator)
    try await withFolder { folder in
      let urls = ["a", "b"].map { folder.appending(path: "\($0).mp4") }
      for url in urls { try await film.write(to: url) }
      #expect(try Data(contentsOf: urls[0]) == Data(contentsOf: urls[1]))
    }
  }

  @Test(
    "In real time a picture that stays on is in the file after a second or two", arguments: [10, 60] as [FrameRate])
  func liveDelay(rate: FrameRate) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let configuration = VideoConfiguration(
        size: Self.even, frameRate: rate, quality: .lossless, stills: .skip,
        delay: .none)
      let writer = try MovieWriter(to: .file(url), configuration: configuration)
      let white = Bitmap(size: Self.even, red: 255, green: 255, blue: 255)
      try await writer.append(5) { .numbered($0, Self.even) }
      try await writer.append(white, changed: .all(of: Self.even), at: 5)
      let end = 6 + rate.frameCount(seconds: 3)
      for index in 6..<end { try await writer.append(white, changed: Region(of: Self.even), at: index) }
      let frames = try MovieReader(url: folder.appending(path: "movie.partial.mp4")).remainingFrames()
      #expect(frames.map(\.index) == Array(0..<frames.count))
      #expect(frames.count >= end - rate.frameCount(seconds: 2))
      #expect(frames.last?.plane(0)[0] == 235)
      await writer.cancel()
    }
  }

  @Test("The partial file of a film with stills plays", arguments: ["10", "30000/1001"])
  func partialPlays(rate: String) async throws {
    try await withFolder { folder in
      let rate = try FrameRate(parsing: rate)
      let configuration = VideoConfiguration(size: Self.even, frameRate: rate, stills: .skip)
      let writer = try MovieWriter(to: .file(folder.appending(path: "movie.mp4")), configuration: configuration)
      let count = rate.frameCount(seconds: 20)
      for index in 0..<count where index % 4 < 2 {
        try await writer.append(.numbered(index, Self.even), changed: .all(of: Self.even), at: index)
      }
      let frames = try MovieReader(url: folder.appending(path: "movie.partial.mp4")).remainingFrames()
      #expect(frames.count >= count / 2)
      #expect(frames.map { $0.time?.frameIndex(at: rate) } == Array(0..<frames.count))
      await writer.cancel()
    }
  }

  // Not whole macroblocks, but rows to which GStreamer adds no padding.
  private static let oddSize = PixelSize(width: 104, height: 66)

  private func film(_ delay: VideoConfiguration.Delay) -> Film {
    var generator = Seeded(seed: 11)
    let configuration = VideoConfiguration(size: Self.oddSize, frameRate: 10, keyframeInterval: 40, delay: delay)
    return Film(configuration, length: 120, stillness: 0.6, using: &generator)
  }

  @Test(
    "FFmpeg's own program takes stills without a word",
    .enabled(if: findProgram("ffmpeg") != nil, "ffmpeg is not installed"),
    arguments: [VideoConfiguration.Delay.none, .lookahead])
  func program(delay: VideoConfiguration.Delay) async throws {
    let program = try #require(findProgram("ffmpeg"))
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try await film(delay).write(to: url)
      let result = try await run(program, ["-nostdin", "-v", "warning", "-i", url.path, "-f", "null", "-"])
      #expect(result.status == 0 && result.output == "")
    }
  }

  @Test(
    "Where a segment begins, a film with B-frames holds its picture up to the next one, which is a key frame",
    arguments: [
      // A segment has two key frames.
      (30, 0, [0, 30, 60, 90, 120]), (30, 9, [0, 30, 60, 90, 120]), (30, 10, [0, 11, 30, 60, 90, 120]),
      (30, 29, [0, 30, 60, 90, 120]), (30, 40, [0, 30, 60, 90, 120]),
      // Too near the next one for a key frame of its own.
      (30, 21, [0, 22, 30, 60, 90, 120]), (30, 22, [0, 30, 60, 90, 120]), (30, 28, [0, 30, 60, 90, 120]),
      (30, 59, [0, 30, 60, 90, 120]), (30, 75, [0, 30, 60, 76, 90, 120]), (30, 129, [0, 30, 60, 90, 120]),
      // A segment has one.
      (50, 41, [0, 42, 50, 100]), (50, 42, [0, 50, 100]), (50, 48, [0, 50, 100]), (50, 49, [0, 50, 100]),
      (50, 99, [0, 50, 100]),
      (50, 110, [0, 50, 100, 111]), (50, 129, [0, 50, 100]),
    ])
  func opening(interval: Int, rest: Int, keys: [Int]) async throws {
    var generator = Seeded(seed: 1)
    for quality in [EncodingQuality.lossless, .crf(10)] {
      var film = Film(
        VideoConfiguration(size: Self.even, frameRate: 10, quality: quality, keyframeInterval: interval), length: 0,
        stillness: 0, using: &generator)
      film.configuration.stills = .encode
      film.length = 130
      film.frames = ([0] + Array(rest + 1..<130)).map { ($0, $0) }
      try await withFolder { folder in
        let url = folder.appending(path: "movie.mp4")
        try await film.write(to: url)
        // What is encoded again is the same only without loss.
        if quality == .lossless { try film.check(url, "\(rest) stills") }
        let frames = try MovieReader(url: url).remainingFrames()
        #expect(frames.map(\.index) == Array(0..<130))
        #expect(frames.filter(\.isKeyframe).map(\.index) == keys)
        for index in 1..<(keys.contains(rest + 1) ? min(rest, interval - 1) + 1 : 1) {
          #expect((0..<3).allSatisfy { frames[index].plane($0) == frames[0].plane($0) }, "frame \(index)")
        }
      }
    }
  }

  @Test(
    "Another decoder takes stills without a word, and shows every frame",
    .enabled(if: hasGStreamer(), "GStreamer with openh264dec is not installed"),
    arguments: [VideoConfiguration.Delay.none, .lookahead])
  func otherDecoder(delay: VideoConfiguration.Delay) async throws {
    let program = try #require(findProgram("gst-launch-1.0"))
    let film = film(delay)
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try await film.write(to: url)
      let raw = folder.appending(path: "raw.yuv")
      let pipeline = "filesrc location=\(url.path) ! qtdemux ! h264parse ! openh264dec ! filesink location=\(raw.path)"
      let result = try await run(program, ["-q"] + pipeline.split(separator: " ").map(String.init))
      #expect(result.status == 0 && result.output == "")
      let frame = Self.oddSize.area * 3 / 2
      let bytes = [UInt8](try Data(contentsOf: raw))
      try #require(bytes.count == frame * 120)
      let shown = film.shown
      let keys = try MovieReader(url: url).remainingFrames().map(\.isKeyframe)
      for index in 1..<120 where shown[index] == shown[index - 1] && !keys[index] {
        #expect(
          bytes[index * frame..<(index + 1) * frame].elementsEqual(bytes[(index - 1) * frame..<index * frame]),
          "frame \(index)")
      }
    }
  }
}
