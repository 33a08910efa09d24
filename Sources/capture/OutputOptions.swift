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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Quality: 0 is best and largest, 51 worst. (default: 23)", valueName: "0-51"),
    transform: { text in
      guard let value = Double(text), (0...51).contains(value) else {
        throw InvalidValue("crf", text, expected: "from 0 to 51")
      }
      return value
    })
  var crf = 23.0

  @Option(help: ArgumentHelp("Speed against size, as x264 names it.", valueName: "preset"))
  var preset = VideoConfiguration.Preset.veryfast

  @Option(help: ArgumentHelp("yuv420p plays everywhere; yuv444p keeps every colour.", valueName: "format"))
  var pixelFormat = PixelFormat.yuv420p

  @Flag(help: "Encode without any loss of the converted pixels; --crf plays no part.")
  var lossless = false

  @Option(help: "Frames equal to the one before: skip writes them as a few bytes, encode has them encoded.")
  var stills = VideoConfiguration.Stills.skip

  @Option(help: ArgumentHelp("The FFmpeg encoder to use; the best H.264 encoder otherwise.", valueName: "name"))
  var encoder: String?

  /// Whether the movie goes to standard output.
  var isStandardOutput: Bool { output == "-" }

  mutating func validate() throws {
    if format != nil, !isStandardOutput {
      throw ValidationError("--format is for -o -: the ending of a file's name says its format")
    }
  }

  /// Makes the sink that a name asks for.
  func sink(named output: String) throws -> any FrameSink {
    if isStandardOutput {
      try StandardOutput.refuseTerminal(for: "film")
      return MovieSink(to: .stream(format ?? .mp4), configure: configure)
    }
    try Self.checkText(output)
    if output.hasSuffix("/") { return pictures(NumberedNames(folderPath: output)) }
    if (try? MovieContainer(fileName: OutputFile.split(output).name)) != nil {
      return MovieSink(to: .path(output, replacing: replacement.policy), configure: configure)
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

  private var configure: @Sendable (inout VideoConfiguration) -> Void {
    { [durable, crf, preset, pixelFormat, lossless, stills, encoder] configuration in
      configuration.quality = lossless ? .lossless : .crf(crf)
      configuration.preset = preset
      configuration.isDurable = durable
      configuration.pixelFormat = pixelFormat
      configuration.stills = stills
      configuration.encoder = encoder
    }
  }
}

extension VideoConfiguration.Preset: ExpressibleByArgument {}
extension VideoConfiguration.Stills: ExpressibleByArgument {}
extension PixelFormat: ExpressibleByArgument {}
extension StreamFormat: ExpressibleByArgument {}
