import ArgumentParser
import Reel
import ReelFixtures
import ReelPlatform
import Synchronization

struct FixtureCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "fixture",
    abstract: "Make test clips whose every frame is known.",
    discussion: """
      Every frame contains its number, readable by people and by programs. Beside
      clip.mp4, capture writes clip.json, a manifest with the times and hashes of
      every frame, and clip.framemd5, the hashes that
      ffmpeg -i clip.mp4 -f framemd5 - prints.

      The file name's ending chooses the container: mp4, m4v, mov, mkv, webm, avi,
      ts, gif, or numbered pictures such as frames/%04d.png.

      EXAMPLES
        capture fixture -o clip.mp4
        capture fixture -o clip.webm --fps 24000/1001 --size 333x187 --pattern bars
        capture fixture -o late.mp4 --drop 10,20-25 --gap 40:0.5s --audio beep
        capture fixture -o broken.mp4 --truncate 60%
        capture fixture -o film.m3u8 --ladder 720p,360p --segment-length 2s
        capture fixture -o film.mpd --ladder 720p,360p --audio beep
        capture fixture --suite samples/suites/player.yaml --out fixtures
        capture fixture --frames 100000 --part 1/8 -o clip.parts/

      EXIT CODES
        0 done, 1 clips of a suite failed, 64 wrong usage, 65 wrong suite, 66 no
        such suite, 69 no suitable encoder, 70 internal error, 73 the output cannot
        be created, 74 writing failed, 130 or 143 interrupted, without leaving
        unfinished files.
      """)

  @OptionGroup(title: "Output") var destination: FixtureOutputOptions
  @OptionGroup(title: "Picture") var picture: FixturePictureOptions
  @OptionGroup(title: "Encoding") var encoding: FixtureEncodingOptions
  @OptionGroup(title: "Faults") var faults: FixtureFaultOptions
  @OptionGroup(title: "Broken files") var damage: FixtureDamageOptions
  @OptionGroup(title: "Parts and jobs") var division: DivisionOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  var files: RunFiles {
    let isClip = destination.ladder == nil && !division.makesPart
    let clip = isClip ? destination.output.flatMap { try? FixtureFiles(movie: $0) } : nil
    let ladder = destination.ladder == nil ? nil : destination.output
    let part = destination.output.flatMap { division.fixturePath(in: $0) }
    let folder = destination.out.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    return RunFiles(
      reads: ["--suite": destination.suite],
      writes: [
        "-o": clip?.movie ?? ladder ?? part, "the manifest": clip?.manifest, "the list of hashes": clip?.hashes,
        "the index": folder.map { $0 + "index.json" }, "the page": folder.map { $0 + "index.html" },
      ])
  }

  func validate() throws {
    if report.progress { throw ValidationError("--progress is for films: leave it out") }
  }

  func run() async throws {
    FFmpegLog.level = report.logLevel
    let options = picture.texts + encoding.texts + faults.texts + damage.texts
    if let given = division.given, destination.suite != nil || destination.ladder != nil {
      throw ValidationError("\(given) is for one clip: leave out \(destination.suite == nil ? "--ladder" : "--suite")")
    }
    if destination.listCodecs { return try StandardOutput.write(Data(CodecList.text.utf8)) }
    let timer = report.makeTimer()
    let stop = StopFlag()
    let interruption = Interruption { stop.set() }
    do {
      if let suite = destination.suite {
        if let option = options.first {
          throw ValidationError("--\(option.0.name) can't be combined with --suite: put it into the suite")
        }
        let run = FixtureSuiteRun(destination: destination, report: report, stop: stop, timer: timer)
        try await PerformanceTimer.$current.withValue(timer) { try await run.build(suite) }
      } else {
        try await PerformanceTimer.$current.withValue(timer) { try await make(options, stop, timer) }
      }
    } catch is CancellationError {
      throw ExitCode(128 + (interruption.received ?? 2))
    }
  }

  /// The clip that the options describe.
  var recipe: FixtureRecipe { get throws { try recipe(picture.texts + encoding.texts) } }

  private func recipe(_ options: [(FixtureOption, String)]) throws -> FixtureRecipe {
    var recipe = FixtureRecipe()
    for (option, text) in options { try recipe.set(option, text) }
    return recipe
  }

  private func make(
    _ options: [(FixtureOption, String)], _ stop: StopFlag, _ timer: PerformanceTimer?
  ) async throws {
    guard let output = destination.output else {
      throw ValidationError("-o is missing: name the clip, such as -o clip.mp4")
    }
    guard destination.out == nil else { throw ValidationError("--out belongs to --suite: name the clip with -o") }
    try OutputOptions.checkText(output)
    let recipe = try recipe(options)
    if let ladder = destination.ladder {
      if picture.size != nil {
        throw ValidationError("--size can't be combined with --ladder: give the sizes with --ladder")
      }
      if encoding.gop != nil {
        throw ValidationError("--gop can't be combined with --ladder: each segment has one keyframe")
      }
      return try await make(ladder, of: recipe, to: output, stop, timer)
    }
    if division.makesPart { return try await makePart(of: recipe, in: output, stop, timer) }
    if StreamVerifier.isPlaylist(output) {
      throw ValidationError("\(output) is a playlist: name the sizes of its rungs, such as --ladder 720p,360p")
    }
    if destination.segmentLength != nil {
      throw ValidationError("--segment-length needs --ladder: give the sizes with --ladder")
    }
    let maker = try FixtureMaker(recipe, to: output, replacing: destination.replacement.policy)
    let clock = ContinuousClock()
    let start = clock.now
    let jobs = try division.jobs(for: maker.pieces)
    let manifest = try await BlockingWork.run { try maker.make(jobs: jobs, isCancelled: { stop.isSet }) }
    try report.present(FixtureSummary(manifest, files: maker.files, wallTime: clock.now - start, timer: timer))
  }
}

extension FixtureCommand {
  private func make(
    _ sizes: String, of recipe: FixtureRecipe, to output: String, _ stop: StopFlag, _ timer: PerformanceTimer?
  ) async throws {
    let length = try ExactTime(text: destination.segmentLength ?? "2s")
    let maker = try LadderMaker(
      recipe, sizes: sizes, segmentLength: length, to: output, replacing: destination.replacement.policy)
    let clock = ContinuousClock()
    let start = clock.now
    let manifests = try await BlockingWork.run { try maker.make(isCancelled: { stop.isSet }) }
    let rungs = zip(maker.rungs, manifests).map { rung, manifest in
      FixtureSummary(manifest, files: rung.maker.files, wallTime: clock.now - start, timer: nil)
    }
    try report.present(
      LadderSummary(
        file: output, rungs: rungs, wallSeconds: (clock.now - start) / .seconds(1),
        stages: timer?.stages.map(StageTime.init)))
  }
}

/// The summary of a ladder, for people and for programs.
private struct LadderSummary: TimedSummary {
  var file: String
  var rungs: [FixtureSummary]
  var wallSeconds: Double
  var stages: [StageTime]?

  var line: String {
    "\(file): \(counted(rungs.count, "rung")) of \(counted(rungs.first?.frames ?? 0, "frame")), "
      + "\(Summary.text(bytes: rungs.reduce(0) { $0 + $1.bytes })), took \(fixed(wallSeconds, 2)) s; "
      + "the manifests are \(rungs.map(\.manifest).joined(separator: ", "))"
  }
}

/// A flag that a signal sets to stop the work; one thread sets it, others read it.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}

/// The summary of a fixture, for people and for programs.
struct FixtureSummary: TimedSummary {
  var file: String
  var manifest: String
  var hashes: String
  var frames: Int
  var width: Int
  var height: Int
  var fps: String
  var bytes: Int
  var codec: String
  var wallSeconds: Double
  var stages: [StageTime]?

  init(_ made: FixtureManifest, files: FixtureFiles, wallTime: Duration, timer: PerformanceTimer?) {
    file = files.movie
    manifest = files.manifest
    hashes = files.hashes
    frames = made.frames.count
    width = made.recipe.size.width
    height = made.recipe.size.height
    fps = made.recipe.frameRate.description
    bytes = made.file.bytes
    codec = made.stream.codec
    wallSeconds = wallTime / .seconds(1)
    stages = timer?.stages.map(StageTime.init)
  }

  var line: String {
    "\(file): \(counted(frames, "frame")), \(width)x\(height) at \(fps) fps, \(codec), \(Summary.text(bytes: bytes)), "
      + "took \(fixed(wallSeconds, 2)) s; the manifest is \(manifest)"
  }
}
