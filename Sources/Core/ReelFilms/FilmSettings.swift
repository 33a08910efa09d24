import ReelDescriptions
import ReelGeometry
import ReelTiming

/// The frames of a film: their size, rate and number.
public struct FilmSettings: Hashable, Sendable {
  /// The way a film's length is given.
  public enum Length: Hashable, Sendable {
    /// As long as the scenes.
    case scenes
    /// A number of seconds, rounded to a whole number of frames.
    case seconds(Double)
    /// A number of frames.
    case frames(Int)
  }

  /// The legal lengths, in seconds: at most a day.
  public static let lengths = 0.001...86_400.0
  /// The legal values of loudness, in LUFS.
  public static let loudnessRange = -60.0 ... -5.0
  /// The legal numbers of frames: at most a day at the highest rate.
  public static let frameCounts = 1...86_400_000

  /// The size of the frames, in pixels.
  public var size = PixelSize(width: 1280, height: 720)
  /// The number of frames per second.
  public var frameRate: FrameRate = 10
  /// The length of the film.
  public var length = Length.scenes
  /// The loudness of the sound in LUFS; nil to leave it as it is.
  ///
  /// See `SoundTrack.loudness`.
  public var loudness: Double?

  /// Creates the settings of a film of 1280×720 pixels and 10 frames a second, with the length of its scenes.
  public init() {}

  /// Changes the rate without changing the film's duration.
  public mutating func change(rate: FrameRate) {
    if case .frames(let count) = length {
      length = .frames(max(1, rate.frameCount(seconds: frameRate.seconds(ofFrame: count))))
    }
    frameRate = rate
  }

  /// The number of frames, if given as such or as a number of seconds.
  public var frameCount: Int? {
    switch length {
    case .scenes: nil
    case .seconds(let seconds): frameRate.frameCount(seconds: seconds)
    case .frames(let count): count
    }
  }
}

extension FilmSettings: Describable {
  /// The kind `film`.
  public static let kind = "film"

  /// Size, rate, length and loudness.
  public static let options = [sizeOption, fps, seconds, frames, loudnessOption]

  /// The size of the frames.
  public static let sizeOption = DescriptionOption<Self>(
    "size", "size", help: "WIDTHxHEIGHT, a height such as 1080p, or 4k, 8k, square, story (1080x1920).",
    read: { film, text in film.size = try PixelSize(parsing: text) },
    write: { $0.size.description })

  /// The number of frames per second.
  public static let fps = DescriptionOption<Self>(
    "fps", "rate", help: "Frames a second: 10, 12.5, 30000/1001; 29.97 means 30000/1001.",
    read: { film, text in film.frameRate = try FrameRate(parsing: text) },
    write: { $0.frameRate.description })

  /// The length in seconds.
  public static let seconds = DescriptionOption<Self>(
    "seconds", "seconds", help: "The length of the film: 90, 1m30s, 1:30.",
    read: { film, text in
      guard let seconds = Seconds.parse(text), seconds > 0, seconds <= lengths.upperBound else {
        throw InvalidValue(
          "length", text, expected: "more than 0 and at most 86400 seconds (a day), \(Seconds.forms)")
      }
      try film.setLength(.seconds(seconds))
    },
    write: { if case .seconds(let seconds) = $0.length { "\(seconds)" } else { nil } })

  /// The length in frames.
  public static let frames = DescriptionOption<Self>(
    "frames", "count", help: "The length of the film in frames, instead of --seconds.",
    read: { film, text in
      try film.setLength(.frames(try OptionText.whole("number of frames", text, frameCounts)))
    },
    write: { if case .frames(let count) = $0.length { "\(count)" } else { nil } })

  /// The loudness of the sound.
  public static let loudnessOption = DescriptionOption<Self>(
    "loudness", "LUFS", help: "The loudness of the whole film: -14 or -14 LUFS. True peaks stay at -1 dB or below.",
    read: { film, text in film.loudness = try loudness(parsing: text) },
    write: { $0.loudness.map { "\($0)" } })

  /// Parses a loudness: `-14` or `-14 LUFS`.
  package static func loudness(parsing text: String) throws(InvalidValue) -> Double {
    let words = text.split(separator: " ")
    let hasUnit = words.count == 2 && words[1].lowercased() == "lufs"
    guard words.count == 1 || hasUnit, let loudness = Double(words[0]), loudnessRange.contains(loudness) else {
      throw InvalidValue("loudness", text, expected: "from -60 to -5 LUFS, such as -14")
    }
    return loudness
  }

  private mutating func setLength(_ length: Length) throws {
    guard self.length == .scenes else {
      throw DescriptionError("seconds and frames both set the length of the film: give only one")
    }
    self.length = length
  }
}
