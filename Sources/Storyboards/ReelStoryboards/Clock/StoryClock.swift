import ReelGeometry

/// Determines when each scene of a storyboard begins and ends.
struct StoryClock {
  /// The known properties of a scene.
  struct Span {
    /// Its id, if it has one.
    var id: String?
    /// Its name in messages.
    var name: String
    /// Its own duration, in seconds; nil if it has no end.
    var own: Double?
    /// The duration given in the storyboard.
    var seconds: Double?
    /// The given start; a number counts from the start of its container.
    var from: StoryTime?
    /// The given end; a number counts from the start of its container.
    var until: StoryTime?
    /// The previous scene, and how long it overlaps this one.
    var previous: Int?
    var overlap = 0.0
    /// The container.
    var parent: Int?
    /// The scenes that run concurrently in it.
    var children: [Int] = []
  }

  /// The reason why the time of a scene cannot be determined.
  struct Failure: Error, Equatable {
    /// The number of the span.
    var index: Int
    var message: String
  }

  private enum State {
    case unknown, underway
    case known(Double)
  }

  private let spans: [Span]
  private let indexes: [String: Int]
  private let cues: [String: Cue]
  private var starts: [State]
  private var ends: [State]

  /// A name for a time within a sound.
  struct Cue {
    /// The span that the sound belongs to; nil for the film.
    var span: Int?
    /// The start of the sound; nil for the start of the span or film.
    var at: StoryTime?
    /// The start and end of the cue, in seconds after that.
    var start: Double
    var end: Double
  }

  init(_ spans: [Span], cues: [String: Cue] = [:]) {
    self.spans = spans
    self.cues = cues
    indexes = Dictionary(
      spans.enumerated().compactMap { index, span in span.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    starts = Array(repeating: .unknown, count: spans.count)
    ends = starts
  }

  /// The names that a time may refer to.
  var names: [String] { indexes.keys.sorted() }

  /// Returns the start of a scene, in seconds of film time.
  mutating func start(of index: Int) throws(Failure) -> Double {
    switch starts[index] {
    case .known(let time): return time
    case .underway: throw cycle(index)
    case .unknown: break
    }
    starts[index] = .underway
    let span = spans[index]
    var time = 0.0
    if let parent = span.parent {
      time = try start(of: parent)
      if let from = span.from { time = try value(of: from, since: time, for: index) }
    } else if let previous = span.previous {
      time = try end(of: previous) - span.overlap
    }
    starts[index] = .known(time)
    return time
  }

  /// Returns the end of a scene, in seconds of film time.
  mutating func end(of index: Int) throws(Failure) -> Double {
    switch ends[index] {
    case .known(let time): return time
    case .underway: throw cycle(index)
    case .unknown: break
    }
    ends[index] = .underway
    let span = spans[index]
    var time: Double
    if let until = span.until {
      var since = 0.0
      if let parent = span.parent { since = try self.start(of: parent) }
      time = try value(of: until, since: since, for: index)
    } else if let seconds = span.seconds {
      time = try self.start(of: index) + seconds
    } else if span.children.contains(where: { hasEnd(spans[$0]) }) {
      time = try self.start(of: index)
      for child in span.children where hasEnd(spans[child]) { time = max(time, try end(of: child)) }
    } else if let own = span.own {
      time = try self.start(of: index) + own
    } else if let parent = span.parent {
      time = try end(of: parent)
    } else {
      throw endless(index)
    }
    let start = try self.start(of: index)
    guard time > start, time <= 86_400 else {
      throw Failure(
        index: index,
        message: time > start
          ? "\(span.name) would end after \(time) seconds: a film lasts at most a day"
          : "\(span.name) would end at \(Self.text(time)), before it begins at \(Self.text(start))")
    }
    ends[index] = .known(time)
    return time
  }

  /// Returns the film time of a time in the storyboard.
  ///
  /// - Parameters:
  ///   - since: The film time that numbers count from, in seconds.
  ///   - index: The scene that uses it, for errors.
  mutating func value(of time: StoryTime, since: Double, for index: Int) throws(Failure) -> Double {
    switch time {
    case .seconds(let seconds): return since + seconds
    case .cue(let name, let edge, let offset):
      guard let cue = cues[name] else {
        let known = cues.keys.sorted().prefix(20).joined(separator: ", ")
        throw Failure(
          index: index,
          message: "unknown cue \(name): "
            + (known.isEmpty ? "give a sound cues, from a file with their names" : "there are \(known)"))
      }
      var begin = 0.0
      if let span = cue.span { begin = try start(of: span) }
      if let at = cue.at { begin = try value(of: at, since: begin, for: index) }
      return begin + (edge == .start ? cue.start : cue.end) + offset
    case .reference(let id, let edge, let offset):
      guard let other = indexes[id] else {
        throw Failure(index: index, message: "no scene has the id \(id)" + advice(id))
      }
      let value = try edge == .start ? start(of: other) : end(of: other)
      return value + offset
    }
  }

  private func hasEnd(_ span: Span) -> Bool {
    span.until != nil || span.seconds != nil || span.own != nil || span.children.contains { hasEnd(spans[$0]) }
  }

  private func advice(_ id: String) -> String {
    names.isEmpty ? ": give it to the scene you mean" : ": there are \(names.joined(separator: ", "))"
  }

  private func cycle(_ index: Int) -> Failure {
    Failure(index: index, message: "the time of \(spans[index].name) depends on itself: break the cycle with a number")
  }

  private func endless(_ index: Int) -> Failure {
    Failure(index: index, message: "\(spans[index].name) has no end: give it seconds")
  }

  static func text(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000) s" }
}
