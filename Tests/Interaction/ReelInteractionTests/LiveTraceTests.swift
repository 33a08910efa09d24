import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelScenes
import ReelTestSupport
import ReelTiming
import ReelTracing
import Testing

@testable import ReelInteraction

@Suite("Live tracing") struct LiveTraceTests {
  private let size = PixelSize(width: 200, height: 120)

  private func film(isJudged: Bool) -> TraceFilm {
    let line = Path(points: [Point(x: 20, y: 60), Point(x: 180, y: 60)])
    return TraceFilm(
      TraceSession(
        header: .init(canvas: Size(width: 200, height: 120), expected: isJudged ? [line] : [], maxDistance: 12)))
  }

  @Test(
    "Touches that come while frames are drawn, late ones too, are drawn again frame by frame", arguments: [true, false])
  func again(isJudged: Bool) throws {
    var random = Seeded()
    let (film, touches, rate) = (film(isJudged: isJudged), StageInput<Touch>(), FrameRate(integerLiteral: 30))
    let scene = try LiveTraceScene(film, touches: touches, size: size)
    var bitmap = Bitmap(size: size)
    var frames: [Bitmap] = []
    var isDown = [false, false]
    for index in 0..<120 {
      // As threads would: at any time, in no order with the frames.
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let finger = Int.random(in: 0...1, using: &random)
        let phase: TouchEvent.Phase =
          !isDown[finger] ? .began : Int.random(in: 0..<15, using: &random) == 0 ? .ended : .moved
        isDown[finger] = phase != .ended
        let point = Point(x: random.double(0...200), y: random.double(40...80))
        touches.post(
          Touch(phase, at: point, finger: finger), at: rate.seconds(ofFrame: index) + random.double(-0.1...0))
      }
      _ = try scene.draw(at: FrameTime(index: index, frameRate: rate), into: &bitmap)
      frames.append(bitmap)
    }
    let recorded = film.recorded(touches.record)
    #expect(recorded.session.events.count == touches.record.count && recorded.session.events.count > 150)
    // The session survives being written, as its file has to.
    let again = try SceneSource(
      film.with(TraceSession(recorded.session.text()), like: recorded), size: size, frameRate: rate)
    for index in (0..<120).shuffled(using: &random).prefix(30) {
      _ = try again.draw(atSeconds: rate.seconds(ofFrame: index), into: &bitmap)
      #expect(bitmap.difference(from: frames[index])?.largest == 0, "frame \(index), \(random)")
    }
  }

  @Test("A touch is never replayed before the frame that it came too late for")
  func rounding() {
    var random = Seeded()
    for _ in 0..<20_000 {
      let frame = FrameRate(integerLiteral: Int.random(in: 1...240, using: &random)).seconds(
        ofFrame: Int.random(in: 0...100_000, using: &random))
      let event = TouchEvent(Touch(.moved, at: .zero), at: frame.nextUp)
      #expect(event.milliseconds / 1000 > frame, "\(frame), \(random)")
      let next = TouchEvent(Touch(.moved, at: .zero), at: frame.nextUp.nextUp)
      #expect(next.milliseconds >= event.milliseconds, "\(frame), \(random)")
    }
    #expect(TouchEvent(Touch(.moved, at: .zero), at: 1.234567).milliseconds == 1234.567)
  }
}

extension TraceFilm {
  /// The film of a session, otherwise like another.
  fileprivate func with(_ session: TraceSession, like film: TraceFilm) -> TraceFilm {
    var film = film
    film.session = session
    return film
  }
}
