import ArgumentParser
import Reel
import ReelPlatform

struct StillCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "still",
    abstract: "Draw one frame of a film as a picture.",
    discussion: """
      Draws the frame that the film shows at --at. The film is a file: a movie, a
      picture, a storyboard, a recipe, a terminal recording, a tape (which is run), a
      tracing session or ink, a Logo program, or the manifest of a fixture. To draw a
      frame of another command's film, put that command and its options after still.
      Without a film, still draws the growing snowflake, or with --zoom the film of
      capture zoom. With --json it also prints what is there as text: the screen of a
      terminal, or the window, pointer and chapter of a desktop session's screen.mp4.

      EXAMPLES
        capture still --at 12.5 -o flake.png
        capture still film.json --at 3 -o frame.png
        capture still story.yaml --at 12.5
        capture still demo.cast --at 12.5 --size 1080p
        capture still curve dragon --levels 0...8 --at 20
        capture still test.mp4 --at 3.2 --box 200x60+40+300 --note '40,250:Cut off'
        capture still demo.cast --at 12.5 --json
        capture still --zoom --center 0 --at 20 -o flake.jpg
        capture still -o - | display
      """)

  @Argument(
    help: ArgumentHelp("A file that describes a film, or another command.", valueName: "film"))
  var description: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time in the film. (default: the last frame)", valueName: "seconds"),
    transform: { text in
      guard let seconds = Seconds.parse(text), seconds >= 0, seconds.isFinite else {
        throw InvalidValue("time", text, expected: "0 or more seconds, \(Seconds.forms)")
      }
      return seconds
    })
  var at: Double?

  @OptionGroup(title: "Storyboard") var changes: StoryboardChanges
  @OptionGroup(title: "Film") var film: LengthOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @OptionGroup var zoom: ZoomStillOptions

  @OptionGroup(title: "Marks") var marks: AnnotationOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The picture to write: .png, .jpg, .webp, or - for a PNG on standard output. (default: snowflake.png, or the film's name with .png)",
      valueName: "path"))
  var output: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(
    help: "Print the picture's file, frame and size, and the state of a terminal or desktop, as one JSON object.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  mutating func validate() throws {
    if description == nil, !changes.isEmpty {
      throw ValidationError("--set and --allow-path are for storyboards: name one, or leave them out")
    }
    if let description, zoom.zoom || film.isGiven || picture.isGiven || picture.flake.areColorsGiven {
      throw ValidationError(
        "\(description) already describes the film: leave out --zoom and all film options except --size and --scale")
    }
  }

  private var givenPath: String? { output ?? command?.stillOutput }

  /// The output of the picture.
  private var path: String {
    if let givenPath { return givenPath }
    if let name = Self.split(ProgramArguments.words)?.name { return name + ".png" }
    guard let description else { return "snowflake.png" }
    return OutputName.of(description, ending: ".png")
  }

  private var isQuiet: Bool { quiet || command?.isQuiet == true }

  var files: RunFiles {
    get throws { RunFiles(reads: ["the film": description == "-" ? nil : description]).writing(film: path) }
  }

  func run() async throws {
    let format = try format()
    let picture = try await source()
    try picture.files.writing(film: path).check()
    let time = at ?? picture.duration
    guard time <= picture.duration else {
      throw InvalidValue("time", "\(time)", expected: "from 0 to the film's length, \(picture.duration) seconds")
    }
    let index = try picture.index(time)
    let file = try outputFile()
    let search =
      try picture.fonts.isEmpty
      ? nil : FontSearch(picture.fonts, textOption: description == nil ? "--no-caption" : nil, isQuiet: isQuiet)
    defer { search?.finish() }
    var bitmap = try picture.draw(index)
    try marks.draw(on: &bitmap)
    let bytes = try format.data(of: bitmap)
    if let file { try file.put(bytes) } else { try StandardOutput.write(Data(bytes)) }
    if json || command?.isJSON == true {
      let state = picture.state(index) ?? description.flatMap { CommandCatalog.state(of: $0, atSeconds: time) }
      let summary = try jsonLine(
        StillSummary(
          file: path, frame: index, frames: picture.count, time: time, size: bitmap.size, bytes: bytes.count,
          state: state))
      return try file == nil ? StandardError.write(summary) : StandardOutput.write(summary)
    }
    let frame = picture.count > 1 ? ", frame \(index) of \(picture.count)" : ""
    if file != nil, !isQuiet { StandardError.say("\(path): \(bitmap.size)\(frame)") }
  }

  /// The film to draw a frame of.
  private func source() async throws -> StillSource {
    if let command { return try await command.stillSource }
    guard let description else {
      let settings = try film.settings(size: picture.flake.frame.pixelSize())
      return try StillSource(
        zoom.film(picture.flake, settings) ?? FilmDescription(picture.scene(), film: settings))
    }
    guard description == "-" || OutputFile.kind(at: description) == nil else {
      return try source(ofDescription: description)
    }
    for kind in CommandCatalog.files where kind.recognizes(description) {
      return try await kind.still(of: description, self)
    }
    return try await source(ofFile: description) ?? source(ofDescription: description)
  }

  /// The film of a recipe, in the size given on the command line.
  func source(ofDescription path: String) throws -> StillSource {
    try changes.requireNone(for: path)
    var film = try DescriptionFile.read(path)
    if picture.flake.frame.isGiven {
      film.film.size = try picture.flake.frame.pixelSize(otherwise: film.film.size)
      film = try DescriptionFile.recordable(film, of: path)
    }
    return try StillSource(film)
  }

  /// The film of a session; nil for any other file.
  private func source(ofFile path: String) async throws -> StillSource? {
    guard FirstFile.command(for: path) == TraceCommand.configuration.commandName else { return nil }
    do {
      return try await source(ofFile: path, filmedBy: TraceCommand.self)
    } catch  where path.lowercased().hasSuffix(".json") {
      // JSON without ink is read as a description, because its errors are more helpful.
      return nil
    }
  }

  /// The film that a command would make from a file.
  func source(ofFile path: String, filmedBy command: any FilmCommand.Type) async throws -> StillSource {
    var words = [path, "-q"]
    if picture.flake.frame.isGiven { words += ["--size", "\(try picture.flake.frame.pixelSize())"] }
    return try StillSource(await command.parse(words).described(), files: [path])
  }

  /// A command after `still` with its options, and the options of `still` itself.
  struct Split {
    var name: String
    var words: [String]
    var own: [String] = []

    /// Parses the command.
    func film() throws -> (any ParsableCommand)? { try CommandNames.type(of: name)?.parse(words) }
  }

  /// Splits `still curve dragon --at 3`; nil if no filming command follows `still`.
  static func split(_ arguments: [String]) -> Split? {
    let commands = CommandCatalog.commands.filter { $0 is any StillFilm.Type }.map { $0.configuration.commandName }
    guard arguments.first == "still", arguments.count > 1, commands.contains(arguments[1]) else { return nil }
    var split = Split(name: arguments[1], words: [])
    let names = ["--at"] + AnnotationOptions.names
    var isValue = false
    for word in arguments.dropFirst(2) {
      if isValue || names.contains(where: { word == $0 || word.hasPrefix($0 + "=") }) {
        split.own.append(word)
      } else {
        split.words.append(word)
      }
      isValue = !isValue && names.contains(word)
    }
    return split
  }

  /// The command after `still`.
  private var command: (any StillFilm)? { (try? Self.split(ProgramArguments.words)?.film()) as? any StillFilm }

  private var policy: ReplacementPolicy {
    command?.stillReplacement.policy ?? replacement.policy
  }

  /// Checks the picture's destination; nil for standard output.
  private func outputFile() throws -> OutputFile? {
    guard path == "-" else {
      try OutputOptions.checkText(path)
      // A picture does not identify its maker, so none is replaced under a default name.
      if givenPath == nil, policy == .named, OutputFile.exists(path) {
        throw OutputError.cannotCreate(
          path: path, reason: "it already exists: name the picture with -o, or give --force to replace it")
      }
      return try OutputFile(path: path, replacing: policy)
    }
    try StandardOutput.refuseTerminal(for: "picture")
    return nil
  }
}

extension StillCommand {
  /// The format of the picture.
  private func format() throws -> PictureFormat {
    if path == "-" { return .png }
    guard let format = PictureFormat(endingOf: path) else {
      throw InvalidValue(
        "output", path, expected: "a file that ends in .png, .jpg or .webp, or - for a PNG on standard output")
    }
    return format
  }
}
