import ArgumentParser
import Reel
import ReelPlatform
import ReelStoryboards

struct PlayCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Film a storyboard: scenes, titles and transitions on a page of YAML.",
    discussion: """
      A storyboard lists scenes and the transitions between them. It reads files only
      in its own folder and runs no programs. `capture story.yaml` is the same as
      `capture play story.yaml`. A recipe written by --recipe is filmed too.

          film: {size: 1080p, fps: 30, theme: paper}
          scenes:
            - title: {text: Letters, subtitle: The first three}
              transition: {kind: page-curl, seconds: 1}
            - trace: {letters: A, hand: neat}
              caption: Down, down, across

      EXAMPLES
        capture play story.yaml
        capture play story.yaml --timeline
        capture play story.yaml --set film.size=720p --set vars.letter=B -o b.mp4
        capture play story.yaml --data pupils.csv -o 'lesson-{name}.mp4'
        capture still story.yaml --at 12.5
      """)

  @Argument(help: ArgumentHelp("The storyboard; - for standard input.", valueName: "story.yaml"))
  var file: String

  @OptionGroup(title: "Storyboard") var changes: StoryboardChanges
  @OptionGroup(title: "Storyboard") var data: DataOptions
  @OptionGroup(title: "Storyboard") var part: StretchOptions

  @Flag(help: "Check the storyboard and print its timeline; make no film.")
  var dryRun = false

  @Flag(help: "Print when every scene begins and ends, then make the film.")
  var timeline = false

  @Flag(help: "Record in real time instead of as fast as possible; late frames are skipped and counted.")
  var realtime = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  mutating func validate() throws {
    try recipe.validate(realtime: realtime)
    guard data.data != nil else { return }
    if output.split != nil {
      throw ValidationError("--split and --data can't be combined: run capture once for each row")
    }
    if let option = output.division.given {
      throw ValidationError("\(option) and --data can't be combined: run capture once for each row")
    }
    for name in output.output + [recipe.recipe, output.poster].compactMap(\.self) where try NamePattern(name).isConstant
    {
      throw ValidationError(
        "--data makes a film for each row, but all of them would be named \(name): put {n} or the name of a column into it"
      )
    }
  }

  private var defaultName: String {
    OutputName.of(file, ending: data.data == nil ? ".mp4" : "-{n}.mp4")
  }

  var files: RunFiles {
    get throws {
      var films = try films(at: .now)
      // The outputs that a storyboard lists replace the default name, but are known only after reading it.
      if output.output.isEmpty, !output.division.makesPart {
        for index in films.indices { films[index].outputs.removeFirst() }
      }
      return try files(of: films, reading: [])
    }
  }

  private var inputs: KeyValuePairs<String, String?> {
    ["the storyboard": file == "-" ? nil : file, "--data": data.data]
  }

  /// The files of the run, including those that the storyboard names.
  private func files(of films: [Film], reading named: [String]) throws -> RunFiles {
    var files = RunFiles(reads: inputs)
    for path in named { files.read(path, as: "a file of the storyboard") }
    guard !dryRun else { return files }
    return films.reduce(files) { $0.writing(films: $1.outputs + $1.chapters).writing($1.recipe, as: "--recipe") }
  }

  /// A film: the values of its row, and its outputs.
  private struct Film {
    var row: [String: String]
    var outputs: [String]
    var recipe: String?
    /// The outputs that the storyboard lists; empty if the user names any.
    var listed: [ListedOutput] = []
    /// The files of the chapters with `--split`.
    var chapters: [String] = []
  }

  /// The films of the rows, or one film without a table.
  private func films(at now: FilmDate) throws -> [Film] {
    try data.rows().map { row in
      Film(
        row: row, outputs: try outputs(for: row, at: now),
        recipe: try recipe.recipe.map { try data.names([$0], for: row, now: now)[0] })
    }
  }

  /// The outputs of a row.
  ///
  /// Those of chapters keep their fields until the chapters are known.
  private func outputs(for row: [String: String], at now: FilmDate) throws -> [String] {
    guard output.split != nil else { return try data.names(output.paths(defaultName: defaultName), for: row, now: now) }
    return output.output + (try data.names(output.poster.map { [$0] } ?? [], for: row, now: now))
  }

  func run() async throws {
    // Text is measured before anything is drawn, and the film's own search warns.
    try FontSearch([], isQuiet: true, isVerbose: report.verbose > 0).finish()
    let now = FilmDate.now
    var films = try films(at: now)
    let storyboard = try StoryboardFile(file)
    var lines: [String] = []
    var (named, notes): ([String], [String]) = ([], [])
    // All are checked before the first is made. They are not kept, since pictures are large.
    for index in films.indices {
      let story = try self.story(storyboard, films[index])
      named += story.files + story.film.scenes.files
      for note in story.notes where !report.quiet && !notes.contains(note) {
        StandardError.say(note)
        notes.append(note)
      }
      if output.split != nil {
        films[index].chapters = try ChapterSplit(story.film, patterns: output.output, at: data.date ?? now).names
      }
      if output.output.isEmpty, !output.division.makesPart, output.split == nil, !story.outputs.isEmpty {
        films[index].listed = try story.outputs.map { try $0.named(by: data, for: films[index].row, now: now) }
        films[index].outputs = films[index].listed.map(\.path) + films[index].outputs.dropFirst()
      }
      if films.count > 1 { lines.append(films[index].outputs.joined(separator: ", ")) }
      lines += StoryTimeline(story.film).lines + films[index].listed.map(\.summary)
    }
    let files = try files(of: films, reading: named)
    try files.check()
    if dryRun || timeline { try printLines(lines) }
    if dryRun { return }
    try await files.withFolders {
      // No film is made if any film of the table cannot be.
      for film in films where films.count > 1 {
        let (output, recipe) = options(of: film)
        try output.checkPaths(film.outputs)
        try recipe.checked(replacing: output.replacement.policy)
      }
      for film in films { try await record(film, of: storyboard, at: now) }
    }
  }

  private func record(_ film: Film, of storyboard: StoryboardFile, at now: FilmDate) async throws {
    let (output, recipe) = options(of: film)
    var run = RecordingRun(
      film: try self.story(storyboard, film).film, pace: realtime ? .realTime : .virtual,
      defaultName: !output.division.makesPart ? film.outputs[0] : defaultName, output: output, report: report,
      recipe: recipe,
      isRateGiven: changes.settings.contains { $0.key == "film.fps" }, textOption: nil)
    (run.now, run.listed) = (data.date ?? now, ListedOutputs(film.listed))
    try await run.record()
  }

  /// The options with the file names of a film.
  ///
  /// Under a default name, only a film made by Reel is replaced.
  private func options(of film: Film) -> (OutputOptions, RecipeOptions) {
    var (output, recipe) = (output, recipe)
    if output.poster != nil { output.poster = film.outputs.last }
    if !film.listed.isEmpty {
      output.output = film.listed.map(\.path)
    } else if !output.output.isEmpty, !output.division.makesPart {
      output.output = Array(film.outputs.prefix(output.output.count))
    }
    recipe.recipe = film.recipe
    return (output, recipe)
  }

  private func story(_ storyboard: StoryboardFile, _ film: Film) throws -> StoryboardFile.Story {
    var story = try storyboard.story(changes, part.stretch, variables: data.data == nil ? [:] : film.row)
    story.film.output = try output.encoding(over: story.film.output)
    return story
  }

  /// Prints the timeline, on standard error if the film goes to standard output.
  private func printLines(_ lines: [String]) throws {
    guard !output.isStandardOutput else { return lines.forEach { StandardError.say($0) } }
    try StandardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}
