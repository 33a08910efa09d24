import Foundation
import Reel
import ReelCurves
import ReelStoryboards

/// A film made in several variants.
struct Job {
  /// The film's content.
  enum Film {
    case growth(SnowflakeFilm)
    case zoom(ZoomFilm, seconds: Double)
    case story(FilmDescription, frameCount: Int)
  }

  /// The name on the command line.
  var name: String
  /// The description for people.
  var title: String
  var film: Film
  var size = PixelSize(width: 1280, height: 720)
  var frameRate: FrameRate = 10
  /// Whether the film is recorded in real time.
  var isLive = false
  /// The default number of rounds.
  var rounds = 3
  /// The options with which the command makes the same film.
  var options: [String] = []

  var frameCount: Int {
    switch film {
    case .growth(let film): frameRate.frameCount(seconds: film.duration ?? 30)
    case .zoom(_, let seconds): frameRate.frameCount(seconds: seconds)
    case .story(_, let count): count
    }
  }

  static let all: [Job] = {
    var stepping = SnowflakeFilm(duration: 30)
    stepping.style = .step
    var moving = SnowflakeFilm(levels: 0...7, duration: 30)
    moving.growth = 1
    var idle = SnowflakeFilm(levels: 4...4, duration: 5)
    idle.style = .step
    return [
      Job(
        name: "default", title: "default: levels grow, then hold", film: .growth(SnowflakeFilm(duration: 30)), rounds: 9
      ),
      Job(
        name: "step", title: "`--style step`: mostly still", film: .growth(stepping), rounds: 9,
        options: ["--style", "step"]),
      Job(
        name: "moving", title: "`--levels 0...7 --growth 1`: always moving", film: .growth(moving), rounds: 9,
        options: ["--levels", "0...7", "--growth", "1"]),
      Job(
        name: "1080p", title: "default, 1080p", film: .growth(SnowflakeFilm(duration: 30)),
        size: PixelSize(width: 1920, height: 1080)),
      Job(
        name: "4k", title: "default, 4k, 6 s", film: .growth(SnowflakeFilm(duration: 6)),
        size: PixelSize(width: 3840, height: 2160), rounds: 4),
      Job(
        name: "live", title: "live, nothing moves, 5 s", film: .growth(idle), frameRate: 30, isLive: true, rounds: 1),
      Job(name: "zoom", title: "`capture zoom`: always moving", film: .zoom(ZoomFilm(), seconds: 30)),
    ]
  }()

  static func named(_ name: String) throws -> Job {
    let jobs = all + (storyNames.contains(name) ? [try story(name)] : [])
    guard let job = jobs.first(where: { $0.name == name }) else {
      let names = all.map(\.name) + storyNames
      throw InvalidValue("benchmark job", name, expected: "one of \(names.joined(separator: ", "))")
    }
    return job
  }

  func source() throws -> sending AnySource {
    switch film {
    case .growth(let film): AnySource(try SceneSource(film, size: size, frameRate: frameRate))
    case .zoom(let film, _): AnySource(try SceneSource(film, size: size))
    case .story(let film, _): AnySource(try film.source())
    }
  }

  /// Draws every frame and passes it on.
  func draw(_ body: (Bitmap, Region) throws -> Void) throws {
    var source = try source()
    var bitmap = Bitmap(size: size)
    for index in 0..<frameCount {
      let changed = try source.draw(at: FrameTime(index: index, frameRate: frameRate), into: &bitmap)
      try body(bitmap, changed)
    }
  }

  /// Makes the movie as the command does.
  func record(to url: URL) async throws {
    let recorder = try Recorder(
      source: try source(), sink: MovieSink(to: url), frameRate: frameRate, pace: isLive ? .realTime : .virtual)
    let recording = try await recorder.record(frames: frameCount)
    guard recording.frameCount == frameCount else {
      throw InvalidValue("frames of the film \(name)", recording.frameCount, expected: "\(frameCount)")
    }
  }
}

/// A source of any type, for a recorder, which is generic over the type.
struct AnySource: FrameSource {
  private var base: any FrameSource

  init(_ base: sending any FrameSource) { self.base = base }

  var size: PixelSize { base.size }
  var mayHoldStill: Bool { base.mayHoldStill }
  var mayDrawAhead: Bool { base.mayDrawAhead }

  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try base.draw(at: time, into: &bitmap)
  }
}
