import Reel

/// A film to draw one frame of.
struct StillSource {
  var count: Int
  var duration: Double
  var fonts: [Font] = []
  var files = RunFiles()
  /// The index of the frame at a time.
  var index: (Double) throws -> Int
  var draw: (Int) throws -> Bitmap
  /// The state that a frame shows, by its index, for programs; nil if only its picture is known.
  var state: (Int) -> (any Encodable)? = { _ in nil }

  /// Uses the film of a description.
  ///
  /// - Parameter named: the files that the film consists of.
  init(_ film: FilmDescription, files named: [String] = []) throws {
    (count, duration, fonts) = (try film.frameCount, try film.duration, film.scenes.fonts)
    files = RunFiles().reading(named, as: "a file of the film").reading(film.scenes.files, as: "a file of the film")
    index = { try film.frameIndex(atSeconds: $0) }
    draw = { try film.picture(ofFrame: $0) }
    state = { film.state(atSeconds: film.film.frameRate.seconds(ofFrame: $0)) }
  }

  /// Uses a film without a description.
  init(
    count: Int, duration: Double, index: @escaping (Double) throws -> Int, draw: @escaping (Int) throws -> Bitmap
  ) {
    (self.count, self.duration, self.index, self.draw) = (count, duration, index, draw)
  }
}

/// A scene that knows what it shows, such as the screen of a terminal.
protocol StatedScene: DescribedScene {
  /// Returns what it shows at a time of the scene.
  func state(atSeconds seconds: Double) -> any Encodable
}

extension FilmDescription {
  /// Returns what the scene at a time shows; nil if only its picture is known.
  fileprivate func state(atSeconds seconds: Double) -> (any Encodable)? {
    var start = 0.0
    for entry in scenes.entries.dropLast() {
      let end = start + (entry.duration ?? .infinity)
      if seconds < end { return (entry.scene as? any StatedScene)?.state(atSeconds: seconds - start) }
      start = end
    }
    return (scenes.entries.last?.scene as? any StatedScene)?.state(atSeconds: seconds - start)
  }
}

/// What `capture still --json` prints.
struct StillSummary: Encodable {
  var file: String
  var frame: Int
  var frames: Int
  /// The time that was asked for, in seconds.
  var time: Double
  var size: PixelSize
  var bytes: Int
  var state: (any Encodable)?

  private enum Key: CodingKey { case file, frame, frames, time, width, height, bytes, state }

  func encode(to encoder: any Encoder) throws {
    var table = encoder.container(keyedBy: Key.self)
    try table.encode(file, forKey: .file)
    for (key, number) in [
      (Key.frame, frame), (.frames, frames), (.width, size.width), (.height, size.height), (.bytes, bytes),
    ] {
      try table.encode(number, forKey: key)
    }
    try table.encode(time, forKey: .time)
    if let state { try state.encode(to: table.superEncoder(forKey: .state)) }
  }
}
