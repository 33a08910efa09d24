import ReelFiles
import ReelFilms
import ReelGeometry
import ReelStoryboards
import ReelVideo

/// The storyboard of the studio: its text, its errors, and any of its frames.
actor StoryDesk {
  /// The longest storyboard, in bytes.
  static let longest = 1 << 18
  /// The maximum number of pages that wait for a change; others are answered at once.
  static let mostWaiting = 16
  /// The interval for checking the file while pages wait, and the time it must stay unchanged, because a program may save in two steps.
  private static let (glance, rest) = (Duration.milliseconds(20), Duration.milliseconds(8))

  private let executor = SerialQueueExecutor(label: "reel.studio.story")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The path of the file; nil for a storyboard in memory.
  nonisolated let file: String?
  /// The folder of the storyboard's files.
  private let folder: String
  private var time: FileTime?
  private var waiting = 0
  private var text: [UInt8]
  private var savedText: [UInt8]?
  private var revision = 0
  private var errors: [StoryState.Fault] = []
  /// The film of the last text without errors, and the text.
  private var film: (facts: StoryState.Film, page: StoryPage, text: [UInt8])?
  /// The files that the last text without errors includes.
  private var parts: [String] = []
  /// The number of texts read so far.
  private var number = 0
  /// Whether no worker has been free to read the text.
  private var isUnread = true
  /// The reading of the file or the example in progress.
  private var reading: Task<Void, Never>?
  private let desk: WorkDesk

  /// Opens a storyboard.
  ///
  /// - Parameters:
  ///   - file: its path; nil for an example in memory.
  ///   - folder: the folder for the files of a storyboard in memory.
  ///   - desk: the desk that has workers read and draw.
  init(file: String?, folder: String, desk: WorkDesk) throws(StudioError) {
    self.file = file
    self.desk = desk
    self.folder = file.map { OutputFile.split($0).folder } ?? folder
    text = Array(Storyboard.example.utf8)
    guard let file else { return }
    do throws(BoundedFile.Failure) {
      text = try BoundedFile.read(file, limit: Self.longest)
    } catch {
      let fault = error.reason == .noSuchFile ? "no such file" : "can't be read: \(error.reason)"
      throw StudioError(
        "\(file): \(fault); name another storyboard, or create one with capture storyboard new",
        isMissing: true)
    }
    savedText = text
    time = FileTime(file)
  }

  // MARK: - Text

  /// The storyboard, as sent to the page; a file that was saved by another program is read again.
  func state() async -> StoryState {
    if reading == nil {
      var changed: [UInt8]?
      if let file, let now = FileTime(file), now != time {
        time = now
        let bytes = try? BoundedFile.read(file, limit: Self.longest)
        if let bytes, bytes != savedText { (changed, savedText) = (bytes, bytes) }
      }
      if changed == nil, isUnread { changed = text }
      if let changed { reading = Task { await self.read(changed) } }
    }
    // Other requests wait for the same reading.
    await reading?.value
    return shown
  }

  private func read(_ bytes: [UInt8]) async {
    await replace(bytes)
    reading = nil
  }

  /// The storyboard, as soon as it differs from the state that a page has.
  ///
  /// - Parameters:
  ///   - tag: the tag of the page's state.
  ///   - duration: the time to wait for a change before answering anyway.
  func state(otherThan tag: String?, within duration: Duration) async -> StoryState {
    let end = ContinuousClock.now + duration
    guard waiting < Self.mostWaiting else { return await state() }
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
    return await state()
  }

  /// The tag of a state of the storyboard.
  nonisolated static func tag(_ revision: Int, isSaved: Bool) -> String { "\"\(revision)-\(isSaved)\"" }

  private var tag: String { Self.tag(revision, isSaved: text == savedText) }

  /// Replaces the text; the file stays.
  ///
  /// - Throws: `Problem` for a text that takes too much time or memory to read; the previous text then stays.
  func put(_ bytes: [UInt8]) async throws -> StoryState {
    try Self.check(bytes)
    if bytes != text || isUnread {
      let (page, facts) = try await facts(of: bytes)
      adopt(bytes, page, facts)
    }
    return shown
  }

  private static func check(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= longest else {
      throw Problem(413, "a storyboard can have at most \(longest) bytes: make it shorter", field: "text")
    }
  }

  /// Writes the text to the file.
  func save(_ bytes: [UInt8]) async throws -> StoryState {
    guard let file else {
      throw Problem(409, "this storyboard has no file: open the studio with one, as in capture studio story.yaml")
    }
    try Self.check(bytes)
    try OutputFile(path: file, replacing: .named).put(bytes)
    savedText = bytes
    time = FileTime(file)
    if bytes != text || isUnread { await replace(bytes) }
    return shown
  }

  /// Reads a text.
  private func facts(of bytes: [UInt8]) async throws -> (StoryPage, StoryFacts) {
    number += 1
    let page = StoryPage(name: name, folder: folder, number: number)
    guard case .story(let facts) = try await desk.ask(.checkStory(page), bytes).answer else {
      throw Problem(500, "the storyboard was not read")
    }
    return (page, facts)
  }

  /// Takes over an existing text; a failure to read it becomes its error.
  private func replace(_ bytes: [UInt8]) async {
    do {
      let (page, facts) = try await facts(of: bytes)
      adopt(bytes, page, facts)
    } catch {
      let (problem, isNew) = (Problem(error), bytes != text || !isUnread || revision == 0)
      let fault = StoryState.Fault(file: name, line: 1, column: 1, message: problem.message)
      if isNew { adopt(bytes, nil, StoryFacts(errors: [fault])) }
      // A worker may be free at another time.
      isUnread = problem.status == 503
    }
  }

  private func adopt(_ bytes: [UInt8], _ page: StoryPage?, _ facts: StoryFacts) {
    text = bytes
    revision += 1
    errors = facts.errors
    isUnread = false
    guard let page, var film = facts.film else { return }
    film.revision = revision
    parts = facts.files
    self.film = (film, page, bytes)
  }

  /// Reads the text again if it includes a file that has changed.
  func readAgain(where path: String) async {
    let name = OutputFile.split(path).name
    guard parts.contains(where: { OutputFile.split($0).name == name }) else { return }
    let before = text
    let read = try? await facts(of: before)
    if let read, text == before { adopt(before, read.0, read.1) }
  }

  private var name: String { file.map { OutputFile.split($0).name } ?? "story.yaml" }

  private var shown: StoryState {
    StoryState(
      revision: revision, text: String(decoding: text, as: UTF8.self), errors: errors,
      file: file.map { OutputFile.split($0).name }, isSaved: text == savedText,
      film: film?.facts)
  }

  // MARK: - Frames

  /// The film of the last text without errors: the text, and the facts about it.
  func work() async throws(Problem) -> (page: StoryPage, text: [UInt8], facts: StoryState.Film) {
    _ = await state()
    guard let film else { throw Problem(409, "the storyboard has errors: fix them first") }
    return (film.page, film.text, film.facts)
  }

  /// Draws a frame as PNG.
  ///
  /// - Parameters:
  ///   - number: the frame's number, from 0.
  ///   - revision: the revision of the film that the page shows; nil for the newest.
  ///   - width: the width of the picture; nil for the film's own.
  func frame(_ number: Int, revision: Int?, width: Int?) async throws -> [UInt8] {
    let (page, text, facts) = try await work(revision)
    guard 0..<facts.frameCount ~= number else {
      throw Problem(404, "the film has no frame \(number): it has \(facts.frameCount) frames")
    }
    return try await desk.ask(.frame(page, number: number, width: width), text).content
  }

  /// Mixes the sound as a WAVE file.
  ///
  /// - Parameter revision: the revision of the film that the page shows; nil for the newest.
  func sound(revision: Int?) async throws -> [UInt8] {
    let (page, text, facts) = try await work(revision)
    guard facts.hasSound else { throw Problem(404, "the film has no sound") }
    return try await desk.ask(.sound(page), text).content
  }

  private func work(_ revision: Int?) async throws(Problem) -> (page: StoryPage, text: [UInt8], facts: StoryState.Film)
  {
    let work = try await work()
    guard revision == nil || revision == work.facts.revision else {
      throw Problem(409, "the storyboard has changed: request the new one", field: "revision")
    }
    return work
  }
}

/// The storyboard, as sent to the page.
struct StoryState: Encodable, Sendable {
  /// An error in the text.
  struct Fault: Codable, Sendable {
    var file: String
    var line: Int
    var column: Int
    var message: String
  }

  /// The film to show.
  struct Film: Codable, Sendable {
    var revision = 0
    var frameCount: Int
    var framesPerSecond: Double
    var seconds: Double
    var size: [Int]
    var hasSound: Bool

    init(_ description: FilmDescription) throws {
      frameCount = try description.frameCount
      framesPerSecond = description.film.frameRate.framesPerSecond
      seconds = try description.duration
      size = [description.film.size.width, description.film.size.height]
      hasSound = !description.tracks.sound.isEmpty
    }
  }

  var revision: Int
  var text: String
  var errors: [Fault]
  var file: String?
  var isSaved: Bool
  var film: Film?

  /// The tag of this state.
  var tag: String { StoryDesk.tag(revision, isSaved: isSaved) }
}

extension StoryState.Fault {
  init(_ problem: StoryboardError.Problem) {
    self.init(file: problem.file, line: problem.line, column: problem.column, message: problem.message)
  }
}
