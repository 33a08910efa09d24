import ArgumentParser
import Reel
import ReelFarm

struct JoinCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the parts of a film or fixture made with --part.",
    discussion: """
      Every command that makes films takes --part: capture --part 3/8 -o film.parts/
      makes the third of eight parts on any machine that can access the folder, and
      auto/8 takes the number from Slurm, Kubernetes or AWS Batch. Complete parts are
      not made again. join checks every part and encodes nothing, so the film has the
      same bytes as from a single process. It adds sound, chapters and captions, and
      keeps the parts.

      EXAMPLES
        capture --seconds 600 --part 1/2 -o film.parts/
        capture --seconds 600 --part 2/2 -o film.parts/
        capture join film.parts/ -o film.mp4

      EXIT CODES
        0 done, 64 wrong usage, 65 a part is broken or does not fit, 66 a part is
        missing, 73 the film cannot be created, 74 writing failed, 130 or 143
        interrupted.
      """)

  @Argument(help: ArgumentHelp("The folder of the parts.", valueName: "film.parts"))
  var folder: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The film: .mp4, .m4v, .mov or .mkv. (default: the folder's name with .mp4)", valueName: "path"))
  var output: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(help: "Wait until all parts are there.")
  var watch = false

  @OptionGroup(title: "Report") var report: ReportOptions

  /// The path of the film.
  private var path: String { output ?? Self.defaultPath(of: PartFolder(folder).path) }

  private static func defaultPath(of folder: String) -> String {
    (folder.hasSuffix(".parts") ? String(folder.dropLast(6)) : folder) + ".mp4"
  }

  /// The kind of parts in the folder.
  private enum Joined {
    case film(PartJoin)
    case other(any JoinedParts)
  }

  var files: RunFiles {
    RunFiles(reads: ["the folder of the parts": folder, "the film's description": PartFolder(folder).descriptionPath])
      .writing(path, as: "-o")
  }

  func run() async throws {
    FFmpegLog.level = report.logLevel
    try OutputOptions.checkText(path)
    let policy =
      output == nil ? try OutputOptions.policy(ofUnnamed: path, replacement.policy) : replacement.policy
    // Reject an invalid output before waiting for parts.
    let destination = MovieDestination.path(path, replacing: policy)
    let container = try? destination.container
    guard path.hasSuffix("/") || container.map(PacketFile.containers.contains) == true else {
      throw InvalidValue(
        "film name", path,
        expected: "a name that ends in .mp4, .m4v, .mov or .mkv, which can hold the H.264 of the parts")
    }
    _ = try destination.outputFile()
    let clock = ContinuousClock()
    let start = clock.now
    let join: PartJoin
    switch try await parts() {
    case .film(let film): join = film
    case .other(let parts): return try await parts.write(to: path, replacing: policy, report)
    }
    // The output may be a link to one of the inputs.
    try RunFiles().reading(join.film.tracks.sound.pieces.map(\.path), as: "a sound").reading(join.paths, as: "a part")
      .writing(path, as: "-o").check()
    let timer = report.makeTimer()
    let interruption = Interruption {}
    let summary: MovieSummary
    do {
      summary = try await PerformanceTimer.$current.withValue(timer) {
        try await write(join, to: destination)
      }
    } catch let error as CancellationError {
      // All parts are still there.
      throw interruption.received.map { ExitCode(128 + $0) } ?? error
    }
    try report.present(JoinSummary(summary, file: path, wallTime: clock.now - start, timer: timer))
  }

  /// Writes the film and shows progress.
  private func write(_ join: PartJoin, to destination: MovieDestination) async throws -> MovieSummary {
    let (states, continuation) = AsyncStream.makeStream(
      of: RecordingProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let shown: Void = ProgressReport(options: report, isMuted: false).follow(states)
    let (rate, count) = (join.film.film.frameRate, join.frameCount)
    do {
      // A short join would finish before the first callback.
      let summary = try await join.write(to: destination, isCancelled: { Interruption.isReceived }) { done in
        guard done > 0 else { return }
        continuation.yield(
          RecordingProgress(
            statistics: CaptureStatistics(), time: FrameTime(index: done - 1, frameRate: rate), frameCount: count))
      }
      continuation.finish()
      await shown
      return summary
    } catch {
      continuation.finish()
      await shown
      throw error
    }
  }

  /// Opens the parts.
  ///
  /// With `--watch`, waits until all of them are there.
  ///
  /// - Throws: `FarmError`, also while waiting for a folder that disappeared or cannot appear.
  private func parts() async throws -> Joined {
    var reported: FarmError?
    var isThere = false
    while true {
      do {
        return try await BlockingWork.run {
          let folder = PartFolder(folder)
          for kind in Self.others { if let parts = try kind.init(folder) { return .other(parts) } }
          return .film(try PartJoin(folder, catalog: CommandCatalog.scenes))
        }
      } catch let error as FarmError where watch && error.mayPass {
        if case .noFolder(let path) = error {
          if isThere { throw FarmError.folderGone(path) }
          guard PartFolder(path).mayCome else { throw error }
        } else {
          isThere = true
        }
        if error != reported, !report.quiet { StandardError.say("capture: waiting for parts: \(error)") }
        reported = error
        try await Task.sleep(for: .seconds(1))
      }
    }
  }
}

/// A kind of parts other than those of a film.
protocol JoinedParts: Sendable {
  /// Opens all parts and checks their heads; nil if the folder contains parts of something else.
  init?(_ folder: PartFolder) throws

  /// Joins the parts.
  func write(to path: String, replacing policy: ReplacementPolicy, _ report: ReportOptions) async throws
}

/// The summary of a joined film, for people and for programs.
private struct JoinSummary: TimedSummary {
  var file: String
  var frames: Int
  var fps: String
  var duration: Double
  var width: Int
  var height: Int
  var bytes: Int
  var wallSeconds: Double
  var stages: [StageTime]?

  init(_ movie: MovieSummary, file: String, wallTime: Duration, timer: PerformanceTimer?) {
    self.file = file
    frames = movie.frameCount
    fps = movie.frameRate.description
    duration = movie.duration
    (width, height) = (movie.size.width, movie.size.height)
    bytes = movie.byteCount
    wallSeconds = wallTime / .seconds(1)
    stages = timer?.stages.map(StageTime.init)
  }

  var line: String {
    "\(file): \(counted(frames, "frame")), \(fixed(duration, 2)) s, \(width)x\(height), \(Summary.text(bytes: bytes)), "
      + "took \(fixed(wallSeconds, 2)) s"
  }
}
