import ArgumentParser
import Reel

struct TraceCommand: FilmCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Replay a finger that traces letters.",
    discussion: """
      The session is a file in Reel's own format, or ink in one of these formats:
      Quick, Draw!, InkML, UNIPEN, IAM-OnDB, UJI pen characters, SCG Ink, Xournal++,
      Rnote, Excalidraw, tldraw, signature_pad, react-sketch-canvas, pointer
      events of a browser, KanjiVG, AnimCJK, Hanzi Writer, SVG. The file may be
      gzipped. Without a file, a synthetic hand writes --letters.

      EXAMPLES
        capture trace --letters Aa
        capture trace session.jsonl --max-pause 0.5 --speed 2 -o session.mp4
        capture trace drawings.ndjson --index 3 --theme night
        capture trace notes.xopp --index 2 --seconds 10
        capture trace session.jsonl --score
      """)

  @OptionGroup(title: "Session") var source: TraceSourceOptions
  @OptionGroup(title: "Time") var time: TraceTimeOptions
  @OptionGroup(title: "Picture") var picture: TracePictureOptions

  @Flag(help: "Print the session's score as JSON instead of filming it; can be combined with --export.")
  var score = false

  @Option(help: ArgumentHelp("Write the session in Reel's own format instead of filming it.", valueName: "file"))
  var export: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  mutating func validate() throws { try recipe.validate(realtime: time.realtime) }

  var files: RunFiles {
    let files = RunFiles(
      reads: [
        "the session": source.file, "--expect": source.expect, "--font": source.writing.font,
        "--alphabet": source.writing.alphabetFile,
        "--background-image": picture.backgroundImage, "--key-image": picture.keyImage,
      ], writes: ["--export": export, "--recipe": recipe.recipe])
    return export == nil && !score ? files.writing(films: output.paths(defaultName: "trace.mp4")) : files
  }

  /// The requested frame size; nil for the session's own.
  private var size: PixelSize? { picture.size ?? output.site?.terms.size }

  func run() async throws {
    let (session, notes, included) = try source.session(shape: size)
    var files = files
    for path in included { files.read(path, as: "a file that the ink includes") }
    try files.check()
    if !report.quiet, !output.isStandardOutput {
      for note in notes { StandardError.say(note) }
    }
    let judgement = try score ? TraceScore(session) : nil
    if let export { try write(session, to: export) }
    if let judgement { try judgement.writeText { try StandardOutput.write($0) } }
    if score || export != nil { return }

    try await RecordingRun(
      film: try film(of: session), pace: time.pace, defaultName: "trace.mp4", output: output, report: report,
      recipe: recipe,
      isRateGiven: time.fps != nil, textOption: "--hide time"
    ).record()
  }

  func described() throws -> FilmDescription { try film(of: source.session(shape: size).0) }

  private func film(of session: TraceSession) throws -> FilmDescription {
    var trace = TraceFilm(session)
    try picture.apply(to: &trace)
    try time.apply(to: &trace, in: source.fileName)
    if !report.quiet { for warning in picture.warnings(of: trace) { StandardError.write("\(warning)\n") } }
    var film = FilmDescription(trace, output: try output.encoding())
    (film.film.size, film.film.frameRate) = (size ?? session.header.naturalSize, try time.frameRate())
    return film
  }

  private func write(_ session: TraceSession, to path: String) throws {
    try OutputOptions.checkText(path)
    let file = try OutputFile(path: path, replacing: output.replacement.policy)
    try file.requireKind("session", containing: "reel-trace")
    try file.put(session.text())
    if !report.quiet { StandardError.say("\(path): \(counted(session.events.count, "event"))") }
  }
}
