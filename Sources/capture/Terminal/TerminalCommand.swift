import ArgumentParser
import Reel
import ReelTapes
import ReelTerminal

struct TerminalCommand: FilmCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminal",
    abstract: "Film a terminal session: recorded, scripted, or as a program runs.",
    discussion: """
      Reads an asciicast (asciinema's format, version 1, 2 or 3), a ttyrec, or a
      typescript of `script` with its timing. Asciicasts and ttyrecs may be gzipped.
      Reel's terminal emulator replays the session as fast as the machine can. It
      runs nothing in the file and answers no queries. Markers become chapters.
      `capture demo.cast` is the same as `capture terminal demo.cast`.

      A file that ends in .tape is a script in the language of vhs: what to type into
      a shell, when to pause, and which text to wait for. `capture demo.tape` runs it
      and makes the outputs that it names, or those of -o. A program after -- runs in
      real time, with your keyboard if there is one. Only tapes and programs after --
      run anything. Programs get few environment variables (see --env); the shell of
      a tape reads none of your files and keeps no history.

      -o may also name a .cast, which can be filmed again, a .png for the last
      screen, a .json with its text, styles and cursor, or a .txt. The .txt has the
      screens of a tape, or those of a recording at its markers and its end. In a
      tape, `State screen.json` saves the screen of that moment.

      EXAMPLES
        capture terminal demo.cast
        capture terminal demo.cast --idle-limit 2 --speed 1.5 -o demo.gif
        capture terminal demo.cast --from 10 --to 1m --theme paper --size 1080p
        capture terminal demo.cast --keys --theme-file dracula.json -o demo.webm
        capture terminal demo.cast --redact 'token=\\w+' -o clean.cast -o demo.mp4
        capture terminal typescript --timing timing -o session.mp4
        capture demo.tape
        capture terminal demo.tape -o demo.mp4 -o demo.txt --redact 'token=\\w+'
        capture terminal --check demo.txt demo.tape || capture demo.tape
        capture terminal --cols 100 --rows 30 -o build.gif -- make demo
        capture still demo.cast --at 12.5

      EXIT CODES
        0 done, 1 a tape's Wait timed out, or screens differ, 64 wrong usage, 65 the
        file is not a recording or tape, 66 no such file, 69 a program is not
        installed; others as for capture snowflake. With a program after --, the exit
        code of that program, or 128 and the number of a signal that ended it; with
        --ignore-exit-code 0 if everything was recorded. A line on standard error
        reports how the program ended.
      """)

  @Argument(help: ArgumentHelp("The recording, - for standard input, or a tape.", valueName: "file"))
  var file: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: a program to run and record, and its arguments.", valueName: "program"))
  var program: [String] = []

  @Option(
    help: ArgumentHelp(
      "The timing of a typescript: the file that script --log-timing wrote.", valueName: "file"))
  var timing: String?

  @OptionGroup(title: "Time") var time: TerminalTimeOptions
  @OptionGroup(title: "Picture") var picture: TerminalPictureOptions
  @OptionGroup(title: "Programs") var running: RunningOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  mutating func validate() throws {
    try recipe.validate(realtime: time.realtime)
    if running.record != nil {
      try validateRecord()
      return
    }
    guard (file == nil) != program.isEmpty else {
      throw ValidationError(
        file == nil
          ? "capture terminal needs a recording, a tape, or a program after --"
          : "\(file ?? "") and a program can't be filmed together: leave out one")
    }
    if program.isEmpty, tapePath == nil, let option = running.given {
      throw ValidationError("\(option) is for programs: name a tape, or a program after --")
    }
    if running.check != nil, tapePath == nil {
      throw ValidationError("--check needs a tape: name one, such as demo.tape")
    }
    if timing != nil, file == nil || tapePath != nil {
      throw ValidationError("--timing is for typescripts: name one")
    }
    if [file, timing, picture.themeFile].count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read only once: name files for all but one of them")
    }
  }

  /// Checks that `--record` has a keyboard to record and a tape to write.
  private func validateRecord() throws {
    if let file { throw ValidationError("--record saves what you type: leave out \(file)") }
    if running.check != nil { throw ValidationError("--check and --record can't be combined: leave out one") }
    if timing != nil { throw ValidationError("--timing is for typescripts: leave it out") }
    guard let path = running.record, TapeFile.isTape(path) else {
      throw ValidationError("--record needs a name that ends in .tape, such as demo.tape")
    }
  }

  static let defaultName = "terminal.mp4"

  /// The default settings of a session's film.
  static var usualFilm: FilmSettings {
    var film = FilmSettings()
    film.frameRate = 30
    return film
  }

  var files: RunFiles {
    get throws {
      guard let file, tapePath == nil else { return try filesOfRun() }
      return filesOfReplay(file)
    }
  }

  private func filesOfReplay(_ file: String) -> RunFiles {
    RunFiles(
      reads: [
        "the recording": file == "-" ? nil : file, "--timing": timing == "-" ? nil : timing,
        "--theme-file": picture.themeFile == "-" ? nil : picture.themeFile,
        "--background-image": picture.backgroundImage,
      ], writes: ["--recipe": recipe.recipe]
    ).writing(films: output.paths(defaultName: Self.defaultName))
  }

  func run() async throws {
    if let tapePath { return try await play(tapePath) }
    guard let file else { return try await recordProgram() }
    try FontFolder.add(picture.fontFolders)
    let (scene, cast) = try replay(of: file)
    let outputs = outputs(of: nil)
    let files = try outputs.checked(replacing: output.replacement.policy)
    try check(scene, outputs, hasShots: false)
    var film = try film(of: scene)
    film.tracks.chapters = scene.markers.map { FilmChapter($0.label, at: $0.time) }
    if !files.isEmpty {
      try checkSinks(film, outputs, [], isRateGiven: time.fps != nil)
      let session = TapeSession(cast: cast, moments: ScreenText.moments(of: cast))
      try put(outputs, files, session, scene.shownPalette)
    }
    try await record(film, outputs, [], isRateGiven: time.fps != nil)
  }

  func described() async throws -> FilmDescription {
    guard let file else {
      throw ValidationError(
        "a still cannot show a program: record it with -o session.cast, then draw a still of that file")
    }
    try FontFolder.add(picture.fontFolders)
    if let tapePath { return try await described(byTape: tapePath) }
    return try film(of: replay(of: file).scene)
  }

  /// The film of a recording, and the masked recording.
  private func replay(of file: String) throws -> (scene: TerminalFilm, cast: Cast) {
    var masked = try masked(try CastFile.read(file, timing: timing), by: try Redaction(running.redact))
    let cast = masked.cast
    var scene = TerminalFilm(cast)
    if picture.keys, !scene.hasKeys {
      throw InvalidValue(
        "keys", "--keys", expected: "",
        sentence: "--keys needs a recording with keys: asciinema records them with --capture-input")
    }
    try time.apply(to: &scene)
    try picture.apply(to: &scene)
    hide(in: &scene, &masked)
    return (scene, cast)
  }

  private func film(of scene: TerminalFilm) throws -> FilmDescription {
    var film = FilmDescription(scene, output: try output.encoding())
    (film.film.size, film.film.frameRate) = (
      try picture.frame.pixelSize(otherwise: output.site?.terms.size), try time.frameRate()
    )
    return film
  }
}

/// Which part of a session is shown, and how fast.
struct TerminalTimeOptions: ParsableArguments {
  @Option(FilmSettings.fps, help: "Frames a second.", default: "30") var fps: String?
  @Option(TerminalFilm.speed) var speed: String?
  @Option(TerminalFilm.idleLimit, default: "the recording's") var idleLimit: String?
  @Option(TerminalFilm.from) var from: String?
  @Option(TerminalFilm.to, default: "its end") var to: String?
  @Option(TerminalFilm.hold) var hold: String?
  @Option(TerminalFilm.loopOffsetOption) var loopOffset: String?

  @Flag(help: "Record in real time instead of as fast as possible; late frames are skipped and counted.")
  var realtime = false

  var pace: Pace { realtime ? .realTime : .virtual }

  /// The frame rate of the film.
  func frameRate() throws -> FrameRate { try fps.map(FrameRate.init(parsing:)) ?? 30 }

  /// Sets how a session is replayed.
  func apply(to film: inout TerminalFilm) throws {
    try film.set([
      TerminalFilm.speed: speed, TerminalFilm.idleLimit: idleLimit, TerminalFilm.from: from, TerminalFilm.to: to,
      TerminalFilm.hold: hold, TerminalFilm.loopOffsetOption: loopOffset,
    ])
    let end = film.replay.to ?? film.cast.duration
    guard film.replay.from <= end else {
      throw InvalidValue(
        "from", "\(fixed(film.replay.from, 2)) s", expected: "before the end of the film, at \(fixed(end, 2)) s")
    }
    let duration = film.intrinsicDuration ?? 0
    guard duration <= FilmSettings.lengths.upperBound else {
      throw InvalidValue(
        "length", "\(fixed(duration, 0)) s",
        expected: "at most a day: shorten it with --idle-limit, --speed, --from or --to")
    }
  }
}

/// The look of a session's film.
struct TerminalPictureOptions: ParsableArguments {
  @OptionGroup var frame: SizeOptions

  @Option(
    help: ArgumentHelp(
      "The columns of the terminal. (default: the recording's; for a program, your terminal's or 80)",
      valueName: "number"),
    transform: { try OptionText.whole("columns", $0, Terminal.sides) })
  var cols: Int?

  @Option(
    help: ArgumentHelp("The rows of the terminal. (default: as for --cols, or 24)", valueName: "number"),
    transform: { try OptionText.whole("rows", $0, Terminal.sides) })
  var rows: Int?

  @Flag(TerminalFilm.keysOption) var keys: Bool
  @Option(TerminalFilm.highlightOption) var highlight: String?
  @Option(TerminalFilm.highlightRegionOption) var highlightRegion: String?
  @Option(TerminalFilm.zoomRegionOption) var zoomRegion: String?
  @Option(TerminalFilm.zoomTextOption) var zoomText: String?
  @Option(TerminalFilm.zoomFactorOption, default: "as far as the whole line or region stays in view")
  var zoomFactor: String?
  @Option(TerminalFilm.zoomFromOption, default: "the beginning, or when the text appears") var zoomFrom: String?
  @Option(TerminalFilm.zoomUntilOption, default: "never, or when the text disappears") var zoomUntil: String?
  @Option(TerminalFilm.themeOption, default: "the recording's, or night") var theme: String?

  @Option(
    help: ArgumentHelp(
      "A JSON file with 16 colours in the format of Windows Terminal, VS Code or vhs.", valueName: "file.json"
    ))
  var themeFile: String?

  @Option(TerminalFilm.backgroundOption) var background: String?

  @Option(
    name: .customLong(TerminalFilm.backgroundImageOption.name),
    help: ArgumentHelp(
      TerminalFilm.backgroundImageOption.help, valueName: TerminalFilm.backgroundImageOption.valueName))
  var backgroundImage: String?

  @Flag(TerminalFilm.noWindow) var noWindow: Bool
  @Option(TerminalFilm.titleOption, default: "the session's title") var title: String?
  @Option(TerminalFilm.windowBar) var windowBar: String?
  @Option(TerminalFilm.windowBarSize) var barSize: String?
  @Option(TerminalFilm.windowMargin) var margin: String?
  @Option(TerminalFilm.windowPadding) var padding: String?
  @Option(TerminalFilm.windowRadius) var radius: String?
  @Flag(TerminalFilm.fillMargin) var fillMargin: Bool
  @Flag(TerminalFilm.noShadow) var noShadow: Bool
  @Option(TerminalFilm.textFontOption) var textFont: String?
  @Option(TerminalFilm.fontSizeOption, default: "as large as fits") var fontSize: String?
  @Option(TerminalFilm.lineHeightOption) var lineHeight: String?
  @Option(TerminalFilm.letterSpacingOption) var letterSpacing: String?
  @Flag(TerminalFilm.cursorBlink) var cursorBlink: Bool

  @Option(
    name: .customLong("font-dir"),
    help: ArgumentHelp(
      "Use the fonts in this folder, for this run only; may be given more than once.", valueName: "folder"))
  var fontFolders: [String] = []

  @Flag(help: "Fail if a character is in no font; otherwise a warning names it.")
  var strict = false

  /// Applies the look to a film.
  func apply(to film: inout TerminalFilm) throws {
    try film.set([
      TerminalFilm.columnsOption: cols.map { "\($0)" }, TerminalFilm.rowsOption: rows.map { "\($0)" },
      TerminalFilm.keysOption: keys.text,
      TerminalFilm.zoomRegionOption: zoomRegion, TerminalFilm.zoomTextOption: zoomText,
      TerminalFilm.zoomFactorOption: zoomFactor,
      TerminalFilm.zoomFromOption: zoomFrom, TerminalFilm.zoomUntilOption: zoomUntil,
      TerminalFilm.highlightOption: highlight, TerminalFilm.highlightRegionOption: highlightRegion,
      TerminalFilm.themeOption: theme, TerminalFilm.backgroundOption: background, TerminalFilm.noWindow: noWindow.text,
      TerminalFilm.titleOption: title, TerminalFilm.windowMargin: margin, TerminalFilm.windowPadding: padding,
      TerminalFilm.windowRadius: radius, TerminalFilm.noShadow: noShadow.text, TerminalFilm.textFontOption: textFont,
      TerminalFilm.fontSizeOption: fontSize, TerminalFilm.lineHeightOption: lineHeight,
      TerminalFilm.letterSpacingOption: letterSpacing, TerminalFilm.cursorBlink: cursorBlink.text,
      TerminalFilm.windowBar: windowBar, TerminalFilm.windowBarSize: barSize, TerminalFilm.fillMargin: fillMargin.text,
    ])
    if let backgroundImage { film.backgroundImage = try PictureFile.read(backgroundImage) }
    if let themeFile { film.colors = try CastFile.palette(themeFile) }
  }

  /// Warns about pictures that are not drawn.
  func checkImages(of film: TerminalFilm, isQuiet: Bool) {
    if isQuiet { return }
    for fault in film.imageFaults {
      StandardError.say("capture: warning: \(fault): it is not drawn")
    }
  }

  /// Warns about characters that no font has, or refuses them with `--strict`.
  ///
  /// - Throws: `MissingCharacters`, with `--strict`.
  func checkCharacters(of film: TerminalFilm, isQuiet: Bool) throws {
    guard strict || !isQuiet, let missing = MissingCharacters(in: film) else { return }
    if strict { throw missing }
    StandardError.say("capture: warning: \(missing)")
  }
}
