import ArgumentParser
import Reel
import ReelFixtures
import ReelPlatform

struct VerifyCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Find out what a pipeline did to a film.",
    discussion: """
      Reads the frame marks of a movie made by capture fixture, even after a change
      of codec, container, rate, size, crop or rotation. Reports dropped, duplicated,
      reordered, late, frozen and stale frames, jumps in time and the offset of the
      sound. Draws the original again to measure the loss of quality.

      Deliberate faults listed in the manifest are expected. Without a manifest, only
      the marks are checked. The manifest is NAME.json beside NAME.mp4, or the file
      given with --manifest. For a folder, every movie in it is verified and failures
      are grouped; links that lead out of the folder are skipped. For an HLS playlist
      or a DASH presentation, every rung and the boundaries of its segments are
      verified.

      OTHER FILMS
        --reference original.mov compares any film with the one that it was made
        from. Their frames are matched by what they show, even after cuts, a crop or
        a change of size, rate or levels. Findings have the same names as for
        fixtures. Frames that look alike, and sound that repeats, are named as what
        can't be told.

        --recipe film.json does the same with a film that Reel draws: from a recipe or
        a storyboard, as capture check and capture play do. Its sound is not compared.

      EXPECTATIONS
        Without expectations, nothing may differ. --expect dropped=2 demands two
        dropped frames; everything else must still be equal.

        Exact counts: pictures, dropped, duplicated, frozen, stale, reordered,
        restarted, late, early, gaps, jumps, retimed, levels, colors, tags, fields
        (interlaced), alpha, timecode, spoiled, cropped and borders (pixels at all
        sides together), moved, blurred, blended (two frames mixed), torn,
        unreadable, foreign, unmatched (not in the reference), damaged, silent
        (missing beeps), clipped (beeps too loud), channels (of sound: muted,
        exchanged, inverted or mixed). Exact values: start (s), orientation (EXIF, 1
        is upright), scale (0.5), aspect (16:9). Minimums: min-psnr, mean-psnr,
        min-chroma, mean-chroma (dB), min-ssim, mean-ssim, min-vmaf, mean-vmaf (with
        --vmaf). Maximums: sound-offset, jitter (ms).

        A constant shift of all frames is reported, but counts as a difference only
        if --expect names start, because many containers can't store a clip's start.

      EXAMPLES
        capture verify out.mp4 --manifest clip.json
        capture verify out.mp4 --manifest clip.json --expect dropped=0,min-psnr=35
        capture verify out/ --manifest fixtures/ --report report/
        capture verify out.mp4 --manifest clip.json --vmaf --expect mean-vmaf=90
        capture verify small.webm --reference original.mov --expect min-ssim=0.9
        capture verify small.webm --recipe storyboard.yaml
        capture verify film.m3u8
        capture verify film.mpd --manifest clip.json

      EXIT CODES
        0 all as expected, 1 differences, 64 wrong usage, 65 unreadable input, 66 no
        such input, 69 no FFmpeg that measures VMAF, 73 a report cannot be created,
        74 writing failed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The movie, numbered pictures such as %04d.png, a playlist (.m3u8 or .mpd), or a folder.", valueName: "movie"))
  var movie: String

  @Option(
    help: ArgumentHelp(
      "The manifest, or a folder of manifests for many movies. (default: beside the movie)", valueName: "path"))
  var manifest: String?

  @Option(help: ArgumentHelp("The film that the movie was made from, instead of a manifest.", valueName: "path"))
  var reference: String?

  @Option(
    help: ArgumentHelp(
      "The recipe or storyboard that the movie was made from, which is drawn again.", valueName: "path"))
  var recipe: String?

  @Option(
    help: ArgumentHelp("Expectations, separated by commas: dropped=0,min-psnr=35.", valueName: "list"),
    transform: { try Expectation.list(parsing: $0) })
  var expect: [Expectation] = []

  @Option(
    help: ArgumentHelp("Write a report page with the timeline and the worst frames to a folder.", valueName: "folder"))
  var report: String?

  @Option(help: ArgumentHelp("Write a JUnit report for CI servers.", valueName: "path"))
  var junit: String?

  @Option(help: ArgumentHelp("Write a table of all pictures: time, frame, quality.", valueName: "path"))
  var csv: String?

  @Flag(help: "Check only the marks and the sound and don't measure quality, which is much faster.")
  var marksOnly = false

  @OptionGroup var vmaf: VMAFOptions

  @Option(
    help: ArgumentHelp(
      "The number of movies verified in parallel. (default: one per processor)", valueName: "number"),
    transform: { try OptionText.whole("number of jobs", $0, 1...1024) })
  var jobs: Int?

  @Flag(help: "Replace report files that Reel did not make.")
  var force = false

  @OptionGroup var result: ResultOptions

  var files: RunFiles {
    let beside = (try? FixtureFiles(movie: movie).manifest).flatMap { OutputFile.exists($0) ? $0 : nil }
    return RunFiles(
      reads: [
        "the movie": movie, "--manifest": manifest, "the manifest": reference ?? recipe == nil ? beside : nil,
        "--reference": reference, "--recipe": recipe, "--ffmpeg": vmaf.file,
      ],
      writes: ["--report": report, "--junit": junit, "--csv": csv])
  }

  func run() async throws {
    let isFine = try await BlockingWork.run { try verify() }
    if !isFine { throw ExitCode(1) }
  }

  func validate() throws {
    if marksOnly, vmaf.vmaf {
      throw ValidationError("--marks-only and --vmaf contradict each other: give only one")
    }
    if let reference {
      if reference.isEmpty { throw ValidationError("--reference needs the path of a movie") }
    }
    let sources = [("--manifest", manifest), ("--reference", reference), ("--recipe", recipe)].filter { $0.1 != nil }
    if sources.count > 1 {
      throw ValidationError("\(sources[0].0) and \(sources[1].0) contradict each other: give only one")
    }
    try vmaf.check(expect)
  }

  /// Refuses folders where one film is compared with one other.
  private func requireFilms() throws {
    guard let reference else { return }
    for path in [movie, reference] where OutputFile.kind(at: path) == OutputFile.folderKind {
      throw ValidationError(
        "\(path) is a folder, but --reference compares two films: give a movie, or numbered pictures such as "
          + "\(path)/%04d.png".replacingOccurrences(of: "//", with: "/"))
    }
  }

  /// Has a run compare the movie with the film that a recipe describes.
  ///
  /// - Returns: What removes the film if a signal ends the process.
  private func draw(_ recipe: String, for run: inout VerificationRun) throws -> Interruption {
    let film = try DescriptionFile.film(recipe, try StoryboardChanges.parse([])).film
    let source: SceneSource
    do {
      source = try film.source()
    } catch let error as DescriptionError {
      throw InputError(path: recipe, reason: "\(error)")
    }
    let rate = film.film.frameRate
    let folder = DrawnReference.newFolder()
    let interruption = Interruption {
      try? FileManager.default.removeItem(at: folder)
      guard let number = Interruption.latest else { return }
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    run.drawn = try DrawnReference(
      recipe, in: folder, size: source.size, rate: rate, count: film.frameCount
    ) { index, bitmap in
      _ = try source.draw(at: FrameTime(index: index, frameRate: rate), into: &bitmap)
    }
    return interruption
  }

  private func verify() throws -> Bool {
    try requireFilms()
    let replacing: ReplacementPolicy = force ? .always : .named
    for path in [report, junit, csv].compactMap(\.self) { try OutputOptions.checkText(path) }
    let outputs = try VerifyOutputs(junit: junit, csv: csv, replacing: replacing)
    var run = VerificationRun()
    (run.manifest, run.expectations, run.reference) = (manifest, expect, reference)
    (run.report, run.replacing, run.measuresQuality) = (report, replacing, !marksOnly)
    run.vmaf = try vmaf.starter()
    if let recipe, ManifestFile.recognizes(recipe) { run.manifest = recipe }
    if StreamVerifier.isPlaylist(movie) {
      if report != nil {
        throw ValidationError("--report can't be combined with a playlist: verify a rung's movie instead")
      }
      try run.checkManifest()
      let stream = try StreamVerifier(path: movie) { try run.verify($0, named: $1, within: $2).verification }.run()
      try outputs.write(stream.files, title: movie)
      try result.present(stream, stream.text)
      return stream.isAsExpected
    }
    let film = run.manifest == nil ? recipe : nil
    if film != nil, OutputFile.kind(at: movie) == OutputFile.folderKind {
      throw ValidationError("--recipe needs a movie, and \(movie) is a folder: verify its movies one by one")
    }
    guard OutputFile.kind(at: movie) == OutputFile.folderKind else {
      let verification: Verification
      let (clock, start) = (ContinuousClock(), ContinuousClock().now)
      var interruption: Interruption?
      defer { withExtendedLifetime(interruption) {} }
      do {
        if let film {
          // A movie that can't be read is refused before the other one is drawn, which may take long.
          _ = try ClipReader(path: movie)
          interruption = try draw(film, for: &run)
        }
        verification = try run.verify(movie).verification
      } catch let error as OutputError {
        throw error
      } catch {
        try outputs.write([VerifiedFile(name: movie, failure: "\(error)")], title: movie)
        throw error
      }
      let seconds = (clock.now - start) / .seconds(1)
      try outputs.write([VerifiedFile(name: movie, verification: verification, seconds: seconds)], title: movie)
      try result.present(verification, verification.text)
      return verification.isAsExpected
    }
    try run.checkManifest()
    var verifier = FolderVerifier(movie, run: run)
    verifier.jobs = jobs
    let found = try verifier.verify()
    try outputs.write(found.files, title: movie)
    try result.present(found, found.text)
    return found.isAsExpected
  }
}
