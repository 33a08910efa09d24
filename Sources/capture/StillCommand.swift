import ArgumentParser
import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct StillCommand: CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "still",
    abstract: "Draw one frame of the film as a picture.",
    discussion: """
      The picture is the frame that the film shows at that time. The film is a
      storyboard, a recipe written by --recipe, a recorded terminal, or the growing
      snowflake with its options; with --zoom it is the film of capture zoom.

      EXAMPLES
        capture still --at 12.5 -o flake.png
        capture still film.json --at 3 -o frame.png
        capture still story.yaml --at 12.5
        capture still demo.cast --at 12.5 --size 1080p
        capture still --zoom --center 0 --at 20 -o flake.jpg
        capture still -o - | display
      """)

  @Argument(
    help: ArgumentHelp("A storyboard, a recipe written by --recipe, or a recorded terminal.", valueName: "film"))
  var description: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A time within the film. (default: the last frame)", valueName: "seconds"),
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

  @Flag(help: "Draw a frame of the zoom; --levels, --style and --growth have no effect.")
  var zoom = false

  @OptionGroup(title: "Zoom") var zoomOptions: ZoomOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The picture to write: .png, .jpg, .webp, or - for a PNG on standard output. (default: snowflake.png, or the name of the film and .png)",
      valueName: "path"))
  var output: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  mutating func validate() throws {
    if zoomOptions.isGiven, !zoom {
      throw ValidationError("--factor and --center are for the zoom: give --zoom too, or leave them out")
    }
    if description == nil, !changes.isEmpty {
      throw ValidationError("--set and --allow-path belong to a storyboard: name one, or leave them out")
    }
    if let description, zoom || film.isGiven || picture.isGiven || picture.flake.areColorsGiven {
      throw ValidationError(
        "\(description) already describes the film: leave out --zoom and the options of a film other than its size")
    }
  }

  /// The output of the picture.
  private var path: String {
    if let output { return output }
    guard let description else { return "snowflake.png" }
    return StoryboardFile.name(of: description, ending: ".png")
  }

  var files: RunFiles { RunFiles(reads: ["the film": description == "-" ? nil : description]).writing(film: path) }

  func run() throws {
    let format = try format()
    let (film, named) = try described()
    var files = files
    for path in named { files.read(path, as: "a file of the storyboard") }
    try files.reading(film.scenes.files, as: "a file of the film").check()
    let (count, duration) = (try film.frameCount, try film.duration)
    let time = at ?? duration
    guard time <= duration else {
      throw InvalidValue("time", "\(time)", expected: "from 0 to the film's length, \(duration) seconds")
    }
    let index = try film.frameIndex(atSeconds: time)
    let file = try outputFile()
    let fonts = film.scenes.fonts
    let search =
      try fonts.isEmpty ? nil : FontSearch(fonts, textOption: description == nil ? "--no-caption" : nil, isQuiet: quiet)
    defer { search?.finish() }
    let bitmap = try film.picture(ofFrame: index)
    let bytes = try format.data(of: bitmap)
    guard let file else { return try StandardOutput.write(Data(bytes)) }
    try file.put(bytes)
    if !quiet { StandardError.say("\(path): \(bitmap.size), frame \(index) of \(count)") }
  }

  /// The film whose frame is drawn, and the files that it was made of.
  private func described() throws -> (film: FilmDescription, files: [String]) {
    if let description {
      guard description != "-", !StoryboardFile.isStoryboard(description), CastFile.isCast(description) else {
        return try described(by: StoryboardFile(description))
      }
      guard changes.isEmpty else {
        throw DescriptionError("\(changes.names) are for storyboards, and \(description) is not one: leave them out")
      }
      var settings = TerminalCommand.usualFilm
      settings.size = try picture.flake.frame.pixelSize(otherwise: settings.size)
      return (FilmDescription(TerminalFilm(try CastFile.read(description)), film: settings), [])
    }
    let settings = try film.settings(size: picture.flake.frame.pixelSize())
    let film =
      try zoom
      ? FilmDescription(zoomOptions.scene(picture.flake), film: settings)
      : FilmDescription(picture.scene(), film: settings)
    return (film, [])
  }

  /// The film of a storyboard or a recipe, in the size that the command line asks for.
  private func described(by file: StoryboardFile) throws -> (film: FilmDescription, files: [String]) {
    var (film, files) = try file.film(changes)
    guard picture.flake.frame.isGiven else { return (film, files) }
    film.film.size = try picture.flake.frame.pixelSize(otherwise: film.film.size)
    // The layout of a storyboard depends on the shape of its frames.
    guard file.isStoryboard else { return (try DescriptionFile.recordable(film, of: file.path), files) }
    var changes = changes
    changes.sets.append("film.size=\(film.film.size)")
    return try file.film(changes)
  }

  /// Checks where the picture goes; nil stands for standard output.
  private func outputFile() throws -> OutputFile? {
    guard path == "-" else {
      try OutputOptions.checkText(path)
      // A picture does not tell who made it: under a name that nobody gave, none is replaced.
      if output == nil, replacement.policy == .named, OutputFile.exists(path) {
        throw OutputError.cannotCreate(
          path: path, reason: "it is there already: name the picture with -o, or give --force to replace it")
      }
      return try OutputFile(path: path, replacing: replacement.policy)
    }
    try StandardOutput.refuseTerminal(for: "picture")
    return nil
  }
}

extension StillCommand {
  /// What the picture is written as.
  private func format() throws -> PictureFormat {
    if path == "-" { return .png }
    guard let format = PictureFormat(endingOf: path) else {
      throw InvalidValue(
        "output", path, expected: "a file that ends in .png, .jpg or .webp, or - for a PNG on standard output")
    }
    return format
  }
}
