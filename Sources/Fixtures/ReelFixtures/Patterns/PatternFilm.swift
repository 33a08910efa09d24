import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTiming

/// A scene with a fixture's pattern but without frame marks: test pictures for any film.
///
/// It has its own frame rate, and shows each frame until the next one, whatever the recording's rate. Frames of
/// portable patterns equal those of a fixture of the same size bit for bit, if the scene is aligned to whole pixels and
/// not scaled.
public struct PatternFilm: Hashable, Sendable {
  /// The pattern that the frames show.
  public var pattern: FixturePattern
  /// The seed of everything random.
  public var seed: UInt64 = 0
  /// The frame rate in frames a second.
  public var frameRate: FrameRate = 30
  /// The number of frames, at least 1.
  ///
  /// The last one stays.
  public var frameCount = 100

  /// Creates a film of a pattern.
  public init(_ pattern: FixturePattern) { self.pattern = pattern }

  /// Checks every number.
  ///
  /// - Throws: `InvalidValue` for an invalid number of frames.
  public func validate() throws(InvalidValue) {
    let counts = FixtureRecipe.frameCounts
    guard counts.contains(frameCount) else {
      throw InvalidValue(
        "number of frames", frameCount, expected: "from \(counts.lowerBound) to \(counts.upperBound)")
    }
  }

  /// The number of the frame at a time in seconds.
  func frame(at seconds: Double) -> Int {
    // Tolerates rounding of the frame's time, also by other layers, which must not select the previous frame.
    let number = (seconds * frameRate.framesPerSecond + 1e-6).rounded(.down)
    return Int(clamping: min(max(0, number), Double(frameCount - 1)))
  }

  /// The snowflake of the pattern `snowflake`.
  var flake: SnowflakeFilm {
    var film = SnowflakeFilm(levels: 0...5, duration: frameRate.seconds(ofFrame: frameCount))
    film.showsCaption = false
    return film
  }
}

extension PatternFilm {
  /// The total length of all frames in seconds.
  public var intrinsicDuration: Double? { frameRate.seconds(ofFrame: frameCount) }

  /// Whether a frame may equal the previous one: always, because a recording may have a higher rate.
  public var mayHoldStill: Bool { true }

  /// Installs a layer that draws the pattern.
  ///
  /// - Throws: `InvalidValue` for an invalid number of frames.
  public func install(on layer: SceneLayer) throws {
    try validate()
    let pattern = PatternLayer(self, frame: layer.bounds)
    layer.addSublayer(pattern)
    if self.pattern == .snowflake { try pattern.install(flake) }
  }
}

extension PatternFilm: DescribedScene {
  /// `pattern`.
  public static let kind = "pattern"
  /// The option that a bare value sets.
  public static let mainOption: String? = "pattern"

  /// The options: pattern, seed, frame rate and number of frames.
  public static let options = [
    DescriptionOption<Self>(
      "pattern", "name", help: "The pattern.", choices: FixturePattern.allCases.map(\.rawValue),
      read: { $0.pattern = try OptionText.choice("pattern", $1) }, write: { $0.pattern.rawValue }),
    DescriptionOption(
      "seed", "number", help: "The seed of everything random.",
      read: { film, text in
        guard let seed = UInt64(text) else {
          throw InvalidValue("seed", text, expected: "a whole number from 0 to \(UInt64.max)")
        }
        film.seed = seed
      }, write: { "\($0.seed)" }),
    DescriptionOption(
      "fps", "rate", help: "The pattern's own frame rate.",
      read: { $0.frameRate = try FrameRate(parsing: $1) }, write: { $0.frameRate.description }),
    DescriptionOption(
      "frames", "count", help: "The number of frames; the last one stays.",
      read: { $0.frameCount = try OptionText.whole("number of frames", $1, FixtureRecipe.frameCounts) },
      write: { "\($0.frameCount)" }),
  ]

  /// The default pattern of a fixture, the counter.
  public init() { self.init(.counter) }
}
