import ReelTiming
import Synchronization
import Testing

@Suite struct PerformanceTimerTests {
  /// A clock that stands still until it is told otherwise.
  private final class HandClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Duration

      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let time = Mutex(Duration.zero)

    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) {}
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
  }

  private struct Failure: Error {}

  private let clock = HandClock()

  private func texts(_ timer: PerformanceTimer) -> [String] {
    timer.stages.map { "\($0.name) \($0.count) \($0.duration / .milliseconds(1))" }
  }

  @Test("Stages add up by name, and nested ones lie within their own")
  func nesting() {
    let timer = PerformanceTimer(clock: clock)
    PerformanceTimer.$current.withValue(timer) {
      for _ in 0..<3 {
        PerformanceTimer.measure("encode") {
          clock.advance(by: .milliseconds(2))
          PerformanceTimer.measure("write") { clock.advance(by: .milliseconds(1)) }
        }
      }
      PerformanceTimer.measure("write") { clock.advance(by: .milliseconds(10)) }
    }
    #expect(texts(timer) == ["encode 3 9.0", "encode/write 3 3.0", "write 1 10.0"])
  }

  @Test("Without a timer the closure only runs")
  func none() {
    #expect(PerformanceTimer.current == nil)
    #expect(PerformanceTimer.measure("draw") { 7 } == 7)
  }

  @Test("A stage that fails is measured, and its error comes through")
  func failing() {
    let timer = PerformanceTimer(clock: clock)
    PerformanceTimer.$current.withValue(timer) {
      #expect(throws: Failure.self) {
        try PerformanceTimer.measure("draw") { () throws(Failure) in
          clock.advance(by: .milliseconds(4))
          throw Failure()
        }
      }
    }
    #expect(texts(timer) == ["draw 1 4.0"])
  }

  @Test("A timer within another takes over, and its stages do not nest in the other's")
  func twoTimers() {
    let (outer, inner) = (PerformanceTimer(clock: clock), PerformanceTimer(clock: clock))
    PerformanceTimer.$current.withValue(outer) {
      PerformanceTimer.measure("film") {
        PerformanceTimer.$current.withValue(inner) {
          PerformanceTimer.measure("draw") { clock.advance(by: .milliseconds(5)) }
        }
      }
    }
    #expect(texts(outer) == ["film 1 5.0"])
    #expect(texts(inner) == ["draw 1 5.0"])
  }

  @Test("Many tasks measure at once, and none is lost")
  func tasks() async {
    let timer = PerformanceTimer(clock: clock)
    await PerformanceTimer.$current.withValue(timer) {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<100 {
              PerformanceTimer.measure("outer") { PerformanceTimer.measure("inner") {} }
            }
          }
        }
      }
    }
    #expect(texts(timer) == ["outer 800 0.0", "outer/inner 800 0.0"])
  }
}
