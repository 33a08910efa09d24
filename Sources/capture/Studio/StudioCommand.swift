import ArgumentParser
import Reel
import ReelStudio

struct StudioCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Serve a page for tracing, judging and filming letters.",
    discussion: """
      Prints a link and serves the page until you interrupt it. On the page you trace
      letters with a finger, a pen or a mouse, judged at every move. You can film
      sessions, snowflakes and storyboards. Each session is a file in --folder, and
      each stroke is on the disk as soon as it ends.

      Separate processes read and draw storyboards, programs and imported files, with
      limits on time and memory. If one exceeds a limit, the page shows an error and
      the studio keeps running.

      Only this machine can open the page, unless you give --lan. Then other machines
      on the network can, with the token in the link.

      EXAMPLES
        capture studio
        capture studio --folder lessons --port 9000
        capture studio story.yaml

      EXIT CODES
        0 interrupted, 64 wrong usage, 65 the file is not text, 66 it cannot be read,
        71 the port or the folder cannot be used.
      """)

  @Argument(help: ArgumentHelp("A storyboard to preview as you edit it.", valueName: "story.yaml"))
  var story: String?

  @OptionGroup var page: StudioPageOptions

  var files: RunFiles { RunFiles(reads: ["the storyboard": story, "--folder": page.folder]) }

  @Flag(
    name: .customLong(StudioPrograms.option), help: ArgumentHelp("Run as a worker of a studio.", visibility: .private))
  var isWorker = false

  func run() async throws {
    if isWorker { await StudioWork.serve() }
    if let story { try FileContent.requireText(story, "capture studio reads storyboards") }
    try await page.run(story)
  }
}
