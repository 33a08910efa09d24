import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelScenes
import ReelTiming
import ReelVideo

/// Everything that determines a film's frames and their encoding: the same description gives the same frames everywhere.
///
/// It can be written and read back. The command line, JSON and Swift share the same words:
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
  /// The format version that is written, and the newest that can be read.
  public static let currentVersion = 2
  /// The version of all drawing; any change to a pixel of any film increases it.
  public static let currentDrawing = 1

  /// The size, rate and number of the frames.
  public var film: FilmSettings
  /// The scenes in the frames.
  public var scenes: SceneSequence
  /// The encoding of a movie of the frames.
  public var output: EncodingSettings
  /// The settings of an animated picture of the frames.
  public var animation = AnimationSettings()
  /// The font files that the film's text used where the description was written; empty if none were recorded.
  ///
  /// Writing a description records the fonts of the machine that writes it. See `checkFonts()`.
  public var recordedFonts: [FilmFont] = []
  /// The sounds, chapters and captions that accompany the frames.
  ///
  /// The loudness of the sound is that of `film`.
  public var tracks: FilmTracks {
    get {
      var tracks = ownTracks
      tracks.sound.loudness = film.loudness
      return tracks
    }
    set { ownTracks = newValue }
  }
  private var ownTracks = FilmTracks()

  /// Creates the description of a film of consecutive scenes.
  public init(
    _ scenes: [SceneSequence.Entry], film: FilmSettings = FilmSettings(), output: EncodingSettings = EncodingSettings()
  ) {
    self.scenes = SceneSequence(scenes)
    self.film = film
    self.output = output
  }

  /// Creates the description of a film of a single scene.
  public init(
    _ scene: some DescribedScene, film: FilmSettings = FilmSettings(), output: EncodingSettings = EncodingSettings()
  ) {
    self.init([.init(scene)], film: film, output: output)
  }

  /// The number of frames.
  ///
  /// - Throws: `DescriptionError` if nothing determines the film's length, `InvalidValue` if it exceeds a day.
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
        throw DescriptionError("the film has no end: set its length in seconds or frames")
      }
      guard film.frameRate.seconds(ofFrame: count) <= FilmSettings.lengths.upperBound else {
        throw InvalidValue(
          "number of frames", count, expected: "at most a day of film at \(film.frameRate) frames a second")
      }
      return count
    }
  }

  /// The length of the frames in seconds.
  ///
  /// - Throws: The errors of `frameCount`.
  public var duration: Double { get throws { film.frameRate.seconds(ofFrame: try frameCount) } }

  /// Returns the scenes as a source to record; `tracks` go to the recorder.
  ///
  /// - Throws: `DescriptionError` or `InvalidValue` for invalid scenes, and the errors of `checkFonts()`.
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

  /// Returns the number of the frame on screen at a time.
  ///
  /// - Parameter seconds: The time, in seconds, clamped to the film: earlier times give the first frame and later times the last.
  /// - Throws: The errors of `frameCount`.
  public func frameIndex(atSeconds seconds: Double) throws -> Int {
    let last = try frameCount - 1
    // A billionth of a frame absorbs the error of decimals that have no exact binary form.
    let position = (seconds * film.frameRate.framesPerSecond + 1e-9).rounded(.down)
    return Int(clamping: max(0, min(position, Double(last))))
  }

  /// Draws one frame without drawing those before it.
  ///
  /// - Parameter index: The number of the frame, from 0.
  /// - Throws: The errors of `source()`, and of a scene that cannot be drawn.
  public func picture(ofFrame index: Int) throws -> Bitmap {
    let source = try source()
    var bitmap = Bitmap(size: film.size)
    _ = try source.draw(atSeconds: film.frameRate.seconds(ofFrame: index), into: &bitmap)
    return bitmap
  }

  /// Checks the film's size and length, and that its scenes can follow each other.
  ///
  /// - Throws: `InvalidValue` for a side beyond 16384 pixels, and the errors of `frameCount`.
  public func validate() throws {
    let sides = 1...16_384
    guard sides.contains(film.size.width), sides.contains(film.size.height) else {
      throw InvalidValue("size", film.size, expected: "from 1 to 16384 pixels a side")
    }
    _ = try frameCount
  }
}
