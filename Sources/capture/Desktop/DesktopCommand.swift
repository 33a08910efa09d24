import ArgumentParser
import Reel
import ReelDesktop
import ReelPlatform

/// Films a program on a screen of its own.
struct DesktopCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "desktop",
    abstract: "Film a desktop program or a UI test, without a screen.",
    discussion: """
      Starts Xvfb, an X server without a screen, and runs the program after -- in it.
      The film begins and ends with the program, whose exit code becomes that of
      capture. The program keeps the standard input and output of capture. At the
      end, everything that the program started is ended, and so is Xvfb.

      Without a window manager, windows are centred, and the newest has the keyboard.
      A window manager that the program starts is left alone.

      With --display, a display that exists is filmed, or a part of it; then there
      need not be a program.

      A test writes a line of JSON to the file that REEL_MARKS names to give the film
      a chapter: {"kind": "chapter", "text": "Sign in"}. docs/ui-tests.md describes
      helpers for pytest, Playwright and shells.

      EXAMPLES
        capture desktop -o test.mp4 -- pytest --headed
        capture desktop --size 1080p --fps 60 --seconds 20 -- glxgears
        capture desktop --keep failure -o failed.mp4 -- npx playwright test --headed
        capture desktop --artifacts failures -- ./run-tests
        capture desktop --split chapters --keep failure -o '{chapter}.mp4' -- pytest
        capture desktop --until-still 2s -o start.gif -- gedit notes.txt
        capture desktop --display :0 --region 640x360+100+50 --seconds 10

      EXIT CODES
        That of the program, 128 and the number of a signal that ended it, or 0 if
        --seconds or --until-still ended the film. 64 wrong usage, 69 Xvfb or the
        program is not installed, 70 Xvfb ended before the program; others as for
        capture snowflake.
      """)

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: a program to run and film, and its arguments.", valueName: "program"))
  var program: [String] = []

  @OptionGroup(title: "Screen") var screen: DesktopScreenOptions
  @OptionGroup(title: "Time") var time: DesktopTimeOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "When the film is kept: always, or only on failure, when the program does not end with 0. (values: always, failure; default: always)",
      valueName: "when"),
    completion: .list(FilmKeeping.allCases.map(\.rawValue)), transform: { try OptionText.choice("keep", $0) })
  var keep: FilmKeeping?

  @Option(
    help: ArgumentHelp(
      "Instead of -o: if the program fails, make a new folder in this one with film.mp4, the last picture as screen.png, and what the program wrote as log.txt.",
      valueName: "folder"))
  var artifacts: String?

  @Option(
    help: ArgumentHelp(
      "Also write a folder with the film without the pointer, and events.jsonl: pointer, clicks, keys, focus, changes.",
      valueName: "folder"))
  var session: String?

  @OptionGroup(title: "Report") var report: ReportOptions

  @Flag(help: ArgumentHelp("Run as the supervisor of a screen.", visibility: .private))
  var supervise = false

  static let defaultName = "desktop.mp4"

  mutating func validate() throws {
    if supervise { return }
    if program.isEmpty, screen.display == nil {
      throw ValidationError("capture desktop needs a program after --, or --display")
    }
    if program.isEmpty, keep == .failure {
      throw ValidationError("--keep failure needs a program after --")
    }
    if program.isEmpty, time.seconds == nil, time.untilStill == nil, !StandardError.isTerminal {
      throw ValidationError("--display without a program has no end: give --seconds or --until-still")
    }
    if let option = output.division.given {
      throw ValidationError("\(option) and desktop can't be combined: a live recording has one encoder")
    }
    try validateArtifacts()
  }

  private func validateArtifacts() throws {
    guard artifacts != nil else { return }
    if program.isEmpty { throw ValidationError("--artifacts needs a program after --") }
    let others: KeyValuePairs = [
      "-o": !output.output.isEmpty, "--keep": keep != nil, "--split": output.split != nil, "--for": output.site != nil,
      "--poster": output.poster != nil, "--sheet": output.sheet != nil, "--animated": output.animated,
    ]
    if let other = others.first(where: { $0.value })?.key {
      throw ValidationError(
        "--artifacts names its own files and can't be combined with \(other): give only one of them")
    }
  }

  var files: RunFiles {
    supervise || artifacts != nil
      ? RunFiles() : RunFiles().writing(films: output.paths(defaultName: Self.defaultName))
  }

  func run() async throws {
    if supervise { return Supervisor.run() }
    try await DesktopRecording(command: self).record()
  }
}

/// When a film is kept.
enum FilmKeeping: String, CaseIterable {
  case always, failure
}

/// The screen to be filmed.
struct DesktopScreenOptions: ParsableArguments {
  @OptionGroup var frame: SizeOptions

  @Option(
    help: ArgumentHelp("The dots per inch that the screen reports. (default: 96)", valueName: "number"),
    transform: { try OptionText.whole("dpi", $0, 24...960) })
  var dpi: Int?

  @Option(help: ArgumentHelp("Film a display that exists, such as :0, instead of a new one.", valueName: "name"))
  var display: String?

  @Option(
    help: ArgumentHelp("Film a part of the screen, in pixels: 640x360+100+50.", valueName: "region"),
    transform: { try PixelRegion(parsing: $0, as: "region") })
  var region: PixelRegion?

  @Option(help: ArgumentHelp("Film the place of the window whose title contains this text.", valueName: "title"))
  var window: String?

  @Flag(help: "Leave out the pointer.")
  var noPointer = false

  @Option(
    help: ArgumentHelp("Draw the pointer larger or smaller. (default: 1)", valueName: "factor"),
    transform: { try OptionText.number("pointer scale", $0, 0.5...8) })
  var pointerScale: Double?

  @Option(
    help: ArgumentHelp("The colour of the pointer's dark parts. (default: its own)", valueName: "color"),
    transform: Color.init(parsing:))
  var pointerColor: Color?

  @Flag(help: "Leave out the rings around clicks on the screen; those that a test reports stay.")
  var noClicks = false

  @Flag(help: "Show the keys that the screen receives, also those of passwords.")
  var keys = false

  mutating func validate() throws {
    if region != nil, window != nil { throw ValidationError("--region and --window can't be combined: give one") }
    if noPointer, pointerScale != nil || pointerColor != nil {
      throw ValidationError("--no-pointer leaves nothing to scale or colour: leave it out, or the other options")
    }
    guard display != nil else {
      if window != nil { throw ValidationError("--window needs --display: a new screen has no windows yet") }
      return
    }
    if frame.isGiven || dpi != nil {
      throw ValidationError("--size, --scale and --dpi are for new screens: leave them out, or leave out --display")
    }
  }
}

/// When a film of a screen ends, and its rate.
struct DesktopTimeOptions: ParsableArguments {
  @Option(FilmSettings.fps, help: "Frames a second, at most 60.", default: "30") var fps: String?

  @Option(
    help: ArgumentHelp(
      "End the film and the program after this time. (default: with the program)", valueName: "seconds"),
    transform: { try OptionText.seconds("length", $0, 0.001...86_400) })
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "End the film and the program when the screen has stood still for this time, once it had a window.",
      valueName: "seconds"),
    transform: { try OptionText.seconds("time until still", $0, 0.1...86_400) })
  var untilStill: Double?

  /// The rate of the film.
  func frameRate() throws -> FrameRate {
    let rate = try fps.map(FrameRate.init(parsing:)) ?? 30
    guard rate.framesPerSecond <= 60 else {
      throw InvalidValue("frame rate", rate, expected: "at most 60 in films of a screen")
    }
    return rate
  }
}
