import ReelInteraction
import ReelScenes
import ReelVideo

/// The live recording of a session being drawn, or of a running scene, in real time.
actor LiveDesk {
  private let folder: SessionFolder
  private let films: FilmQueue
  private let desk: WorkDesk
  private let executor = SerialQueueExecutor(label: "reel.studio.live")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var film: String?
  private var session: LiveSession?
  private var isStarting = false

  init(folder: SessionFolder, films: FilmQueue, desk: WorkDesk) {
    self.folder = folder
    self.films = films
    self.desk = desk
  }

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - subject: the subject of the recording.
  ///   - order: the complete order.
  /// - Throws: `Problem` if a recording is running already, or the subject can't be recorded.
  func start(_ subject: FilmSubject, _ order: String) async throws -> LiveState {
    guard !isStarting, await state().state == .idle else {
      throw Problem(409, "a live recording is already running: stop it first")
    }
    isStarting = true
    defer { isStarting = false }
    await release()
    if let id = subject.session {
      try await start(id, subject, order)
    } else {
      let plan = try await FilmPlan(FilmWork(order: order, source: .scenes, isLive: true)).checked(by: desk)
      film = try await films.record(
        plan, of: nil, name: subject.fileName(or: "live"), ending: subject.fileEnding
      ).film.id
    }
    return await state()
  }

  private func start(_ id: String, _ subject: FilmSubject, _ order: String) async throws {
    let live = try await folder.open(id)
    do {
      let work = FilmWork(order: order, source: .session, isLive: true)
      let plan = try await FilmPlan(work, live.session().text(file: id)).checked(by: desk)
      let (film, run) = try await films.record(
        plan, of: id, name: subject.fileName(or: "live-\(id)"), ending: subject.fileEnding)
      self.film = film.id
      await live.listen { run.hand(Touch($0.phase, at: $0.point, finger: $0.touch)) }
      session = live
    } catch {
      await folder.close(live)
      throw error
    }
  }

  /// Stops the recording and completes its film.
  func stop() async -> LiveState {
    if let film, let run = await films.run(film) {
      run.stop()
      await films.liveEnd()
    }
    await release()
    return await state()
  }

  private func release() async {
    guard let live = session else { return }
    session = nil
    await live.listen(nil)
    await folder.close(live)
  }

  /// The state of the recording.
  func state() async -> LiveState {
    guard let id = film, let film = try? await films.film(id), let (progress, rate) = try? await films.progress(id)
    else { return LiveState(state: .idle) }
    let isRecording = film.state == .recording
    if !isRecording { await release() }
    return LiveState(
      state: isRecording ? .recording : .idle, film: id, session: film.session, frames: film.frames,
      seconds: Double(film.frames) / rate, missed: progress.missed, dropped: progress.dropped)
  }

  /// The newest frame as PNG.
  func frame() async throws -> [UInt8] {
    guard let film, let picture = await films.run(film)?.picture(), !picture.isEmpty else {
      throw Problem(404, "nothing is being recorded: start a recording first")
    }
    return picture
  }
}

/// The state of a live recording, as sent to the page.
struct LiveState: Encodable, Sendable {
  /// Whether a recording is running.
  enum State: String, Encodable, Sendable {
    case idle, recording
  }

  var state: State
  /// The film, even after the recording has ended.
  var film: String?
  var session: String?
  var frames = 0
  /// The length so far.
  var seconds = 0.0
  /// The number of frames whose time passed before they could be drawn.
  var missed = 0
  /// The number of frames that were drawn but not kept.
  var dropped = 0
}
