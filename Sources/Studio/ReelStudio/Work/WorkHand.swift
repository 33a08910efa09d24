import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelImages
import ReelInteraction
import ReelLayers
import ReelRecording
import ReelScenes
import ReelStoryboards
import ReelTracing
import ReelVideo

/// The work of a worker: everything that takes time or memory determined by visitors, outside Swift's cooperative threads.
actor WorkHand {
  private let executor = SerialQueueExecutor(label: "reel.work")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The last storyboard without errors.
  private var story: (page: StoryPage, film: FilmDescription)?
  /// The film set up for drawing at a size, and its last drawn picture.
  private var stage: (source: SceneSource, bitmap: Bitmap, page: StoryPage)?

  /// Performs a request, and answers.
  func answer(_ request: WorkRequest, _ content: [UInt8], _ line: WorkLine) {
    do {
      switch request {
      case .checkStory(let page): line.send(.story(try check(page, content)))
      case .frame(let page, let number, let width): line.send(.done, try frame(number, of: page, content, width: width))
      case .sound(let page): line.send(.done, try PreviewSound.wave(of: film(of: page, content)))
      case .picture(let query): line.send(.done, try ScenePicture(query).bitmap().previewPNGData())
      case .thumbnail(let width, let theme):
        let session = try TraceSession(content)
        line.send(.done, try ScenePicture(session, width: width, theme: theme).bitmap().previewPNGData())
      case .ink(let name, let purpose): line.send(.done, try InkImporter.bytes(content, name: name, as: purpose))
      case .checkFilm(let work):
        let film = try description(of: work, content)
        let kind = film.scenes.entries.first.map { type(of: $0.scene).kind } ?? "film"
        let rate = film.film.frameRate.framesPerSecond
        // A live recording has no predefined length.
        let frameCount = work.isLive ? 0 : try film.frameCount
        line.send(.film(FilmFacts(frameCount: frameCount, framesPerSecond: rate, kind: kind)))
      case .film, .stop, .abandon, .touch, .show: break
      }
    } catch {
      line.send(.failed(Problem(error)))
    }
  }

  // MARK: - Storyboards

  private func check(_ page: StoryPage, _ text: [UInt8]) throws -> StoryFacts {
    do throws(StoryboardError) {
      let story = try Storyboard(yaml: text, file: page.name, folder: page.folder)
      let film = try story.description()
      self.story = (page, film)
      return StoryFacts(files: story.files, film: try? StoryState.Film(film))
    } catch {
      return StoryFacts(errors: error.problems.map(StoryState.Fault.init))
    }
  }

  private func film(of page: StoryPage, _ text: [UInt8]) throws -> FilmDescription {
    if let story, story.page == page { return story.film }
    let film = try Storyboard(yaml: text, file: page.name, folder: page.folder).description()
    story = (page, film)
    return film
  }

  private func frame(_ number: Int, of page: StoryPage, _ text: [UInt8], width: Int?) throws -> [UInt8] {
    var film = try film(of: page, text)
    if let width {
      guard 16...3840 ~= width else { throw Problem(400, "the width must be from 16 to 3840", field: "width") }
      let height = Double(width) * Double(film.film.size.height) / Double(film.film.size.width)
      film.film.size = PixelSize(width: width, height: max(1, Int(clamping: height.rounded())))
    }
    guard film.film.size.area <= ScenePicture.mostPixels else {
      throw Problem(
        400, "a frame of \(film.film.size) is too large to show: request a smaller width", field: "width")
    }
    if stage?.page != page || stage?.source.size != film.film.size {
      stage = (try film.source(), Bitmap(size: film.film.size), page)
    }
    guard var stage = stage.take() else { return [] }
    _ = try stage.source.draw(atSeconds: film.film.frameRate.seconds(ofFrame: number), into: &stage.bitmap)
    let png = try stage.bitmap.previewPNGData()
    self.stage = stage
    return png
  }

  // MARK: - Films

  private func description(of work: FilmWork, _ content: [UInt8]) throws -> FilmDescription {
    let order = try FilmOrder(json: Array(work.order.utf8))
    return switch work.source {
    case .scenes: try order.description()
    case .session where work.isLive: try order.liveFilm(of: TraceSession(content)).description
    case .session: try order.description(of: TraceSession(content))
    case .story(let page): try order.description(of: film(of: page, content))
    }
  }

  /// Starts recording a film, as fast as possible or in real time.
  func recorder(
    of work: FilmWork, _ content: [UInt8], at path: String, touches: StageInput<Touch>
  ) throws -> Recorder {
    let film = try description(of: work, content)
    let pace = work.isLive ? Pace.realTime : .virtual
    let frameCount = work.isLive ? nil : try film.frameCount
    let sink = try Self.sink(for: film, at: path, frameCount: frameCount, pace: pace)
    let recorder: Recorder
    if work.isLive, let scene = film.scenes.entries.first?.scene as? TraceFilm {
      recorder = try Recorder(
        source: LiveTraceScene(scene, touches: touches, size: film.film.size), sink: sink,
        frameRate: film.film.frameRate, pace: pace)
    } else if work.isLive {
      recorder = try Recorder(source: film.source(), sink: sink, frameRate: film.film.frameRate, pace: pace)
    } else {
      recorder = try Recorder(source: film.source(), sink: sink, pace: pace, tracks: film.tracks)
    }
    try recorder.start(frameCount: frameCount)
    return recorder
  }

  private static func sink(
    for film: FilmDescription, at path: String, frameCount: Int?, pace: Pace
  ) throws -> any FrameSink {
    var output = FilmOutput(path)
    output.replacing = .never
    output.configure = { film.output.apply(to: &$0) }
    let sink = try output.sink()
    let stream = FrameStream(
      size: film.film.size, frameRate: film.film.frameRate, pace: pace, frameCount: frameCount,
      hasAlpha: film.scenes.isTransparent, tracks: film.tracks)
    if let shortage = try sink.preflight(stream, frameCount: frameCount) {
      throw Problem(
        507,
        "the film may need \(shortage.neededBytes >> 20) MB, but only \(shortage.freeBytes >> 20) MB are free: free some space"
      )
    }
    return sink
  }
}
