import ReelGeometry
import ReelScenes
import ReelTracing
import Testing

@Suite struct ReplayTimingTests {
  private func events(_ times: [Double]) -> [TouchEvent] {
    times.map { TouchEvent(milliseconds: $0, phase: .moved, point: .zero) }
  }

  @Test("By itself a film has the session's own times, from its first event")
  func realTime() throws {
    let timing = try ReplayTiming(events: events([1000, 1250.5, 4000, 9000]), hold: 2)
    #expect([1000, 1250.5, 4000, 9000].map(timing.filmTime) == [0, 0.2505, 3, 8])
    #expect(timing.replayDuration == 8)
    #expect(timing.duration == 10)
    #expect(timing.cutPauses == 0)
  }

  @Test("Long pauses are cut short, and what lies between is not touched")
  func pauses() throws {
    let timing = try ReplayTiming(events: events([0, 100, 5100, 5200, 5700, 9000]), maxPause: 0.5, hold: 0)
    #expect([0, 100, 5100, 5200, 5700, 9000].map(timing.filmTime) == [0, 0.1, 0.6, 0.7, 1.2, 1.7])
    #expect(timing.cutPauses == 2)
    // A moment inside of a pause that was cut is shown no later than its end.
    #expect(timing.filmTime(of: 3000) == 0.6)
    #expect(timing.filmTime(of: 300) == 0.3)
  }

  @Test("Speed divides all times, and the hold stays as it is")
  func speed() throws {
    let timing = try ReplayTiming(events: events([0, 3000, 6000]), speed: 2, maxPause: 1, hold: 1.5)
    #expect([0, 3000, 6000].map(timing.filmTime) == [0, 0.5, 1])
    #expect(timing.duration == 2.5)
  }

  @Test("A length for the whole film decides the speed")
  func length() throws {
    let timing = try ReplayTiming(events: events([500, 8500]), hold: 1, length: 5)
    #expect(timing.speed == 2)
    #expect(timing.duration == 5)
    #expect(timing.filmTime(of: 8500) == 4)
  }

  @Test("The last frame shows the finished picture", arguments: [0, 0.01, 1.5], [10.0, 29.97, 60])
  func lastFrame(hold: Double, rate: Double) throws {
    let timing = try ReplayTiming(events: events([0, 1234.5]), hold: hold)
    let count = timing.frameCount(framesPerSecond: rate)
    #expect(Double(count - 1) / rate >= timing.replayDuration)
    #expect(Double(count) / rate >= timing.duration - 0.5 / rate)
    #expect(Double(count) / rate <= timing.duration + 2 / rate)
  }

  @Test("One event, or none, is a film of the hold alone")
  func short() throws {
    #expect(try ReplayTiming(events: events([700]), hold: 1).duration == 1)
    #expect(try ReplayTiming(events: events([]), hold: 1).duration == 1)
    #expect(try ReplayTiming(events: events([]), hold: 0).frameCount(framesPerSecond: 10) == 1)
  }

  @Test("Numbers that cannot be are refused")
  func refused() {
    #expect(throws: InvalidValue.self) { try ReplayTiming(events: events([0]), speed: 0) }
    #expect(throws: InvalidValue.self) { try ReplayTiming(events: events([0]), speed: .infinity) }
    #expect(throws: InvalidValue.self) { try ReplayTiming(events: events([0]), maxPause: -1) }
    #expect(throws: InvalidValue.self) { try ReplayTiming(events: events([0]), maxPause: .nan) }
    #expect(throws: InvalidValue.self) { try ReplayTiming(events: events([0]), hold: -1) }
    #expect(throws: InvalidValue.self) { try ReplayTiming(events: events([0]), hold: 2, length: 2) }
  }
}
