import ArgumentParser
import Reel

struct StillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still",
    abstract: "Draw one frame of the film as a PNG.",
    discussion: """
      The picture is the frame that the film shows at that time: give the options
      of the film, and the time. With --zoom it is a frame of capture zoom.

      EXAMPLES
        capture still --at 12.5 -o flake.png
        capture still --zoom --center 0 --at 20
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
    name: .shortAndLong, parsing: .unconditional, help: ArgumentHelp("The picture to write.", valueName: "file.png"))
  var output = "snowflake.png"

  @OptionGroup var replacement: ReplacementOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    if zoomOptions.isGiven, !zoom {
      throw ValidationError("--factor and --center belong to a zoom: give --zoom too, or leave them out")
    }
  }

  func run() throws {
    guard output.lowercased().hasSuffix(".png") else {
      throw InvalidValue("output", output, expected: "a file that ends in .png")
    }
    let time = at ?? film.duration
    guard time <= film.duration else {
      throw InvalidValue("time", "\(time)", expected: "from 0 to the film's length, \(film.duration) seconds")
    }
    // The frame that is on screen then; a billionth of a frame forgives decimals that binary numbers can't hold.
    let index = min(film.frameCount - 1, Int((time * film.fps.framesPerSecond + 1e-9).rounded(.down)))
    try OutputOptions.checkText(output)
    let place = try OutputPlace(path: output, replacing: replacement.policy)
    let fonts = picture.flake.textOption.map { FontSearch(textOption: $0, isQuiet: quiet, isVerbose: false) }
    defer { fonts?.finish() }
    var scene: any FrameSource =
      try zoom
      ? zoomOptions.scene(picture.flake) : picture.scene(frameRate: film.fps, duration: film.duration)
    var bitmap = Bitmap(size: scene.size)
    _ = try scene.draw(at: FrameTime(index: index, frameRate: film.fps), into: &bitmap)
    try place.put(bitmap.pngData())
    if !quiet { StandardError.say("\(output): \(bitmap.size), frame \(index) of \(film.frameCount)") }
  }
}
