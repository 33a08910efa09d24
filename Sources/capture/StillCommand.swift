import ArgumentParser
import Reel

struct StillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still",
    abstract: "Draw one frame of the film as a PNG.",
    discussion: """
      The picture is the frame that the film shows at that time: give the options
      of the film, and the time.

      EXAMPLE
        capture still --at 12.5 -o flake.png
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A time within the film. (default: the last frame)", valueName: "seconds"),
    transform: { text in
      guard let seconds = Double(text), seconds >= 0, seconds.isFinite else {
        throw InvalidValue("time", text, expected: "a number of seconds, 0 or more")
      }
      return seconds
    })
  var at: Double?

  @OptionGroup(title: "Film") var film: LengthOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: ArgumentHelp("The picture to write.", valueName: "file.png"))
  var output = "snowflake.png"

  @Flag(help: "Refuse to replace a picture that exists.")
  var noClobber = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

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
    let place = try OutputPlace(path: output, replaceExisting: !noClobber)
    let scene = try picture.scene(frameRate: film.fps, duration: film.duration)
    var bitmap = Bitmap(size: scene.size)
    _ = try scene.draw(at: FrameTime(index: index, frameRate: film.fps), into: &bitmap)
    try place.put(bitmap.pngData())
    if !quiet { StandardError.write("\(output): \(bitmap.size), frame \(index) of \(film.frameCount)\n") }
  }
}
