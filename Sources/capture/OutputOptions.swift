import ArgumentParser
import Reel

/// Where the film goes and how it is encoded.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "A movie (.mp4, .mov, .mkv), a folder or a pattern like frames/%04d.png for pictures, - for standard output. (default: the command's name and .mp4)",
      valueName: "path"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "What -o - writes: mp4 (fragmented), mkv, y4m, or raw planes. (default: mp4)", valueName: "format"))
  var format: StreamFormat?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(help: "Bring every second of the film to the disk at once, so that it outlives a loss of power.")
  var durable = false

  @Option(EncodingSettings.crfOption) var crf: String?
  @Option(EncodingSettings.presetOption) var preset: String?
  @Option(EncodingSettings.pixelFormatOption) var pixelFormat: String?
  @Flag(EncodingSettings.lossless) var lossless: Bool
  @Option(EncodingSettings.stillsOption) var stills: String?
  @Option(EncodingSettings.encoderOption) var encoder: String?

  /// Whether the movie goes to standard output.
  var isStandardOutput: Bool { output == "-" }

  mutating func validate() throws {
    if format != nil, !isStandardOutput {
      throw ValidationError("--format is for -o -: the ending of a file's name says its format")
    }
  }

  /// How a movie is encoded.
  func encoding() throws -> EncodingSettings {
    var settings = EncodingSettings()
    try settings.set([
      EncodingSettings.crfOption: crf, EncodingSettings.presetOption: preset,
      EncodingSettings.pixelFormatOption: pixelFormat, EncodingSettings.lossless: lossless.text,
      EncodingSettings.stillsOption: stills, EncodingSettings.encoderOption: encoder,
    ])
    return settings
  }

  /// What the film may replace: under a name that the user did not give, only one that Reel made.
  ///
  /// - Throws: `OutputError` where something else has that name.
  private func policy(at path: String) throws -> ReplacementPolicy {
    guard output == nil, replacement.policy == .named else { return replacement.policy }
    // What comes there while the film is made is not Reel's either.
    guard OutputFile.exists(path) else { return .never }
    guard OutputFile.kind(at: path) != nil || FilmTag.isOnFilm(at: path) else {
      throw OutputError.cannotCreate(
        path: path,
        reason: "a file that Reel did not make is there: name another with -o, or give --force to replace it")
    }
    return .named
  }

  /// Makes the sink that a name asks for.
  func sink(named output: String, encoding: EncodingSettings) throws -> any FrameSink {
    let configure: @Sendable (inout VideoConfiguration) -> Void = { [durable] configuration in
      encoding.apply(to: &configuration)
      configuration.isDurable = durable
    }
    if isStandardOutput {
      try StandardOutput.refuseTerminal(for: "film")
      return MovieSink(to: .stream(format ?? .mp4), configure: configure)
    }
    try Self.checkText(output)
    if output.hasSuffix("/") { return pictures(NumberedNames(folderPath: output)) }
    if (try? MovieContainer(fileName: OutputFile.split(output).name)) != nil {
      return MovieSink(to: .path(output, replacing: try policy(at: output)), configure: configure)
    }
    if output.lowercased().hasSuffix(".png") {
      guard output.contains("%") else {
        throw InvalidValue(
          "output", output,
          expected: "a pattern such as frames/%04d.png for a film; one picture is made by capture still")
      }
      return pictures(try NumberedNames(pattern: output))
    }
    switch OutputFile.kind(at: output) {
    case OutputFile.folderKind: return pictures(NumberedNames(folderPath: output))
    case let kind?: throw OutputError.isNoFile(path: output, kind: kind)
    case nil where output == "/dev/stdout":
      throw OutputError.isNoFile(path: output, kind: "standard output")
    case nil:
      throw InvalidValue(
        "output", output,
        expected:
          "a file that ends in .mp4, .m4v, .mov or .mkv, a folder that ends in /, a pattern like frames/%04d.png, "
          + "or - for standard output")
    }
  }

  /// Refuses a path whose bytes are no text: it would be written under another name than the one that was given.
  static func checkText(_ path: String) throws {
    guard path.unicodeScalars.contains("\u{FFFD}") else { return }
    guard ProgramArguments.bytes.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) else {
      throw InvalidValue("output", path, expected: "a name in UTF-8")
    }
  }

  private func pictures(_ names: NumberedNames) -> PNGSequence {
    PNGSequence(names: names, replacing: replacement.policy, isDurable: durable)
  }
}

extension StreamFormat: ExpressibleByArgument {}
