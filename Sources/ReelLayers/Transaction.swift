#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A group of changes to layers that take place together, over a time.
///
///     Transaction.animate(duration: 0.5, curve: .easeIn) {
///       hand.angle = .degrees(90)
///       label.opacity = 0
///     }
///
/// Every `@Animatable` property of a layer on a stage that is set inside goes from its value on screen at the stage's
/// time to the new one. The model, which is what the property itself reads, has the new value at once. Outside of a
/// transaction a property is set at once on screen too. (Core Animation animates there as well; here nothing moves that
/// was not asked to.)
public enum Transaction {
  /// Animates the changes that a closure makes to layers on a stage.
  ///
  /// Transactions may be nested: the innermost decides duration and curve. A layer that is on no stage has no time, so its
  /// properties are set at once.
  ///
  /// - Parameters:
  ///   - duration: The time the changes take, in seconds of the layer's own time; 0 makes them at once when the delay is over.
  ///   - delay: The seconds before they begin. Until then a property stays what it is, or goes on as an earlier
  ///     transaction has it go, so that several with different delays follow one another.
  ///   - curve: How the time is spent.
  ///   - repeats: How often they are made.
  ///   - completion: Run once, when time reaches the end of the changes made inside, those of nested
  ///     transactions included; also if a later transaction has redirected them. If nothing on a stage was changed, it is run
  ///     before `animate` returns.
  ///   - changes: Sets the properties.
  public static func animate<Result>(
    duration: Double = 0.25, delay: Double = 0, curve: TimingCurve = .ease, repeats: Repetition = .once,
    completion: (() -> Void)? = nil, _ changes: () throws -> Result
  ) rethrows -> Result {
    precondition(duration >= 0 && duration.isFinite, "a transaction cannot last \(duration) seconds")
    precondition(delay >= 0 && delay.isFinite, "a transaction cannot wait for \(delay) seconds")
    precondition(repeats.count >= 1, "a transaction cannot be run \(repeats.count) times")
    let timing = Timing(duration: duration, delay: delay, curve: curve, repetition: repeats)
    return try Scope(timing: timing, completion: completion).run(changes)
  }

  /// Makes changes at once, even inside of a transaction that animates.
  public static func withoutAnimation<Result>(_ changes: () throws -> Result) rethrows -> Result {
    try Scope(timing: nil, completion: nil).run(changes)
  }

  /// A transaction that is under way.
  final class Scope {
    /// Nil where changes are made at once.
    let timing: Timing?
    private let completion: (() -> Void)?
    /// When the changes end, by the layers whose time they follow.
    private var ends: [ObjectIdentifier: (clock: Layer, stage: Stage, time: Double)] = [:]

    init(timing: Timing?, completion: (() -> Void)?) {
      self.timing = timing
      self.completion = completion
    }

    /// Notes that a layer on a stage changes until a time of its own.
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
      // Stages and layers have times of their own: the last of them to get there ends the transaction.
      var open = ends.count
      for end in ends.values {
        end.stage.timeline.add(at: end.time, of: end.clock, rank: .completion) {
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
