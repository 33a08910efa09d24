import Foundation
import Reel

/// A film, and its four ways through the machine.
struct Job {
  var name: String
  var film: SnowflakeFilm
  var size = PixelSize(width: 1280, height: 720)
  var frameRate: FrameRate = 10

  static let all: [Job] = {
    var stepping = SnowflakeFilm(duration: 30)
    stepping.style = .step
    var moving = SnowflakeFilm(levels: 0...7, duration: 30)
    moving.growth = 1
    return [
      Job(name: "default", film: SnowflakeFilm(duration: 30)),
      Job(name: "stepping", film: stepping),
      Job(name: "always moving", film: moving),
    ]
  }()

  var frameCount: Int { frameRate.frameCount(seconds: film.duration) }

  private func scene() throws -> SnowflakeScene { try SnowflakeScene(film, size: size, frameRate: frameRate) }

  /// Draws every frame and hands it on.
  func render(_ body: (Bitmap, Region) throws -> Void) throws {
    let scene = try scene()
    var bitmap = Bitmap(size: size)
    for index in 0..<frameCount {
      let changed = try scene.draw(at: FrameTime(index: index, frameRate: frameRate), into: &bitmap)
      try body(bitmap, changed)
    }
  }

  /// Makes the movie as the command does.
  func record(to url: URL) async throws -> Recording {
    try await Recorder(source: try scene(), sink: MovieSink(to: url), frameRate: frameRate).record(frames: frameCount)
  }
}
