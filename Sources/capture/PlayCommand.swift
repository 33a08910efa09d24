import ArgumentParser
import Reel
import ReelStoryboards

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct PlayCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Film a storyboard: scenes, titles and transitions on a page of YAML.",
    discussion: """
      A storyboard lists scenes and how one leads into the next. It names files of
      its own folder and runs no programs. `capture story.yaml` is the same. What
      --recipe wrote is filmed again as well.

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
        capture still story.yaml --at 12.5
      """)

  @OptionGroup(title: "Storyboard") var storyboard: StoryboardOptions

  @Flag(help: "Check the storyboard and print its timeline; make no film.")
  var dryRun = false

  @Flag(help: "Print when every scene begins and ends before the film is made.")
  var timeline = false

  @Flag(help: "Record as time goes, not as fast as the machine can; late frames are counted.")
  var realtime = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Recipe") var recipe: RecipeOptions

  mutating func validate() throws { try recipe.validate(realtime: realtime) }

  private var defaultName: String { StoryboardFile.name(of: storyboard.file, ending: ".mp4") }

  var files: RunFiles {
    let file = storyboard.file == "-" ? nil : storyboard.file
    let files = RunFiles(reads: ["the storyboard": file], writes: ["--recipe": recipe.recipe])
    return dryRun ? files : files.writing(films: output.paths(defaultName: defaultName))
  }

  func run() async throws {
    var film = try StoryboardFile.film(storyboard.file, storyboard)
    film.output = try output.encoding(over: film.output)
    if dryRun || timeline { try tell(film) }
    if dryRun { return }
    try await RecordingRun(
      film: film, pace: realtime ? .realTime : .virtual, defaultName: defaultName, output: output, report: report,
      recipe: recipe, isRateGiven: storyboard.settings.contains { $0.key == "film.fps" }, textOption: nil
    ).record()
  }

  /// Prints when everything begins and ends; beside a film on standard output, it is told as messages are.
  private func tell(_ film: FilmDescription) throws {
    let lines = StoryTimeline(film).lines
    guard !output.isStandardOutput else { return lines.forEach { StandardError.say($0) } }
    try StandardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}

/// Which storyboard is meant, and what is changed in it.
struct StoryboardOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The storyboard; - for standard input.", valueName: "story.yaml"))
  var file: String

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Replace a value, such as film.size=720p or vars.letter=B.", valueName: "key=value"))
  var sets: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A folder or file beyond the storyboard's folder that it may name.", valueName: "path"))
  var allowPath: [String] = []

  mutating func validate() throws {
    for text in sets where text.firstIndex(of: "=").map({ $0 == text.startIndex }) ?? true {
      throw ValidationError("--set takes a key and a value, such as film.size=720p, and not \(text)")
    }
  }

  /// The values to be replaced, by their keys.
  var settings: [(key: String, value: String)] {
    sets.compactMap { text in
      text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
    }
  }
}
