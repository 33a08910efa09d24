import ReelFiles
import ReelPlatform
import ReelVideo

/// Makes films one after another, in the order of the requests.
actor FilmQueue {
  /// The maximum number of waiting films.
  static let mostWaiting = 8
  /// The maximum number of listed films; of older ones, only the files remain.
  static let mostListed = 100

  /// The kind of work.
  enum Work {
    case film(FilmPlan), bundle(FilmBundle)
  }

  struct Job {
    var film: Film
    var path: String
    var work: Work
    var framesPerSecond = 30.0
    var run: FilmRun?
    /// The sessions that the film shows.
    var sessions: [String] = []
    var isCancelled = false
    var progress = FilmProgress()
  }

  /// The folder of the films.
  let folder: String
  /// The workers that make the films.
  let workers: Workers
  private let executor = SerialQueueExecutor(label: "reel.studio.films")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var jobs: [Job] = []
  private var count = 0
  private var worker: Task<Void, Never>?
  /// The work in progress.
  private var current: Task<Void, Never>?
  private var liveWorker: Task<Void, Never>?
  private(set) var isClosed = false
  let clock = ContinuousClock()

  init(folder: String, workers: Workers) {
    self.folder = folder
    self.workers = workers
  }

  // MARK: - The page

  /// The films, newest first.
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
      throw Problem(404, "this run of the studio has no such film: its file may be in the folder \(folder)")
    }
    return index
  }

  /// Queues a film.
  ///
  /// - Parameters:
  ///   - plan: the checked film.
  ///   - name: the name of its file, without the ending.
  ///   - ending: the ending, which determines the format.
  ///   - session: the session that it shows.
  func add(_ plan: FilmPlan, name: String, ending: String, session: String?) throws -> Film {
    try mayWait()
    return try queue(.film(plan), name: name, ending: ending, session: session, frameCount: plan.facts.frameCount)
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
      throw Problem(507, "the folder \(folder) can't be created: \(error.reason)")
    }
    let path = freePath(name, ending)
    count += 1
    let film = Film(
      id: "\(count)", name: OutputFile.split(path).name, frameCount: frameCount,
      type: Film.types[ending] ?? "application/octet-stream", session: session)
    var job = Job(film: film, path: path, work: work)
    if case .film(let plan) = work { job.framesPerSecond = plan.facts.framesPerSecond }
    job.sessions = session.map { [$0] } ?? []
    if case .bundle(let bundle) = work { job.sessions = bundle.sessions }
    jobs.append(job)
    while jobs.count > Self.mostListed, let old = jobs.firstIndex(where: { $0.film.state.isOver }) {
      jobs.remove(at: old)
    }
    return film
  }

  private func freePath(_ name: String, _ ending: String) -> String {
    // Session names have no underscore, so this name can't be that of another session's film.
    var (path, number) = ("\(folder)/\(name).\(ending)", 1)
    while OutputFile.exists(path) || isUnfinished(path)
      || jobs.contains(where: { $0.path == path && !$0.film.state.isOver })
    {
      number += 1
      path = "\(folder)/\(name)_\(number).\(ending)"
    }
    return path
  }

  /// Whether an unfinished film of this name exists, which may be all that is left of it.
  private func isUnfinished(_ path: String) -> Bool {
    (try? UnfinishedMovie.requireNone(for: OutputFile(path: path, replacing: .never))) == nil
  }

  /// Cancels a film, or removes an ended one from the list; its file stays.
  func remove(_ id: String) throws(Problem) {
    let index = try index(id)
    switch jobs[index].film.state {
    case .waiting:
      jobs[index].film.state = .cancelled
    case .recording:
      jobs[index].isCancelled = true
      jobs[index].run?.cancel()
    case .finished, .failed, .cancelled:
      jobs.remove(at: index)
    }
  }

  /// Refuses new films, and keeps the partial files of those that fail from now on for `capture recover`.
  func beginClosing() { isClosed = true }

  /// Completes the current film with the frames so far, and cancels those that wait.
  func close() async {
    beginClosing()
    for index in jobs.indices {
      if jobs[index].film.state == .waiting { jobs[index].film.state = .cancelled }
      if jobs[index].film.state == .recording { jobs[index].run?.stop() }
    }
    await worker?.value
    await liveWorker?.value
  }

  // MARK: - The work

  private func work() async {
    while let job = jobs.first(where: { $0.film.state == .waiting && !$0.film.isLive }) {
      let id = job.film.id
      change(id) { $0.film.state = .recording }
      do {
        switch job.work {
        case .film(let plan):
          let run = try FilmRun(plan.work, plan.content, at: job.path, workers)
          current = Task { await self.follow(run, id) }
        case .bundle(let bundle): current = Task { await self.make(bundle, at: job.path, id) }
        }
        await current?.value
      } catch {
        end(id, .failed) { $0.message = Problem(error).message }
      }
    }
    worker = nil
  }

  /// Follows a film to its end.
  private func follow(_ run: FilmRun, _ id: String) async {
    let start = clock.now
    change(id) { job in
      job.run = run
      job.film.state = .recording
    }
    for await event in run.events {
      switch event {
      case .progress(let progress):
        let elapsed = (clock.now - start) / .seconds(1)
        change(id) { job in
          job.film.frames = progress.frames
          job.progress = progress
          job.film.secondsLeft = progress.fraction.map { elapsed / $0 * (1 - $0) }
        }
      case .finished(let progress, let bytes):
        end(id, .finished) { film in
          (film.frames, film.bytes) = (progress.frames, bytes)
          if progress.missed + progress.dropped > 0 {
            film.message = "\(progress.missed) frames were missed and \(progress.dropped) dropped"
          }
        }
      case .failed(let problem):
        // A closing studio ends workers that can't complete their films in time: their files are for `capture recover`.
        if !isClosed || isCancelled(id), let job = jobs.first(where: { $0.film.id == id }) { removeLeft(of: job.path) }
        end(id, isCancelled(id) ? .cancelled : .failed) { if $0.state == .failed { $0.message = problem.message } }
      }
    }
  }

  /// Removes the remains of a film whose worker was ended.
  func removeLeft(of path: String) {
    let output = OutputFile.split(path)
    for name in (try? FolderNames.read(output.folder)) ?? [] where name.hasSuffix(".partial.mp4") {
      let unfinished = "\(output.folder)/\(name)"
      guard case .path(let film, _)? = try? UnfinishedMovie.destination(of: unfinished, replacing: .never) else {
        continue
      }
      if OutputFile.split(film).name == output.name { unlink(unfinished) }
    }
    // A new draft with this name takes over the folder of a dead one, and removes it.
    if let file = try? OutputFile(path: path, replacing: .never) { _ = try? OutputDraft(for: file) }
  }

  func change(_ id: String, _ change: (inout Job) -> Void) {
    guard let index = jobs.firstIndex(where: { $0.film.id == id }) else { return }
    change(&jobs[index])
    // The film may have been cancelled while it was set up.
    if jobs[index].isCancelled { jobs[index].run?.cancel() }
    if isClosed { jobs[index].run?.stop() }
  }

  /// Whether the film was cancelled or is no longer listed.
  func isCancelled(_ id: String) -> Bool { jobs.first { $0.film.id == id }?.isCancelled ?? true }

  /// Waits until a film is no longer being written.
  func end(_ id: String) async {
    guard let job = jobs.first(where: { $0.film.id == id }), job.film.state == .recording else { return }
    await (job.film.isLive ? liveWorker : current)?.value
  }

  func end(_ id: String, _ state: Film.State, _ change: (inout Film) -> Void) {
    guard let index = jobs.firstIndex(where: { $0.film.id == id }) else { return }
    jobs[index].film.state = state
    jobs[index].film.secondsLeft = nil
    jobs[index].run = nil
    change(&jobs[index].film)
  }

  // MARK: - Live

  /// Records in real time until stopped.
  ///
  /// - Parameters:
  ///   - plan: the session being drawn, or a running scene.
  ///   - session: the session.
  /// - Returns: the film, and its run.
  func record(
    _ plan: FilmPlan, of session: String?, name: String, ending: String
  ) throws -> (film: Film, run: FilmRun) {
    guard !isClosed else { throw Problem(503, "the studio is closing: open it again") }
    guard !jobs.contains(where: { $0.film.isLive && $0.film.state == .recording }) else {
      throw Problem(409, "a live recording is already running: stop it first")
    }
    let film = try append(.film(plan), name: name, ending: ending, session: session, frameCount: nil)
    do {
      let run = try FilmRun(plan.work, plan.content, at: jobs[try index(film.id)].path, workers)
      change(film.id) { job in
        job.run = run
        job.film.state = .recording
      }
      liveWorker = Task { await self.follow(run, film.id) }
      return (try self.film(film.id), run)
    } catch {
      jobs.removeAll { $0.film.id == film.id }
      throw error
    }
  }

  /// The progress of a film's frames, and its frame rate.
  func progress(_ id: String) throws(Problem) -> (FilmProgress, framesPerSecond: Double) {
    let job = jobs[try index(id)]
    return (job.progress, job.framesPerSecond)
  }

  /// Waits for the end of a live recording.
  func liveEnd() async { await liveWorker?.value }

  /// The run of a film in progress, for commands to it.
  func run(_ id: String) -> FilmRun? { jobs.first { $0.film.id == id }?.run }
}
