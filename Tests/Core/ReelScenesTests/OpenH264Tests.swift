import Foundation
import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTestSupport
import ReelTiming
import ReelTracing
import ReelVideo
import Testing

@testable import ReelScenes

/// Films are decoded by OpenH264 too, whose pool of pictures is smaller than libavcodec's.
///
/// One after another: each holds on to a thread, of which others would have none left.
@Suite("Films in OpenH264's decoder", .serialized)
struct OpenH264Tests {
  // Rows to which GStreamer adds no padding.
  private static let size = PixelSize(width: 128, height: 96)

  private static let launch: String? = {
    guard let launch = Program.find("gst-launch-1.0"), let inspect = Program.find("gst-inspect-1.0") else { return nil }
    let isComplete = ["qtdemux", "h264parse", "openh264dec"].allSatisfy {
      (try? Program.run(inspect, ["--exists", $0]))?.status == 0
    }
    return isComplete ? launch : nil
  }()

  /// A film of the command, or one that moves and rests by chance.
  enum Subject: String, CaseIterable {
    case grow, growth, late, step, draw, trace, random, restless, rests

    func record(to url: URL, rate: FrameRate, preset: VideoConfiguration.Preset) async throws -> Recording {
      let sink = MovieSink(to: url) {
        $0.preset = preset
        // Many of them: this decoder is wrong before key frames, if anywhere.
        $0.keyframeInterval = 23
      }
      let count = rate.frameCount(seconds: 6)
      func film(_ source: sending some FrameSource) async throws -> Recording {
        try await Recorder(source: source, sink: sink, frameRate: rate).record(frames: count)
      }
      func flake(_ change: (inout SnowflakeFilm) -> Void) throws -> SceneSource {
        var film = SnowflakeFilm(levels: 1...4, duration: 6)
        change(&film)
        return try SceneSource(film, size: OpenH264Tests.size, frameRate: rate)
      }
      switch self {
      case .grow: return try await film(try flake { _ in })
      case .growth: return try await film(try flake { $0.growth = 1 })
      case .late: return try await film(try flake { ($0.growth, $0.levels) = (1, 0...3) })
      case .step: return try await film(try flake { $0.style = .step })
      case .draw: return try await film(try flake { $0.style = .draw })
      case .trace:
        let file = Repository.root.appending(path: "samples/traces/t.jsonl")
        let session = try TraceSession(Array(try Data(contentsOf: file)), name: "t.jsonl")
        let timing = try ReplayTiming(events: session.events)
        return try await film(try TraceScene(TraceFilm(session, timing: timing), size: OpenH264Tests.size))
      case .random: return try await film(RandomRests(size: OpenH264Tests.size))
      case .restless: return try await film(RandomRests(size: OpenH264Tests.size, mayHoldStill: false))
      case .rests:
        let configuration = VideoConfiguration(size: OpenH264Tests.size, frameRate: rate, keyframeInterval: 23)
        return try await film(
          SegmentRests(size: OpenH264Tests.size, length: FilmSegments(configuration).length))
      }
    }
  }

  /// A square that moves and rests, each for one to twelve frames.
  private struct RandomRests: FrameSource {
    let size: PixelSize
    /// If it is false, the film has B-frames although it rests, as one does whose first frames all differ.
    var mayHoldStill = true
    var generator = Seeded(seed: 7)
    var rest = 0
    var position = 0

    mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
      // So many frames of rest, or of motion where it is negative.
      if rest == 0 { rest = Int.random(in: -12...12, using: &generator) }
      let isStill = rest > 0 && time.index > 0
      rest -= rest.signum()
      if isStill { return Region(of: size) }
      position += 3
      try bitmap.draw { context in
        context.paint(.white)
        context.fill(
          Path(circleAround: Point(x: Double(position % size.width), y: 40), radius: 30), with: .color(.red))
      }
      return .all(of: size)
    }
  }

  /// A square that moves, but for the beginning of each segment, though nothing says so beforehand: a film with B-frames.
  private struct SegmentRests: FrameSource {
    let size: PixelSize
    /// That of a segment, in frames.
    let length: Int
    /// The frames of each segment's rest; none for 40, then 37 and so on, down to fewer than are worth a key frame.
    var rests: [Int] = []
    let mayHoldStill = false

    private func rest(of segment: Int) -> Int { rests.isEmpty ? 40 - 3 * segment : rests[segment % rests.count] }

    mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
      let (segment, frame) = time.index.quotientAndRemainder(dividingBy: length)
      if (1..<max(2, rest(of: segment))).contains(frame) { return Region(of: size) }
      try bitmap.draw { context in
        context.paint(.white)
        context.fill(
          Path(circleAround: Point(x: Double(3 * time.index % size.width), y: 40), radius: 30), with: .color(.red))
      }
      return .all(of: size)
    }
  }

  /// Whether every film is made at every rate and with every preset, as `make test-decoders` does; otherwise a few stand for all.
  private static let isWhole = ProcessInfo.processInfo.environment["REEL_DECODERS"] != nil

  /// Rates and presets.
  private static let encodings: [(FrameRate, VideoConfiguration.Preset)] = {
    let rates: [FrameRate] = [10, 15, 24, 25, 30, 50, 60]
    guard isWhole else { return [(30, .veryfast), (10, .medium)] }
    return rates.flatMap { rate in VideoConfiguration.Preset.allCases.map { (rate, $0) } }
  }()

  @Test(
    "Every frame of every film is decoded, and shows what libavcodec's shows",
    .enabled(if: launch != nil, "GStreamer with openh264dec is not installed"),
    arguments: Subject.allCases)
  func films(subject: Subject) async throws {
    let launch = try #require(Self.launch)
    let files = try Files()
    for (rate, preset) in Self.encodings {
      let recording = try await subject.record(to: files.film, rate: rate, preset: preset)
      // Where there are B-frames its vectors from neighbours are not quite the standard's.
      let tolerance = [.growth, .late, .restless, .rests].contains(subject) ? 5 : 0
      try await files.compare(recording.frameCount, within: tolerance, launch, "\(rate) fps, \(preset)")
    }
  }

  @Test(
    "A rest that ends some frames before a key frame, or before the end of the film, is decoded in order",
    .enabled(if: launch != nil, "GStreamer with openh264dec is not installed"),
    arguments: isWhole ? Array(0...9) : [0, 1, 3, 8])
  func restBeforeKeyframe(left: Int) async throws {
    let launch = try #require(Self.launch)
    let files = try Files()
    let (interval, rest) = (23, 23 - left)
    let length = FilmSegments(VideoConfiguration(size: Self.size, frameRate: 30, keyframeInterval: interval)).length
    // More than 300 frames, or the film would be one segment.
    let films: [(VideoConfiguration.Preset, Int)] = [
      (.veryfast, 6 * length), (.veryfast, 5 * length + rest + 1), (.veryfast, 5 * length + rest + 3),
      (.medium, 6 * length),
    ]
    for (preset, count) in films {
      let sink = MovieSink(to: files.film) { ($0.preset, $0.keyframeInterval) = (preset, interval) }
      let source = SegmentRests(size: Self.size, length: length, rests: [rest])
      _ = try await Recorder(source: source, sink: sink, frameRate: 30).record(frames: count)
      try await files.compare(count, within: 5, launch, "\(preset), \(count) frames")
    }
  }

  @Test(
    "Key frames may be close together",
    .enabled(if: launch != nil, "GStreamer with openh264dec is not installed"),
    arguments: isWhole ? Array(1...8) : [1, 2, 5])
  func closeKeyframes(interval: Int) async throws {
    let launch = try #require(Self.launch)
    let files = try Files()
    for preset in [VideoConfiguration.Preset.veryfast, .medium] + (Self.isWhole ? [.veryslow] : []) {
      let sink = MovieSink(to: files.film) { ($0.preset, $0.keyframeInterval) = (preset, interval) }
      let source = SegmentRests(size: Self.size, length: 1000, rests: [1])
      _ = try await Recorder(source: source, sink: sink, frameRate: 30).record(frames: 60)
      try await files.compare(60, within: 5, launch, "\(preset)")
    }
  }

  @Test(
    "Random films are decoded in order: their rests, rate, preset and distance of key frames",
    .enabled(if: launch != nil, "GStreamer with openh264dec is not installed"), arguments: 0..<(isWhole ? 400 : 4))
  func random(seed: Int) async throws {
    let launch = try #require(Self.launch)
    let files = try Files()
    var numbers = Seeded(seed: UInt64(seed))
    let preset = try #require(VideoConfiguration.Preset.allCases.randomElement(using: &numbers))
    let rates: [FrameRate] = [10, 24, 30, 60]
    let rate = try #require(rates.randomElement(using: &numbers))
    let interval = Int.random(in: 1...60, using: &numbers)
    let count = Int.random(in: 301...420, using: &numbers)
    var rests: [Int] = []
    for _ in 0..<20 { rests.append(Int.random(in: 0...2 * interval, using: &numbers)) }
    let length = FilmSegments(
      VideoConfiguration(size: Self.size, frameRate: rate, keyframeInterval: interval)
    ).length
    let source = SegmentRests(size: Self.size, length: length, rests: rests)
    let sink = MovieSink(to: files.film) { ($0.preset, $0.keyframeInterval) = (preset, interval) }
    _ = try await Recorder(source: source, sink: sink, frameRate: rate).record(frames: count)
    try await files.compare(
      count, within: 5, launch,
      "\(rate) fps, \(preset), keys \(interval) apart, \(count) frames, rests \(rests.prefix(9))")
  }

  /// A film, and what OpenH264 makes of it, in a folder of their own.
  private final class Files: Sendable {
    let film: URL
    private let folder: URL
    private let raw: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-openh264-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      (film, raw) = (folder.appending(path: "a.mp4"), folder.appending(path: "a.yuv"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Decodes the film with OpenH264, and compares each frame with libavcodec's; other tests keep their threads.
    func compare(_ frameCount: Int, within tolerance: Int, _ launch: String, _ note: String) async throws {
      let found = try await aside { [self] in try differences(launch) }
      #expect(found.count == frameCount, "\(note)")
      for (number, difference) in found.enumerated() where difference > tolerance {
        Issue.record("frame \(number), \(note): \(difference) levels")
      }
    }

    /// The largest difference of each frame's samples; as many as OpenH264 gives.
    private func differences(_ launch: String) throws -> [Int] {
      let pipeline = "filesrc location=\(film.path) ! qtdemux ! h264parse ! openh264dec ! filesink location=\(raw.path)"
      let result = try Program.run(launch, ["-q"] + pipeline.split(separator: " ").map(String.init))
      guard result.status == 0, result.output.isEmpty, result.error == "" else {
        throw InvalidValue("end of OpenH264", "\(result.status)", expected: "0 and no word, and not \(result.error)")
      }
      let bytes = try Data(contentsOf: raw)
      let frameBytes = OpenH264Tests.size.area * 3 / 2
      let reader = try MovieReader(url: film)
      return try (0..<bytes.count / frameBytes).map { number in
        guard let frame = try reader.nextFrame() else { return .max }
        let planes = Data((0..<3).flatMap { frame.plane($0) })
        let other = bytes[number * frameBytes..<(number + 1) * frameBytes]
        // Most are equal, and samples are compared one by one at the pace of a debug build.
        return planes == other ? 0 : zip(planes, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      }
    }
  }
}
