import ArgumentParser
import Reel
import ReelStudio

struct StudioCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Open a page on which letters are traced, judged and filmed.",
    discussion: """
      The command prints a link and serves the page behind it until it is interrupted.
      Letters are traced there with a finger, a pen or a mouse, and judged at every
      move; sessions, snowflakes and storyboards become films. Each session is a
      file in the folder, and each stroke is on the disk as soon as it ends.

      Storyboards, programs and imported files are read and drawn by processes of
      their own, each within a limit of time and memory: one that takes more ends
      with a sentence, and the studio goes on.

      Only this machine can open the page, unless --lan is given: then others of the
      network can, with the token in the link.

      EXAMPLES
        capture studio
        capture studio --folder lessons --port 9000
        capture studio story.yaml

      EXIT CODES
        0 after an interruption, 64 wrong usage, 65 the file is not text, 66 it cannot
        be read, 71 the port or the folder cannot be used.
      """)

  @Argument(help: ArgumentHelp("A storyboard, which is shown while it is written.", valueName: "story.yaml"))
  var story: String?

  @OptionGroup var page: StudioPageOptions

  var files: RunFiles { RunFiles(reads: ["the storyboard": story, "--folder": page.folder]) }

  @Flag(name: .customLong(StudioPrograms.option), help: ArgumentHelp("Work for a studio.", visibility: .private))
  var isWorker = false

  func run() async throws {
    if isWorker { await StudioWork.serve() }
    if let story { try FileContent.requireText(story, "capture studio reads storyboards") }
    try await page.run(story)
  }
}
