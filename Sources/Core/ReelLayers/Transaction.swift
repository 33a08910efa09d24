import ReelPlatform

/// A group of changes to layers that animate together.
///
///     Transaction.animate(duration: 0.5, curve: .easeIn) {
///       hand.angle = .degrees(90)
///       label.opacity = 0
///     }
///
/// Every `@Animatable` property that is set inside, of a layer on a stage, animates from its value on screen at the stage's
/// time to the new one. The model value changes at once. Outside a
/// transaction the value on screen changes at once too. (Core Animation animates there as well; here nothing moves
/// unasked.)
public enum Transaction {
  /// Animates the changes that a closure makes to layers on a stage.
  ///
  /// Transactions may be nested: the innermost determines duration and curve. A layer without a stage has no time, so its
  /// properties are set at once.
  ///
  /// - Parameters:
  ///   - duration: The time the changes take, in seconds of the layer's own time; 0 applies them at once after the delay.
  ///   - delay: The seconds before they begin. Until then a property keeps its value, or continues the animation of an earlier
  ///     transaction, so that several with different delays follow one another.
  ///   - curve: The timing curve.
  ///   - repeats: How often they run.
  ///   - completion: Runs once, when time reaches the end of the changes made inside, including nested
  ///     transactions, even if a later transaction has redirected them. If nothing on a stage was changed, it runs
  ///     before `animate` returns.
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
    /// When the changes end, for each layer whose time they follow.
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
      // Stages and layers have their own times: the last one to reach its end ends the transaction.
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
    /// A transaction's closure is synchronous, so it stays on one thread and no other code runs on that thread meanwhile. A
    /// task-local value would leak into tasks that are started inside and outlive it. The pointer is not retained: `run` holds
    /// the scope for as long as it is current.
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
