import ArgumentParser
import Reel

/// The output of the film and its encoding.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A movie (.mp4, .mov, .mkv, .webm), an animation (.gif, .apng, .webp), a folder or a pattern such as frames/%04d.png for pictures, .vtt for captions only, or - for standard output. Repeat for several outputs. (default: the command's name with .mp4; convert has none)",
      valueName: "path"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      "The format of -o -: mp4 (fragmented), mkv, y4m or raw planes. (values: mp4, mkv, y4m, raw; default: mp4)",
      valueName: "format"),
    completion: .list(StreamFormat.allCases.map(\.rawValue)), transform: { try OptionText.choice("format", $0) })
  var format: StreamFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Use a site's preset for format, size and file-size limit unless you give them; see docs/sharing.md. (values: github, slack, discord, shorts)",
      valueName: "site"),
    completion: .list(SharingSite.allCases.map(\.rawValue)), transform: { try OptionText.choice("site", $0) })
  var site: SharingSite?

  @Option(
    help: ArgumentHelp(
      "Write one file per chapter, named with {n} or {chapter}: -o 'step-{n}.gif'. (values: chapters)",
      valueName: "unit"),
    completion: .list(SplitUnit.allCases.map(\.rawValue)), transform: { try OptionText.choice("split", $0) })
  var split: SplitUnit?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(help: "Sync each second of the film to disk at once, so that it survives a power failure.")
  var durable = false

  @Option(EncodingSettings.codecOption) var codec: String?
  @Option(EncodingSettings.crfOption) var crf: String?
  @Option(EncodingSettings.presetOption) var preset: String?
  @Option(EncodingSettings.pixelFormatOption) var pixelFormat: String?
  @Flag(EncodingSettings.lossless) var lossless: Bool
  @Option(EncodingSettings.stillsOption) var stills: String?
  @Option(EncodingSettings.encoderOption) var encoder: String?
  @Option(EncodingSettings.converterOption) var converter: String?

  @Option(
    help: ArgumentHelp(
      "The size limit of each movie, GIF, APNG or WebP. Quality is reduced until the file fits, then colours, rate and size of an animated picture; the summary says so.",
      valueName: "10MB"),
    transform: { try OptionText.bytes("number of bytes", $0) })
  var maxBytes: Int?

  @OptionGroup var division: DivisionOptions

  @OptionGroup var animation: AnimationOptions

  @Flag(help: "Write an animated PNG to a path that ends in .png.")
  var animated = false

  @Option(
    help: ArgumentHelp(
      "Write frames that differ as a contact sheet (.png, .jpg or .webp) of columns x rows: 4x3.",
      valueName: "columnsxrows"),
    transform: { try ContactSheet(parsing: $0) })
  var sheet: ContactSheet?

  @Option(help: ArgumentHelp("Also write one frame as a picture: .png, .jpg or .webp.", valueName: "path"))
  var poster: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time of the poster's frame. (default: the last that shows something)", valueName: "seconds"),
    transform: { try OptionText.seconds("time of the poster", $0, 0...86_400) })
  var posterAt: Double?

  /// Whether a movie goes to standard output.
  var isStandardOutput: Bool { output.contains("-") }

  /// The paths of the outputs.
  ///
  /// - Parameter defaultName: the only output if the user names none.
  func paths(defaultName: String) -> [String] {
    if let part = division.partPath(of: self, defaultName: defaultName) { return [part] }
    return films(defaultName) + (poster.map { [$0] } ?? [])
  }

  /// The paths of all outputs except the poster.
  func films(_ defaultName: String) -> [String] { output.isEmpty ? [sharedName(defaultName)] : output }

  mutating func validate() throws {
    if format != nil, !isStandardOutput {
      throw ValidationError("--format is only for -o -: the ending of a file name determines its format")
    }
    if posterAt != nil, poster == nil { throw ValidationError("--poster-at needs --poster") }
    if sheet != nil, !output.contains(where: Self.isPicture) {
      throw ValidationError("--sheet needs a picture as output: add -o sheet.png")
    }
    if animated, !output.contains(where: { $0.lowercased().hasSuffix(".png") && !$0.contains("%") }) {
      throw ValidationError("--animated needs an output that ends in .png: add -o film.png")
    }
    if maxBytes != nil, isStandardOutput {
      throw ValidationError("--max-bytes is for files, but -o - is a stream: name a file")
    }
    if division.makesPart, let folder = output.first {
      if folder.isEmpty { throw FileConflict.noPath(name: "-o") }
      try Self.checkText(folder)
    }
    try validateSharing()
    try validateSplit()
    try requireWholeFilm()
    if !division.makesPart { try requireTakers() }
  }

  /// Refuses options beside `--part` that need the whole film in one piece.
  private func requireWholeFilm() throws {
    guard division.makesPart else { return }
    let others: KeyValuePairs = [
      "--for": site != nil, "--split": split != nil, "--max-bytes": maxBytes != nil, "--poster": poster != nil,
      "--sheet": sheet != nil, "--animated": animated,
      "-o -": isStandardOutput, "a second -o": output.count > 1, "--format": format != nil,
    ]
    if let other = others.first(where: { $0.value })?.key {
      throw ValidationError(
        "--part makes a part of one movie and can't be combined with \(other): give only one of them")
    }
  }

  /// Whether the film may be encoded in segments by several jobs: one movie in a file, and nothing beside it.
  func mayHaveSegments(defaultName: String) -> Bool {
    guard site == nil, split == nil, maxBytes == nil, poster == nil, sheet == nil, !animated, !isStandardOutput else {
      return false
    }
    let films = films(defaultName)
    return films.count == 1 && OutputFormat.of(films[0])?.abilities.contains(.reordering) == true
  }

  /// Refuses options that apply to none of the outputs.
  private func requireTakers() throws {
    let formats = output.map { OutputFormat.of($0) }
    if !output.isEmpty, !isStandardOutput, !formats.contains(where: { $0?.abilities.contains(.reordering) ?? false }),
      let option = movieOption
    {
      throw ValidationError(
        "\(option) is for movies, but no output is a movie: add -o film.mp4, or leave \(option) out")
    }
    if !animated, sheet == nil,
      !formats.contains(where: { $0.flatMap { AnimationFormat(rawValue: $0.ending) } != nil }),
      let option = animation.given, !(option == "--width" && Self.scalesEvery)
    {
      throw ValidationError(
        "\(option) is for animated pictures, but no output is one: add -o film.gif, or leave \(option) out")
    }
  }

  /// Whether the command that runs scales every output to a width.
  private static var scalesEvery: Bool {
    let command = ProgramArguments.words.first.flatMap(CommandNames.type) as? any CommandOnFiles.Type
    return command?.scalesEveryOutput == true
  }

  /// A given option that only applies to movies.
  private var movieOption: String? {
    movieOptions.first { $0.value != nil }.map { "--\($0.key.name)" }
  }

  /// The options that only apply to movies.
  private var movieOptions: KeyValuePairs<DescriptionOption<EncodingSettings>, String?> {
    [
      EncodingSettings.codecOption: codec, EncodingSettings.crfOption: crf, EncodingSettings.presetOption: preset,
      EncodingSettings.pixelFormatOption: pixelFormat, EncodingSettings.lossless: lossless.text,
      EncodingSettings.stillsOption: stills, EncodingSettings.encoderOption: encoder,
      EncodingSettings.converterOption: converter,
    ]
  }

  /// Whether one of the outputs is an animated picture.
  func hasAnimation(defaultName: String) -> Bool {
    animated || films(defaultName).contains(where: Self.isAnimation)
  }

  private static func isAnimation(_ path: String) -> Bool {
    OutputFormat.of(path).map { AnimationFormat(rawValue: $0.ending) != nil && !$0.abilities.contains(.numbered) }
      ?? false
  }

  /// Whether all outputs are animated pictures; the film is then drawn at their rate.
  func areAnimations(defaultName: String) -> Bool {
    films(defaultName).allSatisfy(Self.isAnimation)
  }

  /// Whether a path names a single picture.
  static func isPicture(_ path: String) -> Bool {
    PictureFormat(endingOf: path) != nil && !path.contains("%")
  }

  /// The encoding of a movie.
  func encoding() throws -> EncodingSettings {
    try encoding(over: EncodingSettings())
  }

  /// The encoding of a movie; options override its description.
  func encoding(over known: EncodingSettings) throws -> EncodingSettings {
    var settings = known
    try settings.set(movieOptions)
    return settings
  }

  /// The files that the film may replace: at a default path, only a film that Reel made.
  ///
  /// - Throws: `OutputError` if something else has that name.
  func policy(at path: String) throws -> ReplacementPolicy {
    guard output.isEmpty else { return replacement.policy }
    return try Self.policy(ofUnnamed: path, replacement.policy)
  }

  /// Refuses paths that may not be written, before any work is done; creates nothing.
  func checkPaths(_ paths: [String]) throws {
    for path in paths {
      var output = FilmOutput(path)
      output.replacing = try policy(at: path)
      try output.checkPath()
    }
  }

  /// The files that a film may replace at a path that the user did not give.
  ///
  /// - Throws: `OutputError` if the file there was not made by Reel.
  static func policy(ofUnnamed path: String, _ policy: ReplacementPolicy) throws -> ReplacementPolicy {
    guard policy == .named else { return policy }
    // A file that appears during the recording is not Reel's either.
    guard OutputFile.exists(path) else { return .never }
    guard OutputFile.kind(at: path) != nil || FilmTag.isOnFilm(at: path) else {
      let reason =
        FilmTag.isKnown(to: path)
        ? "the file exists and Reel did not make it: name another with -o, or give --force to replace it"
        : "the file exists and may not be Reel's: name it with -o, or give --force to replace it"
      throw OutputError.cannotCreate(path: path, reason: reason)
    }
    return .named
  }

  /// Makes the sink of all outputs.
  ///
  /// - Parameters:
  ///   - defaultName: the only output if the user names none.
  ///   - encoding: the encoding of movies.
  ///   - animation: the settings of animated pictures.
  ///   - isRateGiven: whether the user chose the film's frame rate.
  ///   - split: the files of the chapters; nil for one film.
  ///   - pictures: frames to write as separate pictures, with their times; nil for the last frame.
  ///   - hasFilm: whether there is a film, not only those pictures.
  ///   - listed: the outputs that a storyboard lists; empty if it lists none or the user names others.
  func sink(
    defaultName: String, encoding: EncodingSettings, animation: AnimationSettings, isRateGiven: Bool,
    split: ChapterSplit? = nil, pictures: [(path: String, time: Double?)] = [], hasFilm: Bool = true,
    listed: ListedOutputs = ListedOutputs()
  ) throws -> any FrameSink {
    var sinks: [(String, any FrameSink)] = []
    if hasFilm, let split {
      sinks = [("chapters", try self.sink(of: split) { try sink(at: $0, encoding, animation) })]
    } else if hasFilm {
      sinks = try films(defaultName).map {
        ($0, try sink(at: $0, among: listed, encoding, animation, isRateGiven) ?? sink(at: $0, encoding, animation))
      }
    }
    for (path, time) in pictures {
      try Self.checkText(path)
      sinks.append((path, SheetSink(.poster(at: time), path: path, replacing: replacement.policy)))
    }
    if let poster {
      try Self.checkText(poster)
      sinks.append((poster, SheetSink(.poster(at: posterAt), path: poster, replacing: replacement.policy)))
    }
    return Self.fan(sinks)
  }

  /// A sink that passes frames to several sinks.
  static func fan(_ sinks: [(String, any FrameSink)]) -> any FrameSink {
    sinks.count > 1 ? FanOutSink(sinks, onFailure: warn) : sinks[0].1
  }

  /// Warns that one of several outputs failed.
  @Sendable static func warn(_ name: String, _ error: any Error) {
    StandardError.say("capture: warning: \(name) failed; the other outputs continue: \(Failure(error).message)")
  }

  func sink(
    at path: String, _ encoding: EncodingSettings, _ animation: AnimationSettings
  ) throws -> any FrameSink {
    try checkSharing(path, encoding)
    var output = FilmOutput(path)
    output.stream = format ?? .mp4
    output.replacing = try policy(at: path)
    output.isDurable = durable
    output.animation = animation
    output.isAnimated = animated
    output.byteLimit = byteLimit
    if Self.isPicture(path) {
      output.sheet = sheet
      output.sheet?.width = animation.width
    }
    output.configure = { encoding.apply(to: &$0) }
    if output.isStandardOutput { try StandardOutput.refuseTerminal(for: "film") } else { try Self.checkText(path) }
    return try output.sink()
  }

  /// Refuses a path that is not UTF-8, because it would be written under another name.
  static func checkText(_ path: String) throws {
    guard path.unicodeScalars.contains("\u{FFFD}") else { return }
    guard ProgramArguments.bytes.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) else {
      throw InvalidValue("output", path, expected: "a name in UTF-8")
    }
  }
}
