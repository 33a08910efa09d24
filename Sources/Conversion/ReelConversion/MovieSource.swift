import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// A source of pictures drawn elsewhere: a movie, picture files, frames from a pipe.
///
///     let source = try MovieSource(path: "clip.mp4")
///     let recorder = try Recorder(source: source, sink: FilmOutput("clip.gif").sink())
///
/// Frames keep their exact times, unless a rate is given. Tiles that equal those of the frame before cost nothing, and samples that
/// a movie may have are encoded as they are, as long as nothing is cropped, turned or scaled: then tags say how players turn and
/// stretch them. Everything else is drawn upright, with square pixels.
public final class MovieSource: FrameSource, SampledSource {
  /// The size of the frames.
  public let size: PixelSize
  /// The rate of the frames, on average where it varies.
  public let frameRate: FrameRate?
  /// The clock of the frames' own times; nil at a constant rate.
  public let frameClock: TimeBase?
  /// Whether frames may be transparent.
  public let hasAlpha: Bool
  /// Whether a frame may equal the one before: not if the first pictures all differ, apart from some that equal the very first one.
  public var mayHoldStill: Bool { live != nil || isFaster || firstPictures.mayHoldStill }
  /// The number of frames, if the input states it.
  public let expectedFrameCount: Int?
  /// The state of the input; it may be read while a film is made.
  package let log = FeedLog()
  /// Where the chapters and captions go that come with the pictures.
  package var arriving: ArrivingTracks?

  private let feed: any PictureFeed
  /// The newest picture of a live feed; nil for a feed whose every picture counts.
  private let live: LiveFeed?
  private let geometry: MovieGeometry
  private let edits: MovieEdits
  private let reading: PictureReading
  private let hasForm: Bool
  private let clock: TimeBase
  /// The picture that is on screen.
  private var current: FilmPicture?
  private var hasBegun = false
  /// Whether the film has more frames than its input, which shows some of them twice.
  private let isFaster: Bool
  private lazy var firstPictures = FirstPictures {
    try begin()
    return try feed.next()
  }
  /// The stored picture, where frames differ from it.
  private var stored: Bitmap?
  /// What changed in the newest frame that was asked for.
  private var seen: (index: Int, changed: Region)?

  /// Opens a movie, or any other file with pictures that FFmpeg decodes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - edits: What becomes of its pictures.
  ///   - frameRate: A constant rate; nil for the times of the file.
  /// - Throws: an error that says what is wrong with the file, or `InvalidValue` for edits that don't fit it.
  public convenience init(path: String, edits: MovieEdits = MovieEdits(), frameRate: FrameRate? = nil) throws {
    try self.init(MovieFeed(path: path), edits: edits, frameRate: frameRate)
  }

  /// Opens files with a picture each.
  ///
  /// - Parameters:
  ///   - pictures: The files, in their order.
  ///   - rate: The pictures per second.
  ///   - edits: What becomes of them.
  ///   - frameRate: The rate of the film; nil for that of the pictures.
  /// - Throws: an error that says what is wrong with a file, or `InvalidValue` for edits that don't fit.
  public convenience init(
    pictures: [String], rate: FrameRate = 25, edits: MovieEdits = MovieEdits(), frameRate: FrameRate? = nil
  ) throws {
    let feed = try PictureFilesFeed(pictures, name: pictures.first ?? "", frameRate: rate)
    try self.init(feed, edits: edits, frameRate: frameRate ?? rate)
  }

  /// Opens a feed.
  ///
  /// - Parameter live: the same feed where only its newest picture counts.
  package init(_ feed: any PictureFeed, edits: MovieEdits, frameRate: FrameRate?, live: LiveFeed? = nil) throws {
    let facts = feed.facts
    geometry = try MovieGeometry(facts.size, facts.orientation, aspect: facts.pixelAspect.ratio, edits)
    (self.feed, self.edits, self.live, size) = (feed, edits, live, geometry.size)
    reading = PictureReading(facts.light)
    self.frameRate = frameRate ?? facts.frameRate
    // A clock too fine for containers is not kept.
    let scaled = edits.speed == 1 ? facts.clock : facts.clock.faster(edits.speed)
    clock = facts.clock
    frameClock = frameRate == nil ? scaled : nil
    hasAlpha = edits.keepsAlpha && facts.hasAlpha
    hasForm = geometry.isWhole && !hasAlpha
    let length = facts.seconds.map { max(0, min($0, edits.until ?? .infinity) - edits.from) / edits.speed }
    let isWhole = edits.from == 0 && edits.until == nil && frameRate == nil
    let rate = frameRate.map(\.framesPerSecond) ?? facts.frameRate.framesPerSecond * edits.speed
    isFaster = frameRate != nil && rate > facts.frameRate.framesPerSecond * edits.speed * 1.001
    let estimate = length.map { max(1, Int(clamping: ($0 * rate).rounded())) }
    expectedFrameCount = live != nil ? nil : isWhole ? facts.frameCount ?? estimate : estimate
  }

  /// The samples, where the whole picture is shown.
  package var samples: StoredSamples? { hasForm && live == nil ? feed.facts.stored : nil }

  /// Returns when the next frame is shown; nil where the movie is over.
  ///
  /// - Throws: what is wrong with the input.
  public func time(atTick tick: FrameTime) throws -> FrameTime? {
    if let live {
      if current == nil { live.waitForFirst() }
      let newest = try logged { try live.newest() } ?? nil
      if let newest, newest !== current { note(newest, at: tick.seconds) }
      current = newest
      log.setOverwritten(live.overwrittenCount)
      return current == nil ? nil : tick
    }
    let start = edits.from / clock.time(1).seconds
    guard frameClock == nil else { return try nextTime(tick, from: Int(clamping: start.rounded())) }
    // Times that are multiples of a tick are so to the last digits.
    let wanted = start + tick.seconds * edits.speed / clock.time(1).seconds + 1e-4
    guard try advance(until: wanted), let current else { return nil }
    if tick.index > 0, Double(current.span.pts + current.span.duration) <= wanted { return nil }
    if let until = edits.until, tick.index > 0, edits.from + tick.seconds * edits.speed > until - 1e-6 { return nil }
    return tick
  }

  /// The next frame at its own time.
  private func nextTime(_ tick: FrameTime, from start: Int) throws -> FrameTime? {
    repeat {
      guard try advance() else {
        // A beginning in the second half of the last picture is rounded to its end.
        if tick.index == 0, current != nil { break }
        return nil
      }
    } while current.map { $0.span.pts + $0.span.duration <= start } ?? false
    guard let current, let frameClock else { return nil }
    let end = edits.until.map { max(start + 1, Int(clamping: ($0 / clock.time(1).seconds).rounded())) } ?? .max
    guard current.span.pts < end else { return nil }
    let first = max(current.span.pts, start)
    return FrameTime(
      index: tick.index, frameRate: tick.frameRate, ticks: first - start,
      duration: max(1, min(current.span.pts + current.span.duration, end) - first), clock: frameClock)
  }

  /// Leaves out what is before the first frame.
  private func begin() throws {
    if !hasBegun, edits.from > 0 { try feed.skip(to: edits.from) }
    hasBegun = true
  }

  /// Reads on to the picture shown at a time, in ticks; false if there is none.
  private func advance(until wanted: Double) throws -> Bool {
    while current.map({ Double($0.span.pts + $0.span.duration) <= wanted }) ?? true, try advance() {}
    return current != nil
  }

  /// Reads the next picture; false where there is none.
  private func advance() throws -> Bool {
    guard let next = try logged({ try firstPictures.next(feed.next) }) ?? nil else { return false }
    current = next
    note(next, at: (clock.time(next.span.pts).seconds - edits.from) / edits.speed)
    return true
  }

  private func note(_ picture: FilmPicture, at seconds: Double) {
    for mark in picture.marks { arriving?.add(mark, at: max(0, seconds)) }
  }

  /// Notes an error, if the film ends with it instead of failing; nil then.
  private func logged<Value>(_ body: () throws -> Value) throws -> Value? {
    guard log.failure == nil else { return nil }
    do {
      return try body()
    } catch {
      guard log.endsFilm else { throw error }
      log.failure = error
      return nil
    }
  }

  /// Draws what changed since the frame before.
  ///
  /// - Throws: `FFmpegError` for a pixel format that cannot be converted.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    guard let current else { return Region(of: size) }
    let changed = { self.changes(in: current, at: time) }
    if geometry.isIdentity { return try reading.draw(current, changed: changed, into: &bitmap) }
    var picture = stored.take() ?? Bitmap(size: current.size)
    defer { stored = picture }
    guard try !reading.draw(current, changed: changed, into: &picture).isEmpty else { return Region(of: size) }
    try geometry.draw(picture, into: &bitmap)
    return .all(of: size)
  }

  /// Returns the picture of a time as it came; nil where it equals the one before.
  package func picture(at time: FrameTime) throws -> FilmPicture? {
    guard let current else { return nil }
    return changes(in: current, at: time).isEmpty ? nil : current
  }

  /// The tiles that changed since the frame before; of one frame, pixels and samples may be asked for.
  private func changes(in picture: FilmPicture, at time: FrameTime) -> Region {
    if let seen, seen.index == time.index { return seen.changed }
    let changed = reading.changes(in: picture)
    seen = (time.index, changed)
    return changed
  }
}

/// The state of a film's input while the film is made.
package final class FeedLog: Sendable {
  private struct State {
    var failure: (any Error)?
    var overwrittenCount = 0
    var endsFilm = false
  }

  private let state = Mutex(State())

  /// Whether the film ends where its input breaks off; otherwise it fails.
  package var endsFilm: Bool {
    get { state.withLock { $0.endsFilm } }
    set { state.withLock { $0.endsFilm = newValue } }
  }

  /// The error that ended the input early; nil if there was none, or the film failed.
  package var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The number of live pictures replaced by a newer one before they were shown.
  package var overwrittenCount: Int { state.withLock { $0.overwrittenCount } }

  func setOverwritten(_ count: Int) { state.withLock { $0.overwrittenCount = count } }
}

extension TimeBase {
  /// The clock whose ticks are shorter by a factor, which has six decimal places.
  fileprivate func faster(_ factor: Double) -> TimeBase {
    let parts = 1_000_000
    var (over, under) = (numerator * parts, denominator * Int(clamping: (factor * Double(parts)).rounded()))
    let divisor = Self.common(over, under)
    (over, under) = (over / divisor, under / divisor)
    // Containers count in 32 bits: a tick is then rounded to the nearest fraction with as many.
    while under > Int(Int32.max) || over > Int(Int32.max) { (over, under) = (max(1, (over + 1) / 2), (under + 1) / 2) }
    return TimeBase(over, under)
  }

  private static func common(_ a: Int, _ b: Int) -> Int { b == 0 ? max(1, a) : common(b, a % b) }
}
