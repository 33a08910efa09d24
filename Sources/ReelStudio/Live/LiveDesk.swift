import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelImages
import ReelLayers
import ReelRecording
import ReelScenes
import ReelTracing
import ReelVideo

/// The live recording: what is drawn in a session, or a scene that runs, by the wall clock.
actor LiveDesk {
  private let folder: SessionFolder
  private let films: FilmQueue
  private let executor = SerialQueueExecutor(label: "reel.studio.live")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var film: String?
  private var session: LiveSession?
  private var isStarting = false

  init(folder: SessionFolder, films: FilmQueue) {
    self.folder = folder
    self.films = films
  }

  /// Starts to record.
  ///
  /// - Throws: `Problem` where a recording runs already, or for what can't be recorded.
  func start(_ order: FilmOrder) async throws -> LiveState {
    guard !isStarting, await state().state == .idle else {
      throw Problem(409, "a live recording runs already: stop it first")
    }
    isStarting = true
    defer { isStarting = false }
    await release()
    if let id = order.session {
      try await start(id, order)
    } else {
      let description = try order.description()
      film = try await films.record(nil, description, name: order.fileName(or: "live"), ending: order.fileEnding).id
    }
    return await state()
  }

  private func start(_ id: String, _ order: FilmOrder) async throws {
    let live = try await folder.open(id)
    do {
      let (scene, description) = try order.liveFilm(of: await live.session())
      let touches = StageInput<Touch>()
      film = try await films.record(
        (id, scene, touches), description, name: order.fileName(or: "live-\(id)"), ending: order.fileEnding
      ).id
      await live.listen { touches.post(Touch($0.phase, at: $0.point, finger: $0.touch)) }
      session = live
    } catch {
      await folder.close(live)
      throw error
    }
  }

  /// Stops the recording; its film is completed.
  func stop() async -> LiveState {
    if let film, let recorder = await films.recorder(film) {
      recorder.stop()
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

  /// How the recording goes.
  func state() async -> LiveState {
    guard let id = film, let film = try? await films.film(id), let (statistics, rate) = try? await films.statistics(id)
    else { return LiveState(state: .idle) }
    let isRecording = film.state == .recording
    if !isRecording { await release() }
    return LiveState(
      state: isRecording ? .recording : .idle, film: id, session: film.session, frames: film.frames,
      seconds: rate.seconds(ofFrame: film.frames), missed: statistics.missed, dropped: statistics.dropped)
  }

  /// The newest frame as PNG.
  func frame() async throws -> [UInt8] {
    guard let film, let recorder = await films.recorder(film), let bitmap = recorder.currentFrame else {
      throw Problem(404, "nothing is being recorded: start a recording first")
    }
    return try bitmap.previewPNGData()
  }
}

/// How a live recording goes, as the page sees it.
struct LiveState: Encodable, Sendable {
  /// Whether it runs.
  enum State: String, Encodable, Sendable {
    case idle, recording
  }

  var state: State
  /// The film, also after it ended.
  var film: String?
  var session: String?
  var frames = 0
  /// The length so far.
  var seconds = 0.0
  /// The frames whose time passed before they could be drawn.
  var missed = 0
  /// The frames that were drawn and not kept.
  var dropped = 0
}
