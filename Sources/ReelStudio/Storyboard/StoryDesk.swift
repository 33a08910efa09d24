import ReelCanvas
import ReelFiles
import ReelFilms
import ReelGeometry
import ReelImages
import ReelScenes
import ReelStoryboards
import ReelVideo

/// The storyboard of the studio: its text, what is wrong with it, and any of its frames.
actor StoryDesk {
  /// The longest storyboard, in bytes.
  static let longest = 1 << 18
  /// The most pages that wait for a change; more are told at once how things are.
  static let mostWaiting = 16
  /// How often a file is looked at while pages wait, and how long it has to rest: a program that saves may need two steps.
  private static let (glance, rest) = (Duration.milliseconds(20), Duration.milliseconds(8))

  private let executor = SerialQueueExecutor(label: "reel.studio.story")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The path of the file; nil for a storyboard that is only in memory.
  nonisolated let file: String?
  /// The folder that files of the storyboard are in.
  private let folder: String
  private var time: FileTime?
  private var waiting = 0
  private var text: [UInt8]
  private var savedText: [UInt8]?
  private var revision = 0
  private var errors: [StoryboardError.Problem] = []
  private var film: (description: FilmDescription, revision: Int)?
  /// The files that the last text without errors takes in.
  private var parts: [String] = []
  /// The film set up to be drawn at a width, and what it drew last.
  private var stage: (source: SceneSource, bitmap: Bitmap, revision: Int)?

  /// Opens a storyboard.
  ///
  /// - Parameters:
  ///   - file: its path; nil for an example that is only in memory.
  ///   - folder: the folder that files of a storyboard in memory are in.
  init(file: String?, folder: String) throws(StudioError) {
    self.file = file
    self.folder = file.map { OutputFile.split($0).folder } ?? folder
    text = Array(Storyboard.example.utf8)
    guard let file else { return }
    do throws(BoundedFile.Failure) {
      text = try BoundedFile.read(file, limit: Self.longest)
    } catch {
      throw StudioError(
        "the storyboard \(file) can't be read: \(error.reason): name one, or make one with capture storyboard new",
        isMissing: true)
    }
    savedText = text
    time = FileTime(file)
  }

  // MARK: - Text

  /// The storyboard as the page sees it; a file that was saved elsewhere is read again.
  func state() -> StoryState {
    if let file, let now = FileTime(file), now != time || revision == 0 {
      time = now
      if let bytes = try? BoundedFile.read(file, limit: Self.longest), bytes != savedText || revision == 0 {
        savedText = bytes
        replace(bytes)
      }
    } else if revision == 0 {
      replace(text)
    }
    return shown
  }

  /// The storyboard as soon as it is another than a page knows.
  ///
  /// - Parameters:
  ///   - tag: that of the state which the page knows.
  ///   - duration: how long the page waits; it is told of no change then.
  func state(otherThan tag: String?, within duration: Duration) async -> StoryState {
    let end = ContinuousClock.now + duration
    guard waiting < Self.mostWaiting else { return state() }
    waiting += 1
    defer { waiting -= 1 }
    while self.tag == tag, ContinuousClock.now < end {
      if let file, let now = FileTime(file), now != time {
        try? await Task.sleep(for: Self.rest)
        if FileTime(file) == now { break }
      } else {
        try? await Task.sleep(for: Self.glance)
      }
      if Task.isCancelled { break }
    }
    return state()
  }

  /// What changes with the storyboard.
  nonisolated static func tag(_ revision: Int, isSaved: Bool) -> String { "\"\(revision)-\(isSaved)\"" }

  private var tag: String { Self.tag(revision, isSaved: text == savedText) }

  /// Replaces the text; the file stays.
  func put(_ bytes: [UInt8]) throws(Problem) -> StoryState {
    guard bytes.count <= Self.longest else {
      throw Problem(413, "a storyboard has \(Self.longest) bytes at most: make it shorter", field: "text")
    }
    if bytes != text || revision == 0 { replace(bytes) }
    return shown
  }

  /// Writes the text to the file.
  func save(_ bytes: [UInt8]) throws -> StoryState {
    guard let file else {
      throw Problem(409, "this storyboard has no file: open the studio with one, as in capture studio story.yaml")
    }
    _ = try put(bytes)
    try OutputFile(path: file, replacing: .named).put(bytes)
    savedText = bytes
    time = FileTime(file)
    return shown
  }

  private func replace(_ bytes: [UInt8]) {
    text = bytes
    revision += 1
    do throws(StoryboardError) {
      let story = try Storyboard(yaml: bytes, file: name, folder: folder)
      let description = try story.description()
      errors = []
      parts = story.files
      film = (description, revision)
    } catch {
      errors = error.problems
    }
  }

  /// Reads the text again where it takes in a file that has changed.
  func readAgain(where path: String) {
    let name = OutputFile.split(path).name
    if parts.contains(where: { OutputFile.split($0).name == name }) { replace(text) }
  }

  private var name: String { file.map { OutputFile.split($0).name } ?? "story.yaml" }

  private var shown: StoryState {
    StoryState(
      revision: revision, text: String(decoding: text, as: UTF8.self), errors: errors.map(StoryState.Fault.init),
      file: file.map { OutputFile.split($0).name }, isSaved: text == savedText,
      film: film.flatMap { film in try? StoryState.Film(film.description, revision: film.revision) })
  }

  // MARK: - Frames

  /// The film of the last text without errors.
  func description() throws(Problem) -> FilmDescription {
    _ = state()
    guard let film else { throw Problem(409, "the storyboard has errors: repair them first") }
    return film.description
  }

  /// Draws a frame as PNG.
  ///
  /// - Parameters:
  ///   - number: its number, from 0.
  ///   - revision: that of the film which the page knows; nil for the newest.
  ///   - width: the width of the picture; nil for the film's own.
  func frame(_ number: Int, revision: Int?, width: Int?) throws -> [UInt8] {
    var film = try description()
    let current = self.film?.revision ?? 0
    guard revision == nil || revision == current else {
      throw Problem(409, "the storyboard has changed: ask for a frame of the new one", field: "revision")
    }
    guard try 0..<film.frameCount ~= number else {
      throw Problem(404, "the film has no frame \(number): it has \(try film.frameCount)")
    }
    if let width {
      guard 16...3840 ~= width else { throw Problem(400, "the width must be from 16 to 3840", field: "width") }
      let height = Double(width) * Double(film.film.size.height) / Double(film.film.size.width)
      film.film.size = PixelSize(width: width, height: max(1, Int(clamping: height.rounded())))
    }
    guard film.film.size.area <= ScenePicture.mostPixels else {
      throw Problem(
        400, "a frame of \(film.film.size) is too large to be shown: ask for a smaller width", field: "width")
    }
    if stage?.revision != current || stage?.source.size != film.film.size {
      stage = (try film.source(), Bitmap(size: film.film.size), current)
    }
    guard var stage = stage.take() else { return [] }
    _ = try stage.source.draw(atSeconds: film.film.frameRate.seconds(ofFrame: number), into: &stage.bitmap)
    let png = try stage.bitmap.previewPNGData()
    self.stage = stage
    return png
  }
}

/// The storyboard as the page sees it.
struct StoryState: Encodable, Sendable {
  /// Something that is wrong with the text.
  struct Fault: Encodable, Sendable {
    var file: String
    var line: Int
    var column: Int
    var message: String

    init(_ problem: StoryboardError.Problem) {
      (file, line, column, message) = (problem.file, problem.line, problem.column, problem.message)
    }
  }

  /// The film that is shown.
  struct Film: Encodable, Sendable {
    var revision: Int
    var frameCount: Int
    var framesPerSecond: Double
    var seconds: Double
    var size: [Int]

    init(_ description: FilmDescription, revision: Int) throws {
      self.revision = revision
      frameCount = try description.frameCount
      framesPerSecond = description.film.frameRate.framesPerSecond
      seconds = try description.duration
      size = [description.film.size.width, description.film.size.height]
    }
  }

  var revision: Int
  var text: String
  var errors: [Fault]
  var file: String?
  var isSaved: Bool
  var film: Film?

  /// What changes with it.
  var tag: String { StoryDesk.tag(revision, isSaved: isSaved) }
}
