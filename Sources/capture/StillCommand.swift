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
      The picture is the frame that the film shows at that time: give the options
      of the film, and the time. With --zoom it is a frame of capture zoom.

      EXAMPLES
        capture still --at 12.5 -o flake.png
        capture still --zoom --center 0 --at 20 -o flake.jpg
        capture still -o - | display
      """)

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

  @OptionGroup(title: "Film") var film: LengthOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @Flag(help: "A frame of the zoom: --levels, --style and --growth play no part.")
  var zoom = false

  @OptionGroup(title: "Zoom") var zoomOptions: ZoomOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The picture to write: .png, .jpg, or - for a PNG on standard output.", valueName: "path"))
  var output = "snowflake.png"

  @OptionGroup var replacement: ReplacementOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    if zoomOptions.isGiven, !zoom {
      throw ValidationError("--factor and --center belong to a zoom: give --zoom too, or leave them out")
    }
  }

  var files: RunFiles { RunFiles().writing(film: output) }

  func run() throws {
    let format = try Format(output: output)
    let time = at ?? film.duration
    guard time <= film.duration else {
      throw InvalidValue("time", "\(time)", expected: "from 0 to the film's length, \(film.duration) seconds")
    }
    // The frame that is on screen then; a billionth of a frame forgives decimals that binary numbers can't hold.
    let index = min(film.frameCount - 1, Int((time * film.fps.framesPerSecond + 1e-9).rounded(.down)))
    let place = try place(of: format)
    let fonts = picture.flake.textOption.map { FontSearch(textOption: $0, isQuiet: quiet, isVerbose: false) }
    defer { fonts?.finish() }
    var scene: any FrameSource =
      try zoom
      ? zoomOptions.scene(picture.flake) : picture.scene(frameRate: film.fps, duration: film.duration)
    var bitmap = Bitmap(size: scene.size)
    _ = try scene.draw(at: FrameTime(index: index, frameRate: film.fps), into: &bitmap)
    let bytes = try format == .jpeg ? bitmap.jpegData() : bitmap.pngData()
    guard let place else { return try StandardOutput.write(Data(bytes)) }
    try place.put(bytes)
    if !quiet { StandardError.say("\(output): \(bitmap.size), frame \(index) of \(film.frameCount)") }
  }

  /// Checks where the picture goes; nil stands for standard output.
  private func place(of format: Format) throws -> OutputFile? {
    guard format == .stream else {
      try OutputOptions.checkText(output)
      return try OutputFile(path: output, replacing: replacement.policy)
    }
    try StandardOutput.refuseTerminal(for: "picture")
    return nil
  }
}

extension StillCommand {
  /// What the picture is written as, and whether there is a file for it.
  private enum Format {
    case png, jpeg, stream

    init(output: String) throws {
      let name = output.lowercased()
      if output == "-" {
        self = .stream
      } else if name.hasSuffix(".png") {
        self = .png
      } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
        self = .jpeg
      } else {
        throw InvalidValue(
          "output", output, expected: "a file that ends in .png or .jpg, or - for a PNG on standard output")
      }
    }
  }
}
