import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelScenes
import ReelTiming
import ReelVideo

/// Everything that determines what a film shows and how it is encoded: the same description gives the same frames everywhere.
///
/// It can be written and read back. The command line, JSON and Swift use the same words:
///
///     {
///       "format": "reel-film", "version": 2, "drawing": 1,
///       "film": {"size": "720p", "fps": 30},
///       "scenes": [
///         {"snowflake": {"levels": "0...4", "theme": "paper"}, "seconds": 8},
///         {"zoom": {"factor": 3}, "seconds": 5}
///       ],
///       "output": {"crf": 20}
///     }
public struct FilmDescription: Sendable {
  /// The version of the format that is written, and the newest that is read.
  public static let currentVersion = 2
  /// The version of everything that is drawn: a change that alters a pixel of any film raises it.
  public static let currentDrawing = 1

  /// The frames.
  public var film: FilmSettings
  /// What they show.
  public var scenes: SceneSequence
  /// How a movie of them is encoded.
  public var output: EncodingSettings
  /// What an animated picture of them is like.
  public var animation = AnimationSettings()
  /// The font files that its text was drawn with where the description was written; empty where it records none.
  ///
  /// What is written records the fonts of the machine that writes it. See `checkFonts()`.
  public var recordedFonts: [FilmFont] = []
  /// What is heard, and what else stands beside the frames.
  public var tracks = FilmTracks()

  /// Creates the description of a film of scenes that follow one another.
  public init(
    _ scenes: [SceneSequence.Entry], film: FilmSettings = FilmSettings(), output: EncodingSettings = EncodingSettings()
  ) {
    self.scenes = SceneSequence(scenes)
    self.film = film
    self.output = output
  }

  /// Creates the description of a film of one scene.
  public init(
    _ scene: some DescribedScene, film: FilmSettings = FilmSettings(), output: EncodingSettings = EncodingSettings()
  ) {
    self.init([.init(scene)], film: film, output: output)
  }

  /// The number of frames.
  ///
  /// - Throws: `DescriptionError` if nothing determines the length of the film, `InvalidValue` if it is more than a day.
  public var frameCount: Int {
    get throws {
      try scenes.validate()
      let count: Int
      if let said = film.frameCount {
        count = said
      } else if scenes.entries.count == 1, scenes.entries[0].seconds == nil,
        let own = scenes.entries[0].scene.frameCount(at: film.frameRate)
      {
        count = own
      } else if let seconds = scenes.intrinsicDuration {
        count = film.frameRate.frameCount(seconds: seconds)
      } else {
        throw DescriptionError("the film has no end: say how many seconds or frames it has")
      }
      guard film.frameRate.seconds(ofFrame: count) <= FilmSettings.lengths.upperBound else {
        throw InvalidValue("number of frames", count, expected: "at most a day at \(film.frameRate) frames a second")
      }
      return count
    }
  }

  /// The length in seconds, which is that of the frames.
  ///
  /// - Throws: As `frameCount` does.
  public var duration: Double { get throws { film.frameRate.seconds(ofFrame: try frameCount) } }

  /// Sets the scenes up to be recorded; `tracks` are the recorder's.
  ///
  /// - Throws: `DescriptionError` or `InvalidValue` for invalid scenes; also the errors of `checkFonts()`.
  public func source() throws -> SceneSource {
    try validate()
    try checkFonts()
    let length = film.length == .scenes ? nil : try duration
    // A single scene needs no layer around it.
    if scenes.entries.count == 1 {
      return try SceneSource(
        scenes.entries[0].scene, size: film.size, frameRate: film.frameRate,
        length: scenes.entries[0].seconds ?? length)
    }
    return try SceneSource(scenes, size: film.size, frameRate: film.frameRate, length: length)
  }

  /// Returns the number of the frame that is on screen at a time.
  ///
  /// - Parameter seconds: The time, in seconds; before the film's beginning and after its end, its first and last frame are meant.
  /// - Throws: As `frameCount` does.
  public func frameIndex(atSeconds seconds: Double) throws -> Int {
    let last = try frameCount - 1
    // A billionth of a frame forgives decimals that binary numbers can't hold.
    let position = (seconds * film.frameRate.framesPerSecond + 1e-9).rounded(.down)
    return Int(clamping: max(0, min(position, Double(last))))
  }

  /// Draws one frame, without those before it.
  ///
  /// - Parameter index: The number of the frame, from 0.
  /// - Throws: As `source()` does, and what a scene throws that cannot be drawn.
  public func picture(ofFrame index: Int) throws -> Bitmap {
    let source = try source()
    var bitmap = Bitmap(size: film.size)
    _ = try source.draw(atSeconds: film.frameRate.seconds(ofFrame: index), into: &bitmap)
    return bitmap
  }

  /// Checks the size and the length of the film, and that its scenes follow one another.
  ///
  /// - Throws: `InvalidValue` for a side beyond 16384 pixels, and as `frameCount` does.
  public func validate() throws {
    let sides = 1...16_384
    guard sides.contains(film.size.width), sides.contains(film.size.height) else {
      throw InvalidValue("size", film.size, expected: "from 1 to 16384 pixels a side")
    }
    _ = try frameCount
  }
}
