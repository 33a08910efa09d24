import ArgumentParser
import Reel
import ReelFixtures

struct VerifyCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Find out what a pipeline did to a fixture.",
    discussion: """
      Reads the frame marks of a movie that once was made by capture fixture,
      whatever happened to it since: other codec, container, rate, size, crop or
      turn. It tells which frames were dropped, duplicated, reordered, late, frozen or
      stale, where times jump, how far the sound is off, and how much quality was
      lost against the original, which is drawn again for that.

      What the manifest says was done on purpose is expected. Without a manifest the
      marks alone tell. The manifest is NAME.json beside NAME.mp4, or what
      --manifest names. For a folder every movie in it is verified, and failures are
      grouped.

      EXPECTATIONS
        A demand replaces the rule that nothing may differ for what it names.
        Exactly so many: pictures, dropped, duplicated, frozen, stale, reordered,
        restarted, late, early, gaps, jumps, retimed, unreadable, foreign, damaged,
        silent (beeps that are not heard). Exactly: start (s), orientation (EXIF, 1
        is upright). At least: min-psnr, mean-psnr (dB), min-ssim, mean-ssim. At
        most: sound-offset, jitter (ms).

        One fixed shift of all frames is told, and is a difference only where start
        is demanded: many containers can't say where a clip begins.

      EXAMPLES
        capture verify out.mp4 --manifest clip.json
        capture verify out.mp4 --manifest clip.json --expect dropped=0,min-psnr=35
        capture verify out/ --manifest fixtures/ --report report/

      EXIT CODES
        0 all as expected, 1 differences, 64 wrong usage, 65 not readable.
      """)

  @Argument(help: ArgumentHelp("The movie, numbered pictures such as %04d.png, or a folder.", valueName: "movie"))
  var movie: String

  @Option(
    help: ArgumentHelp(
      "The manifest, or a folder with those of many movies. (default: beside the movie)", valueName: "path"))
  var manifest: String?

  @Option(
    help: ArgumentHelp("What it has to be, with commas between: dropped=0,min-psnr=35.", valueName: "list"),
    transform: { try Expectation.list(parsing: $0) })
  var expect: [Expectation] = []

  @Option(help: ArgumentHelp("Write a page with the timeline and the worst frames into a folder.", valueName: "folder"))
  var report: String?

  @Flag(help: "Replace files of a report that Reel did not make.")
  var force = false

  @OptionGroup var result: ResultOptions

  var files: RunFiles {
    RunFiles(reads: ["the movie": movie, "--manifest": manifest], writes: ["--report": report])
  }

  func run() async throws {
    let isFine = try await Aside.run { try verify() }
    if !isFine { throw ExitCode(1) }
  }

  private func verify() throws -> Bool {
    let run = VerifyRun(
      manifest: manifest, expectations: expect, report: report, replacing: force ? .always : .named)
    guard OutputFile.kind(at: movie) == OutputFile.folderKind else {
      let verification = try run.verify(movie).verification
      try result.tell(verification, verification.text)
      return verification.isAsExpected
    }
    let folder = VerifyFolder(path: movie, run: run)
    let found = try folder.verify()
    try result.tell(found, found.text)
    return found.isAsExpected
  }
}
