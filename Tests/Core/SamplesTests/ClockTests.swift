import Reel
import Testing

@testable import reel_sample_clock

@Suite("The clock sample") struct ClockTests {
  let stage = Clock.makeStage(size: PixelSize(width: 200, height: 200))
  let clock: ClockLayer

  init() throws { clock = try #require(stage.root.sublayers.first as? ClockLayer) }

  /// The angles on screen of hour, minute and second hand.
  private var angles: [Double] {
    [clock.hourHand, clock.minuteHand, clock.secondHand].map(\.presentation.angle.degrees)
  }

  @Test("At 10:10:30 the hands point where they should")
  func tenPastTen() {
    #expect(angles == [305.25, 3663, 219_780])
    #expect(angles.map { $0.truncatingRemainder(dividingBy: 360) } == [305.25, 63, 180])
    let tip = clock.secondHand.presentation.tip
    #expect(abs(tip.x - 88) < 1e-9)
    #expect(abs(tip.y - (88 + 0.8 * 88)) < 1e-9)
  }

  @Test("Each second the hands go to the next, slowly at first")
  func ticks() throws {
    let start = angles
    try stage.advance(to: 0.999)
    #expect(angles == start)
    try stage.advance(to: 1.2)
    // Half of the time of a tick has passed; ease-in has made 31.5 % of its way.
    let share = TimingCurve.easeIn.value(at: 0.5)
    #expect(abs(angles[2] - (start[2] + 6 * share)) < 1e-6)
    #expect(abs(angles[1] - (start[1] + 0.1 * share)) < 1e-6)
    #expect(abs(share - 0.315_356_8) < 1e-6)
    try stage.advance(to: 1.4)
    #expect(angles[2] == start[2] + 6)
    try stage.advance(to: 61)
    #expect(abs(angles[2] - (start[2] + 360)) <= 6)
    try stage.advance(to: 61.5)
    #expect(angles[2] == start[2] + 366)
  }

  @Test("The second hand is red where it points, and between the ticks nothing is drawn")
  func pictures() throws {
    var picture = Bitmap(size: stage.size)
    #expect(try stage.render(at: 0, into: &picture).isAll)
    let red = picture[100, 160]
    #expect(red.red > 150 && red.green < 150 && red.blue < 150)
    #expect(try stage.render(at: 0.5, into: &picture).isEmpty)
    #expect(try !stage.render(at: 1.2, into: &picture).isEmpty)
    #expect(try !stage.render(at: 1.6, into: &picture).isEmpty)
    #expect(try stage.render(at: 1.9, into: &picture).isEmpty)
    #expect(picture[100, 160] != red)
  }
}
