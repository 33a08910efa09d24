import ReelTesting
import ReelTiming
import ReelVideo
import Testing

@testable import ReelRecording

@Suite struct CaptureLoopTests {
  @Test("In virtual time every frame comes at its exact time", arguments: ["10", "30000/1001", "0.5", "120"])
  func everyFrame(rate: String) async throws {
    let frameRate = try FrameRate(parsing: rate)
    let clock = VirtualClock()
    let loop = CaptureLoop(timer: clock, frameRate: frameRate, frameCount: 1000)
    var times: [Duration] = []
    let outcome = try await loop.run(draw: { $0 }) { time in
      #expect(time.index == times.count)
      times.append(clock.now.offset)
    }
    #expect(times == (0..<1000).map { frameRate.time(ofFrame: $0) })
    #expect(outcome == .init(frameCount: 1000, missed: 0))
    #expect(clock.now.offset == frameRate.time(ofFrame: 1000))
  }

  @Test("An error from the capture ends the loop")
  func error() async {
    let loop = CaptureLoop(timer: VirtualClock(), frameRate: 10, frameCount: 100)
    var count = 0
    await #expect(throws: PlannedFailure(.draw(4))) {
      _ = try await loop.run(draw: { $0 }) { time in
        count += 1
        if time.index == 4 { throw PlannedFailure(.draw(4)) }
      }
    }
    #expect(count == 5)
  }
}

@Suite struct RecorderLifecycleTests {
  @Test("A recording starts once, stops once and ends once")
  func once() {
    var lifecycle = RecorderLifecycle()
    var answers: [Bool] = []
    answers.append(lifecycle.beginFinishing())
    answers.append(lifecycle.start())
    answers.append(lifecycle.start())
    answers.append(lifecycle.beginFinishing())
    answers.append(lifecycle.beginFinishing())
    #expect(answers == [false, true, false, true, false])
    #expect(lifecycle.state == .finishing)
    answers = []
    answers.append(lifecycle.end(succeeded: true))
    answers.append(lifecycle.end(succeeded: false))
    answers.append(lifecycle.start())
    answers.append(lifecycle.beginFinishing())
    #expect(answers == [true, false, false, false])
    #expect(lifecycle.state == .finished)
  }

  @Test("A recording can fail before anyone stops it")
  func failure() {
    var lifecycle = RecorderLifecycle()
    var answers: [Bool] = []
    answers.append(lifecycle.end(succeeded: false))
    answers.append(lifecycle.start())
    answers.append(lifecycle.end(succeeded: false))
    answers.append(lifecycle.beginFinishing())
    #expect(answers == [false, true, true, false])
    #expect(lifecycle.state == .failed)
  }
}
