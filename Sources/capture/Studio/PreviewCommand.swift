import ArgumentParser
import Reel

struct PreviewCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Open a page that shows a storyboard while it is written.",
    discussion: """
      The command prints a link to the page of capture studio, which opens with
      the storyboard. A file that is saved in an editor is shown at once, with
      errors at their lines. The slider goes to any frame; the key M sets a cue
      there, in a file beside the storyboard: lesson.vtt for lesson.yaml.

      EXAMPLES
        capture preview lesson.yaml
        capture preview lesson.yaml --port 9000

      EXIT CODES
        0 after an interruption, 64 wrong usage, 65 the file is not text, 66 it cannot
        be read, 71 the port or the folder cannot be used.
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
