import ArgumentParser
import Reel

struct PreviewCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Serve a page that previews a storyboard as you edit it.",
    discussion: """
      Prints a link that opens the page of capture studio at the storyboard. Whenever
      you save the file in your editor, the page shows the result, with errors at
      their lines. It plays with sound: press the space key. The slider and the arrow
      keys go to any frame. The key M sets a cue there, which is kept in a file beside
      the storyboard: lesson.vtt for lesson.yaml.

      EXAMPLES
        capture preview lesson.yaml
        capture preview lesson.yaml --port 9000

      EXIT CODES
        0 interrupted, 64 wrong usage, 65 the file is not text, 66 it cannot be read,
        71 the port or the folder cannot be used.
      """)

  @Argument(help: ArgumentHelp("The storyboard.", valueName: "story.yaml"))
  var story: String

  @OptionGroup var studio: StudioPageOptions

  var files: RunFiles { RunFiles(reads: ["the storyboard": story, "--folder": studio.folder]) }

  func run() async throws {
    try FileContent.requireText(story, "capture preview reads storyboards")
    try await studio.run(story)
  }
}
