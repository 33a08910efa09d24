import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelRecording
import ReelTiming
import ReelVideo

/// An output listed in a film's description: its file, and how it differs from the film.
public struct ListedOutput: Hashable, Sendable {
  /// The content of a file, given by its ending.
  public enum Form: Hashable, Sendable {
    /// A movie.
    case movie
    /// A GIF, an animated PNG or an animated WebP.
    case animation
    /// One file per frame.
    case pictures
    /// The captions as text.
    case captions
  }

  /// The file, or a folder that ends in `/`, or a pattern such as `frames/%04d.png`.
  public var path = ""
  /// The number of frames per second; nil for the film's rate.
  public var frameRate: FrameRate?
  /// The maximum width in pixels; nil for the film's width, or the default width of an animated picture.
  public var width: Int?
  /// The given options for animated pictures and for encoding, with their texts.
  private var given: [String: String] = [:]

  /// Creates an output that does not differ from the film.
  ///
  /// - Parameter path: The file.
  public init(_ path: String) { self.path = path }

  /// The content of the file; nil if its name does not determine it.
  public var form: Form? {
    if path.hasSuffix("/") { return .pictures }
    guard let format = OutputFormat.of(path) else { return nil }
    let isPattern = path.contains("%")
    guard format.abilities.contains(.numbered) == isPattern else { return nil }
    if isPattern { return .pictures }
    if format.abilities.contains(.reordering) { return .movie }
    return AnimationFormat(rawValue: format.ending) == nil ? .captions : .animation
  }

  /// Whether the output does not differ from the film.
  public var isLikeFilm: Bool { width == nil && frameRate == nil && given.isEmpty }

  /// A given option that does not apply to this form of file.
  public var uselessOption: String? {
    let known: [String]
    switch form {
    case .movie: known = EncodingSettings.options.map(\.name)
    case .animation: known = Self.animationOptions.map(\.name)
    case .pictures, .captions, nil: known = []
    }
    return given.keys.sorted().first { !known.contains($0) }
  }

  /// Applies the given options to an animated picture's settings.
  ///
  /// - Throws: `InvalidValue` for an invalid value, which reading the description already reports.
  public func apply(to settings: inout AnimationSettings) throws {
    settings.width = width ?? settings.width
    for option in Self.animationOptions {
      if let text = given[option.name] { try option.set(text, in: &settings) }
    }
    if frameRate != nil { settings.rateLimit = AnimationSettings.highestRate }
  }

  /// Applies the given options to a movie's encoding.
  ///
  /// - Throws: `InvalidValue` for an invalid value, which reading the description already reports.
  public func apply(to settings: inout EncodingSettings) throws {
    for option in EncodingSettings.options {
      if let text = given[option.name] { try option.set(text, in: &settings) }
    }
  }

  /// The output in words: `lesson.gif: 800 pixels wide, 15 frames a second`.
  public var summary: String {
    let said =
      [width.map { "\($0) pixels wide" }, frameRate.map { "\($0) frames a second" }].compactMap(\.self)
      + given.keys.sorted().map { "\($0) \(given[$0] ?? "")" }
    return said.isEmpty ? path : "\(path): \(said.joined(separator: ", "))"
  }

  /// The options of animated pictures, except width and rate, which every output has.
  private static let animationOptions = AnimationSettings.options.filter { !["width", "fps"].contains($0.name) }
}

extension ListedOutput: Describable {
  /// The kind `output`.
  public static let kind = "output"
  /// The file.
  public static let mainOption: String? = "file"
  /// The file is required.
  public static let requiredOptions: Set<String> = ["file"]

  /// Creates an output without a file.
  public init() { self.init("") }

  /// The file, its width and rate, and the options of animated pictures and movies.
  public static let options =
    [
      DescriptionOption<Self>(
        "file", "path", help: "The movie, the GIF, APNG or WebP, the folder of pictures, or the captions as .vtt.",
        read: { $0.path = $1 }, write: { $0.path.isEmpty ? nil : $0.path }),
      DescriptionOption(
        "width", "pixels", help: "The maximum width in pixels; wider films are scaled down.",
        read: { $0.width = try OptionText.whole("width", $1, 16...16_384) }, write: { $0.width.map { "\($0)" } }),
      DescriptionOption(
        "fps", "rate", help: "The frame rate, if it differs from the film's.",
        read: { $0.frameRate = try FrameRate(parsing: $1) }, write: { $0.frameRate?.description }),
    ] + animationOptions.map { given($0, AnimationSettings()) }
    + EncodingSettings.options.map {
      given($0, EncodingSettings())
    }

  /// Returns an option of other settings, whose text is checked and kept.
  private static func given<Settings: Sendable>(
    _ option: DescriptionOption<Settings>, _ probe: Settings
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      option.name, option.valueName, help: option.help, choices: option.choices,
      read: { output, text in
        var probe = probe
        try option.set(text, in: &probe)
        output.given[option.name] = text
      }, write: { $0.given[option.name] })
  }
}
