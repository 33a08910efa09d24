import ArgumentParser
import Reel

struct SnowflakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snowflake",
    abstract: "Record a Koch snowflake that grows level by level.",
    discussion: """
      EXAMPLES
        capture --fps 10 --seconds 30
        capture --fps 60 --seconds 8 --style draw --levels 4 -o turtle.mp4
        capture --theme paper --size square -o frames/%04d.png

      EXIT CODES
        0 done, 64 wrong usage, 69 no suitable encoder, 70 internal error, 73 the
        output cannot be created, 74 writing failed, 130 or 143 interrupted.
      """)

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func run() async throws {
    FFmpegLog.level = report.verbose ? .verbose : .quiet
    let frameCount = film.frameCount
    let scene = try picture.scene(frameRate: film.fps, duration: film.duration)
    let recorder = try Recorder(
      source: scene, sink: try output.sink(), frameRate: film.fps, pace: film.realtime ? .realTime : .virtual)
    let interruption = Interruption { recorder.stop() }
    let clock = ContinuousClock()
    let start = clock.now

    try recorder.start(frameCount: frameCount)
    await ProgressReport(options: report, isMuted: output.isStandardOutput).follow(recorder.progress)
    let recording = try await recorder.recording

    let summary = Summary(
      recording, path: output.path, wallTime: clock.now - start, interrupted: interruption.received != nil)
    try report.tell(summary, isMuted: output.isStandardOutput)
    if let signal = interruption.received { throw ExitCode(128 + signal) }
  }
}
