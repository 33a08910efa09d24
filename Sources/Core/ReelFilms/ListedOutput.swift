import ReelDescriptions
import ReelGeometry
import ReelImages
import ReelTiming
import ReelVideo

/// An output that a description of a film lists: its file, and what differs from the film.
public struct ListedOutput: Hashable, Sendable {
  /// What a file holds, by its ending.
  public enum Form: Hashable, Sendable {
    /// A movie.
    case movie
    /// A GIF, an animated PNG or an animated WebP.
    case animation
    /// A file for each frame.
    case pictures
    /// What is said, as text.
    case captions
  }

  /// The file, or a folder that ends in `/`, or a pattern such as `frames/%04d.png`.
  public var path = ""
  /// The frames in a second; nil for the film's.
  public var frameRate: FrameRate?
  /// The most pixels in a row; nil for the film's width, and for the usual one in an animated picture.
  public var width: Int?
  /// The options of animated pictures and of the encoding that were given, with their texts.
  private var given: [String: String] = [:]

  /// Creates an output like the film.
  ///
  /// - Parameter path: The file.
  public init(_ path: String) { self.path = path }

  /// What the file holds; nil where its name does not say it.
  public var form: Form? {
    let name = path.lowercased()
    if name.hasSuffix("/") { return .pictures }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = String(name[name.index(after: dot)...])
    if name.contains("%") { return ["png", "jpg", "jpeg", "webp"].contains(ending) ? .pictures : nil }
    if ending == "vtt" { return .captions }
    if AnimationFormat(rawValue: ending) != nil { return .animation }
    return ["mp4", "m4v", "mov", "mkv", "webm"].contains(ending) ? .movie : nil
  }

  /// Whether nothing differs from the film.
  public var isLikeFilm: Bool { width == nil && frameRate == nil && given.isEmpty }

  /// An option that was given and that the form of the file does not take.
  public var uselessOption: String? {
    let known: [String]
    switch form {
    case .movie: known = EncodingSettings.options.map(\.name)
    case .animation: known = Self.animationOptions.map(\.name)
    case .pictures, .captions, nil: known = []
    }
    return given.keys.sorted().first { !known.contains($0) }
  }

  /// Changes the settings of an animated picture.
  ///
  /// - Throws: `InvalidValue`, if a value is wrong, which reading it would have said.
  public func apply(to settings: inout AnimationSettings) throws {
    settings.width = width ?? settings.width
    for option in Self.animationOptions {
      if let text = given[option.name] { try option.set(text, in: &settings) }
    }
    if frameRate != nil { settings.rateLimit = AnimationSettings.highestRate }
  }

  /// Changes how a movie is encoded.
  ///
  /// - Throws: `InvalidValue`, if a value is wrong, which reading it would have said.
  public func apply(to settings: inout EncodingSettings) throws {
    for option in EncodingSettings.options {
      if let text = given[option.name] { try option.set(text, in: &settings) }
    }
  }

  /// The output in words, as `lesson.gif: 800 pixels wide, 15 frames a second`.
  public var summary: String {
    let said =
      [width.map { "\($0) pixels wide" }, frameRate.map { "\($0) frames a second" }].compactMap(\.self)
      + given.keys.sorted().map { "\($0) \(given[$0] ?? "")" }
    return said.isEmpty ? path : "\(path): \(said.joined(separator: ", "))"
  }

  /// Width and rate are those of every output.
  private static let animationOptions = AnimationSettings.options.filter { !["width", "fps"].contains($0.name) }
}

extension ListedOutput: Describable {
  /// `output`.
  public static let kind = "output"
  /// The file.
  public static let mainOption: String? = "file"
  /// Without a file there is no output.
  public static let requiredOptions: Set<String> = ["file"]

  /// An output without a file.
  public init() { self.init("") }

  /// The file, its width and rate, and the options of animated pictures and movies.
  public static let options =
    [
      DescriptionOption<Self>(
        "file", "path", help: "The movie, the GIF, APNG or WebP, the folder of pictures, or the captions as .vtt.",
        read: { $0.path = $1 }, write: { $0.path.isEmpty ? nil : $0.path }),
      DescriptionOption(
        "width", "pixels", help: "The most pixels in a row; a larger film is made smaller.",
        read: { $0.width = try OptionText.whole("width", $1, 16...16_384) }, write: { $0.width.map { "\($0)" } }),
      DescriptionOption(
        "fps", "rate", help: "Frames a second, where it has others than the film.",
        read: { $0.frameRate = try FrameRate(parsing: $1) }, write: { $0.frameRate?.description }),
    ] + animationOptions.map { given($0, AnimationSettings()) }
    + EncodingSettings.options.map {
      given($0, EncodingSettings())
    }

  /// An option of something else, whose text is checked and kept.
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
