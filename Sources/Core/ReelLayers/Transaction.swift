import ReelPlatform

/// A group of layer changes that animate together.
///
///     Transaction.animate(duration: 0.5, curve: .easeIn) {
///       hand.angle = .degrees(90)
///       label.opacity = 0
///     }
///
/// Every `@Animatable` property of a layer on a stage that is set inside animates from its value on screen at the stage's time to the new
/// value. The model value changes at once. Outside a transaction, the value on screen also changes at once. (Core Animation animates such
/// changes as well; here nothing moves unless asked.)
public enum Transaction {
  /// Animates the changes that a closure makes to layers on a stage.
  ///
  /// Transactions may be nested: the innermost determines duration and curve. A layer without a stage has no time, so its
  /// properties are set at once.
  ///
  /// - Parameters:
  ///   - duration: The duration of the changes, in seconds of the layer's own time; 0 applies them at once after the delay.
  ///   - delay: The seconds before the changes begin. Until then, a property keeps its value or continues an earlier transaction's
  ///     animation, so transactions with different delays can follow one another.
  ///   - curve: The timing curve.
  ///   - repeats: How often the changes run.
  ///   - completion: Runs once, when time reaches the end of the changes made inside, including those of nested transactions, even if a
  ///     later transaction has redirected them. If nothing on a stage was changed, it runs before `animate` returns.
  ///   - changes: Sets the properties.
  public static func animate<Result>(
    duration: Double = 0.25, delay: Double = 0, curve: TimingCurve = .ease, repeats: Repetition = .once,
    completion: (() -> Void)? = nil, _ changes: () throws -> Result
  ) rethrows -> Result {
    precondition(duration >= 0 && duration.isFinite, "a transaction cannot last \(duration) seconds")
    precondition(delay >= 0 && delay.isFinite, "a transaction cannot wait for \(delay) seconds")
    precondition(repeats.count >= 1, "a transaction cannot run \(repeats.count) times")
    let timing = Timing(duration: duration, delay: delay, curve: curve, repetition: repeats)
    return try Scope(timing: timing, completion: completion).run(changes)
  }

  /// Applies changes at once, even inside an animating transaction.
  public static func withoutAnimation<Result>(_ changes: () throws -> Result) rethrows -> Result {
    try Scope(timing: nil, completion: nil).run(changes)
  }

  /// A running transaction.
  final class Scope {
    /// Nil if changes apply at once.
    let timing: Timing?
    private let completion: (() -> Void)?
    /// The end of the changes, for each layer whose time they follow.
    private var ends: [ObjectIdentifier: (clock: Layer, stage: Stage, time: Double)] = [:]

    init(timing: Timing?, completion: (() -> Void)?) {
      self.timing = timing
      self.completion = completion
    }

    /// Records that a layer on a stage changes until a local time.
    func extend(_ layer: Layer, until time: Double) {
      guard let stage = layer.stage else { return }
      extend(layer.clock, on: stage, until: time)
    }

    private func extend(_ clock: Layer, on stage: Stage, until time: Double) {
      let known = ends[ObjectIdentifier(clock)]?.time ?? time
      ends[ObjectIdentifier(clock)] = (clock, stage, max(known, time))
    }

    func run<Result>(_ changes: () throws -> Result) rethrows -> Result {
      let outer = Scope.current
      Scope.current = self
      defer {
        Scope.current = outer
        for end in ends.values { outer?.extend(end.clock, on: end.stage, until: end.time) }
        commit()
      }
      return try changes()
    }

    private func commit() {
      guard let completion else { return }
      if ends.isEmpty { return completion() }
      // Stages and layers have their own times; the last one to reach its end ends the transaction.
      var open = ends.count
      for end in ends.values {
        end.stage.schedule.add(at: end.time, of: end.clock, rank: .completion) {
          open -= 1
          if open == 0 { completion() }
        }
      }
    }

    /// The innermost transaction of this thread.
    ///
    /// A transaction's closure is synchronous, so it stays on one thread and no other code runs on that thread meanwhile. A task-local
    /// value would leak into tasks that are started inside the closure and outlive it. The pointer is not retained: `run` holds the scope
    /// while it is current.
    static var current: Scope? {
      get { pthread_getspecific(key).map { Unmanaged<Scope>.fromOpaque($0).takeUnretainedValue() } }
      set { pthread_setspecific(key, newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }) }
    }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()
  }
}
