import Reel
import ReelFarm

extension DivisionOptions: FilmDivision {
  /// The option that was given; nil if none was.
  var given: String? { part != nil ? "--part" : jobs != nil ? "--jobs" : nil }
  var makesPart: Bool { part != nil }

  func partPath(of output: OutputOptions, defaultName: String) -> String? {
    part.map { folder(of: output, defaultName: defaultName).path(of: $0) }
  }

  /// The folder of a film's parts.
  private func folder(of output: OutputOptions, defaultName: String) -> PartFolder {
    PartFolder(output.output.first ?? PartFolder.name(for: defaultName), replacing: output.replacement.policy)
  }

  func recordPart(of run: RecordingRun) async throws {
    guard let part else { return }
    try await PartRun(
      film: run.film, number: part, folder: folder(of: run.output, defaultName: run.defaultName), report: run.report,
      textOption: run.textOption
    ).record()
  }

  func recorder(of work: FilmWork) throws -> (any FilmRecorder)? {
    let run = work.run
    switch try division(of: work) {
    case .undivided: return nil
    case .segments(let jobs):
      return try ParallelRecorder(
        work.film, to: work.names[0], replacing: try run.output.policy(at: work.names[0]), jobs: jobs,
        isDurable: run.output.durable)
    case .drawing(let jobs):
      let source = try ParallelSource(jobs: jobs, frameCount: work.frameCount, make: work.source)
      return DrawingRecorder(
        recorder: try Recorder(source: source, sink: work.sink, pace: run.pace, tracks: work.film.tracks), jobs: jobs)
    }
  }

  /// The division of the work among jobs.
  private enum Division {
    case undivided
    /// Draws and encodes a number of segments in parallel.
    case segments(Int)
    /// Draws a number of runs of frames in parallel.
    case drawing(Int)
  }

  /// Divides the work among the requested number of jobs, or as many as this machine allows.
  private func division(of work: FilmWork) throws -> Division {
    let run = work.run
    guard run.hasFilm, !run.pace.dropsFrames else { return .undivided }
    guard run.pictures.isEmpty, run.listed.undivided == nil,
      run.output.mayHaveSegments(defaultName: run.defaultName)
    else { return drawing(work) }
    let (name, policy) = (work.names[0], try run.output.policy(at: work.names[0]))
    guard let segmented = try? SegmentedFilm(work.film, for: .path(name, replacing: policy)) else {
      return drawing(work)
    }
    // Any number of jobs can reuse what jobs of an earlier recording left.
    let isResumed = SegmentFolder(beside: try OutputFile(path: name, replacing: policy)).exists
    // A single segment is a single job on any machine, so the machine's resources do not matter.
    if segmented.segmentCount == 1, jobs ?? 1 == 1, !isResumed, run.report.verbose == 0 { return .undivided }
    let jobs = jobs ?? usual(JobCount(segmented), run.report)
    return jobs > 1 || isResumed ? .segments(jobs) : .undivided
  }

  /// The division of work that has no segments and is only drawn by jobs.
  private func drawing(_ work: FilmWork) -> Division {
    let jobs = jobs ?? usual(JobCount(drawing: work.film, frameCount: work.frameCount), work.run.report)
    return jobs > 1 ? .drawing(jobs) : .undivided
  }

  /// The default number of jobs.
  private func usual(_ count: JobCount, _ report: ReportOptions) -> Int {
    if report.verbose > 0 { StandardError.say("capture: \(count.reason)") }
    return count.count
  }
}

extension ParallelRecorder: FilmRecorder {
  func begin(frameCount: Int) { start() }
}

/// Records frames that several jobs draw.
private struct DrawingRecorder: FilmRecorder {
  let recorder: Recorder
  let jobs: Int?

  var progress: AsyncStream<RecordingProgress> { recorder.progress }
  var recording: Recording { get async throws { try await recorder.recording } }

  func begin(frameCount: Int) throws { try recorder.start(frameCount: frameCount) }
  func stop() { recorder.stop() }
}
