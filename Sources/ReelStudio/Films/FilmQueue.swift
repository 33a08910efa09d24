import ReelFiles
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelScenes
import ReelTiming
import ReelVideo

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes films, one after the other, in the order in which they were asked for.
actor FilmQueue {
  /// The most films that wait.
  static let mostWaiting = 8
  /// The most films that are listed; of older ones only the files are left.
  static let mostListed = 100

  /// What is to be made.
  enum Work {
    case film(FilmDescription), bundle(FilmBundle)
  }

  struct Job {
    var film: Film
    var path: String
    var work: Work
    var rate = FrameRate(30)
    var recorder: Recorder?
    /// The sessions that it shows.
    var sessions: [String] = []
    var isCancelled = false
    var statistics = CaptureStatistics()
  }

  /// The folder of the films.
  let folder: String
  private let executor = SerialQueueExecutor(label: "reel.studio.films")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var jobs: [Job] = []
  private var count = 0
  private var worker: Task<Void, Never>?
  /// What is made at the moment.
  private var current: Task<Void, Never>?
  private var liveWorker: Task<Void, Never>?
  private(set) var isClosed = false
  let clock = ContinuousClock()

  init(folder: String) { self.folder = folder }

  // MARK: - The page

  /// The films, the newest first.
  var films: [Film] { jobs.reversed().map(\.film) }

  /// A film.
  func film(_ id: String) throws(Problem) -> Film { jobs[try index(id)].film }

  /// The path of the file of a finished film.
  func path(_ id: String) throws(Problem) -> (path: String, film: Film) {
    let job = jobs[try index(id)]
    guard job.film.state == .finished else { throw Problem(409, "the film is not finished: wait for it") }
    return (job.path, job.film)
  }

  private func index(_ id: String) throws(Problem) -> Int {
    guard let index = jobs.firstIndex(where: { $0.film.id == id }) else {
      throw Problem(404, "there is no such film in this run of the studio: its file may be in the folder \(folder)")
    }
    return index
  }

  /// Queues a film.
  ///
  /// - Parameters:
  ///   - description: the film, which was checked.
  ///   - name: the name of its file, without the ending.
  ///   - ending: the ending, which chooses the format.
  ///   - session: the session that it is of.
  func add(_ description: FilmDescription, name: String, ending: String, session: String?) throws -> Film {
    try mayWait()
    let frameCount = try description.frameCount
    return try queue(.film(description), name: name, ending: ending, session: session, frameCount: frameCount)
  }

  /// Queues an archive of films.
  func add(_ bundle: FilmBundle, name: String) throws -> Film {
    try mayWait()
    return try queue(.bundle(bundle), name: name, ending: "zip", session: nil, frameCount: bundle.sessions.count)
  }

  private func mayWait() throws {
    guard !isClosed else { throw Problem(503, "the studio is closing: open it again") }
    guard jobs.count(where: { $0.film.state == .waiting }) < Self.mostWaiting else {
      throw Problem(503, "\(Self.mostWaiting) films are waiting already: let one finish, or cancel one")
    }
  }

  private func queue(_ work: Work, name: String, ending: String, session: String?, frameCount: Int) throws -> Film {
    let film = try append(work, name: name, ending: ending, session: session, frameCount: frameCount)
    if worker == nil { worker = Task { await self.work() } }
    return film
  }

  private func append(
    _ work: Work, name: String, ending: String, session: String?, frameCount: Int?
  ) throws -> Film {
    do throws(SystemError) {
      try SessionFolder.makeFolder(folder)
    } catch {
      throw Problem(507, "the folder \(folder) can't be made: \(error.reason)")
    }
    let path = freePath(name, ending)
    count += 1
    let film = Film(
      id: "\(count)", name: OutputFile.split(path).name, frameCount: frameCount,
      type: Film.types[ending] ?? "application/octet-stream", session: session)
    var job = Job(film: film, path: path, work: work)
    if case .film(let description) = work { job.rate = description.film.frameRate }
    job.sessions = session.map { [$0] } ?? []
    if case .bundle(let bundle) = work { job.sessions = bundle.sessions }
    jobs.append(job)
    while jobs.count > Self.mostListed, let old = jobs.firstIndex(where: { $0.film.state.isOver }) {
      jobs.remove(at: old)
    }
    return film
  }

  private func freePath(_ name: String, _ ending: String) -> String {
    // No name of a session has an underscore: its films are told from those of others.
    var (path, number) = ("\(folder)/\(name).\(ending)", 1)
    while OutputFile.exists(path) || jobs.contains(where: { $0.path == path && !$0.film.state.isOver }) {
      number += 1
      path = "\(folder)/\(name)_\(number).\(ending)"
    }
    return path
  }

  /// Cancels a film, or takes one that is over from the list; its file stays.
  func remove(_ id: String) throws(Problem) {
    let index = try index(id)
    switch jobs[index].film.state {
    case .waiting:
      jobs[index].film.state = .cancelled
    case .recording:
      jobs[index].isCancelled = true
      jobs[index].recorder?.abandon()
    case .finished, .failed, .cancelled:
      jobs.remove(at: index)
    }
  }

  /// Completes what is being filmed with what there is so far, and cancels what waits.
  func close() async {
    isClosed = true
    for index in jobs.indices {
      if jobs[index].film.state == .waiting { jobs[index].film.state = .cancelled }
      if jobs[index].film.state == .recording { jobs[index].recorder?.stop() }
    }
    await worker?.value
    await liveWorker?.value
  }

  // MARK: - The work

  private func work() async {
    while let job = jobs.first(where: { $0.film.state == .waiting && $0.film.frameCount != nil }) {
      let id = job.film.id
      change(id) { $0.film.state = .recording }
      do {
        switch job.work {
        case .film(let description):
          let recorder = try recorder(for: description, at: job.path, frameCount: job.film.frameCount)
          current = Task { await self.follow(recorder, id) }
        case .bundle(let bundle): current = Task { await self.make(bundle, at: job.path, id) }
        }
        await current?.value
      } catch {
        end(id, .failed) { $0.message = Problem(error).message }
      }
    }
    worker = nil
  }

  /// Starts to record a film as fast as the machine goes.
  func recorder(for description: FilmDescription, at path: String, frameCount: Int?) throws -> Recorder {
    let sink = try sink(for: description, at: path, frameCount: frameCount, pace: .virtual)
    let recorder = try Recorder(
      source: try description.source(), sink: sink, pace: .virtual, tracks: description.tracks)
    try recorder.start(frameCount: frameCount)
    return recorder
  }

  private func sink(
    for description: FilmDescription, at path: String, frameCount: Int?, pace: Pace
  ) throws -> any FrameSink {
    var output = FilmOutput(path)
    output.replacing = .never
    output.configure = { description.output.apply(to: &$0) }
    let sink = try output.sink()
    let stream = FrameStream(
      size: description.film.size, frameRate: description.film.frameRate, pace: pace, frameCount: frameCount,
      hasAlpha: description.scenes.isTransparent, tracks: description.tracks)
    if let shortage = try sink.preflight(stream, frameCount: frameCount) {
      throw Problem(
        507,
        "the film may need \(shortage.neededBytes >> 20) MB, and \(shortage.freeBytes >> 20) MB are free: free some space"
      )
    }
    return sink
  }

  /// Follows a recording to its end.
  private func follow(_ recorder: Recorder, _ id: String) async {
    let start = clock.now
    change(id) { job in
      job.recorder = recorder
      job.film.state = .recording
    }
    for await progress in recorder.progress {
      let elapsed = (clock.now - start) / .seconds(1)
      change(id) { job in
        job.film.frames = progress.time.index + 1
        job.statistics = progress.statistics
        job.film.secondsLeft = progress.fraction.map { elapsed / $0 * (1 - $0) }
      }
    }
    do {
      let recording = try await recorder.recording
      end(id, .finished) { film in
        (film.frames, film.bytes) = (recording.frameCount, recording.output.byteCount)
        let (missed, dropped) = (recording.statistics.missed, recording.statistics.dropped)
        if missed + dropped > 0 { film.message = "\(missed) frames were missed and \(dropped) dropped" }
      }
    } catch RecorderError.abandoned(let kept) {
      if let kept { unlink(kept) }
      end(id, .cancelled) { _ in }
    } catch {
      end(id, .failed) { $0.message = Problem(error).message }
    }
  }

  func change(_ id: String, _ change: (inout Job) -> Void) {
    guard let index = jobs.firstIndex(where: { $0.film.id == id }) else { return }
    change(&jobs[index])
    // It was cancelled while it was set up.
    if jobs[index].isCancelled { jobs[index].recorder?.abandon() }
    if isClosed { jobs[index].recorder?.stop() }
  }

  /// Whether it was cancelled, or is not listed any more.
  func isCancelled(_ id: String) -> Bool { jobs.first { $0.film.id == id }?.isCancelled ?? true }

  /// Waits until nothing more is written of a film.
  func end(_ id: String) async {
    guard let job = jobs.first(where: { $0.film.id == id }), job.film.state == .recording else { return }
    await (job.film.frameCount == nil ? liveWorker : current)?.value
  }

  func end(_ id: String, _ state: Film.State, _ change: (inout Film) -> Void) {
    guard let index = jobs.firstIndex(where: { $0.film.id == id }) else { return }
    jobs[index].film.state = state
    jobs[index].film.secondsLeft = nil
    jobs[index].recorder = nil
    change(&jobs[index].film)
  }

  // MARK: - Live

  /// Records by the wall clock until somebody stops the recorder.
  ///
  /// - Parameters:
  ///   - session: the session that is drawn meanwhile, and what its fingers do; nil for a scene that runs.
  ///   - description: the scene, the size, the rate and the encoding.
  func record(
    _ session: (id: String, scene: TraceFilm, touches: StageInput<Touch>)?, _ description: FilmDescription,
    name: String, ending: String
  ) throws -> Film {
    guard !isClosed else { throw Problem(503, "the studio is closing: open it again") }
    guard !jobs.contains(where: { $0.film.frameCount == nil && $0.film.state == .recording }) else {
      throw Problem(409, "a live recording runs already: stop it first")
    }
    let film = try append(.film(description), name: name, ending: ending, session: session?.id, frameCount: nil)
    do {
      let job = jobs[try index(film.id)]
      let sink = try sink(for: description, at: job.path, frameCount: nil, pace: .realTime)
      let rate = description.film.frameRate
      let recorder =
        if let session {
          try Recorder(
            source: LiveTraceScene(session.scene, touches: session.touches, size: description.film.size), sink: sink,
            frameRate: rate, pace: .realTime)
        } else {
          try Recorder(source: description.source(), sink: sink, frameRate: rate, pace: .realTime)
        }
      try recorder.start()
      change(film.id) { job in
        job.recorder = recorder
        job.film.state = .recording
      }
      liveWorker = Task { await self.follow(recorder, film.id) }
    } catch {
      jobs.removeAll { $0.film.id == film.id }
      throw error
    }
    return try self.film(film.id)
  }

  /// What happened to the frames of a film so far, and its rate.
  func statistics(_ id: String) throws(Problem) -> (CaptureStatistics, FrameRate) {
    let job = jobs[try index(id)]
    return (job.statistics, job.rate)
  }

  /// Waits for the end of a live recording.
  func liveEnd() async { await liveWorker?.value }

  /// The recorder of a film that is being recorded.
  func recorder(_ id: String) -> Recorder? { jobs.first { $0.film.id == id }?.recorder }
}
