import ReelLayers

/// Replaces a delegate or service whose answer takes a while: it notes each call, and answers later in the virtual time of a stage.
///
///     final class FakeStore: FlakeStore {
///       let reply: DelayedReply<Int, Bool>
///
///       func save(level: Int, completion: @escaping (Bool) -> Void) { reply(level, completion) }
///     }
///     let store = FakeStore(DelayedReply(on: app.stage, after: 0.5) { level in level < 7 })
public final class DelayedReply<Call, Answer> {
  /// The calls so far, in order.
  public private(set) var calls: [Call] = []
  /// The number of calls without an answer.
  public private(set) var waitingCount = 0
  /// The delay of the next answers, in seconds; infinite for none.
  public var delay: Double

  private weak var stage: Stage?
  private let answer: (Call) -> Answer

  /// Creates a fake.
  ///
  /// - Parameters:
  ///   - stage: The stage whose time counts; it is not retained.
  ///   - delay: The delay of the answers, in seconds.
  ///   - answer: Returns the answer to a call.
  public init(on stage: Stage, after delay: Double, answer: @escaping (Call) -> Answer) {
    (self.stage, self.delay, self.answer) = (stage, delay, answer)
  }

  /// Notes a call, and passes the answer on after the delay.
  public func callAsFunction(_ call: Call, _ completion: @escaping (Answer) -> Void) {
    calls.append(call)
    waitingCount += 1
    guard delay.isFinite, let stage else { return }
    let answer = answer(call)
    stage.at(stage.time + delay) { [weak self] in
      self?.waitingCount -= 1
      completion(answer)
    }
  }
}
