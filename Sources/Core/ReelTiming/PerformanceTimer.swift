import Synchronization

#if canImport(os)
  import os
#endif

/// Measures where time goes: named, nested stages on any number of threads.
///
/// A `current` timer is visible to everything called from its scope, including child tasks and other actors. Without
/// a current timer, measuring costs one look-up, so the calls can stay in a library:
///
///     let timer = PerformanceTimer()
///     try await PerformanceTimer.$current.withValue(timer) {
///       try await recorder.record(for: .seconds(30))
///     }
///     for stage in timer.stages { print(stage.name, stage.count, stage.duration) }
///
/// A recording measures `draw`, `convert`, `encode` with `write` inside it, and `finish`; a fixture measures `draw`, `encode`, `finish`,
/// `read back` and `hash`. Measure your own stages, such as parts of a drawing, with `PerformanceTimer.measure("sky") { … }`; they
/// appear within `draw`.
///
/// On platforms with signposts, each stage is an interval of the subsystem `reel` in Instruments.
public final class PerformanceTimer: Sendable {
  /// The timer to which `measure` adds, or nil for none.
  @TaskLocal public static var current: PerformanceTimer?
  /// The stage of the current timer that is being measured.
  @TaskLocal private static var parent: Parent?

  private struct Parent: Sendable {
    let timer: ObjectIdentifier
    let stage: Int
  }

  private struct Entry {
    var name: String
    var parent: Int?
    var children: [Int] = []
    var count = 0
    var duration = Duration.zero
  }

  private struct State {
    var entries: [Entry] = []
    var roots: [Int] = []

    /// Returns the index of a stage, creating it on first use.
    mutating func stage(_ name: String, in parent: Int?) -> Int {
      let siblings = parent.map { entries[$0].children } ?? roots
      if let known = siblings.first(where: { entries[$0].name == name }) { return known }
      entries.append(Entry(name: name, parent: parent))
      let new = entries.count - 1
      if let parent { entries[parent].children.append(new) } else { roots.append(new) }
      return new
    }
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Duration

  /// Creates a timer that has measured nothing.
  ///
  /// - Parameter clock: Returns the time; it must not run backwards.
  public init(clock: some Clock<Duration> = ContinuousClock()) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  /// Runs a closure and adds its duration to a stage of the current timer.
  ///
  /// Stages measured within the closure are nested in this one.
  ///
  /// - Parameters:
  ///   - name: The stage's name, in one or two words.
  ///   - body: The work to measure.
  /// - Returns: The closure's result.
  public static func measure<R, Failure: Error>(
    _ name: StaticString, _ body: () throws(Failure) -> R
  ) throws(Failure) -> R {
    guard let timer = current else { return try body() }
    var result: Result<R, Failure>?
    timer.measure(name) { result = catching(body) }
    return try result.unsafelyUnwrapped.get()
  }

  /// Catches a typed error: task-local values can only be bound around closures with untyped errors.
  private static func catching<R, Failure: Error>(_ body: () throws(Failure) -> R) -> Result<R, Failure> {
    do { return .success(try body()) } catch { return .failure(error) }
  }

  private func measure(_ name: StaticString, _ body: () -> Void) {
    let outer = Self.parent.flatMap { $0.timer == ObjectIdentifier(self) ? $0.stage : nil }
    let stage = state.withLock { $0.stage(name.description, in: outer) }
    let interval = Signpost(name)
    let start = now()
    Self.$parent.withValue(Parent(timer: ObjectIdentifier(self), stage: stage)) { body() }
    let duration = now() - start
    interval.end()
    state.withLock { state in
      state.entries[stage].count += 1
      state.entries[stage].duration += duration
    }
  }

  /// The stages so far, each before its nested stages, otherwise in the order of their first start.
  public var stages: [TimedStage] {
    state.withLock { state in
      func list(_ stage: Int, path: [String]) -> [TimedStage] {
        let entry = state.entries[stage]
        let path = path + [entry.name]
        return [TimedStage(path: path, count: entry.count, duration: entry.duration)]
          + entry.children.flatMap { list($0, path: path) }
      }
      return state.roots.flatMap { list($0, path: []) }
    }
  }
}

/// An interval in Instruments, on platforms that have it.
private struct Signpost {
  #if canImport(os)
    private static let signposter = OSSignposter(subsystem: "reel", category: "stages")
    private let name: StaticString
    private let interval: OSSignpostIntervalState

    init(_ name: StaticString) {
      self.name = name
      interval = Self.signposter.beginInterval(name, id: Self.signposter.makeSignpostID())
    }

    func end() { Self.signposter.endInterval(name, interval) }
  #else
    init(_ name: StaticString) {}

    func end() {}
  #endif
}
