import ReelGeometry
import ReelLayers
import Testing

@Suite("Transaction") struct TransactionTests {
  let film = Film()
  let patch = Patch(16, 16, 32, 32)
  var stage: Stage { film.stage }
  var angle: Double { patch.presentation.angle.degrees }

  init() { film.stage.root.addSublayer(patch) }

  func turn(to degrees: Double, duration: Double = 2, curve: TimingCurve = .linear) {
    Transaction.animate(duration: duration, curve: curve) { patch.angle = .degrees(degrees) }
  }

  @Test("Outside of a transaction a property is set at once")
  func atOnce() {
    patch.angle = .degrees(60)
    #expect(patch.angle.degrees == 60)
    #expect(angle == 60)
  }

  @Test("Inside of one the model is set at once and the screen follows")
  func animates() throws {
    turn(to: 60)
    #expect(patch.angle.degrees == 60)
    for (time, expected) in [(0, 0), (0.5, 15), (1, 30), (1.5, 45), (2, 60), (3, 60.0)] {
      try stage.advance(to: time)
      #expect(angle == expected)
      #expect(patch.angle.degrees == 60)
    }
  }

  @Test("Setting an angle to 90 half-way from 0 to 60 goes on from 30")
  func fromPresentation() throws {
    turn(to: 60)
    try stage.advance(to: 1)
    turn(to: 90)
    #expect(patch.angle.degrees == 90)
    #expect(angle == 30)
    try stage.advance(to: 2)
    #expect(angle == 60)
    try stage.advance(to: 3)
    #expect(angle == 90)
  }

  @Test("A value set at once ends the way that the property was on")
  func interruptedAtOnce() throws {
    turn(to: 60)
    try film.render(at: 1)
    patch.angle = .degrees(10)
    #expect(angle == 10)
    #expect(try !film.render(at: 1.5).isEmpty)
    #expect(patch.drawnAngle.degrees == 10)
    #expect(try film.render(at: 1.75).isEmpty)
  }

  @Test("A value set back to the old model while on its way stops it, too")
  func interruptedBySameModel() throws {
    turn(to: 60)
    try film.render(at: 1)
    patch.angle = .degrees(60)
    #expect(angle == 60)
    try film.render(at: 1)
    #expect(patch.drawnAngle.degrees == 60)
  }

  @Test("Of two values set in one transaction the last counts, from what was on screen")
  func setTwice() throws {
    Transaction.animate(duration: 2, curve: .linear) {
      patch.angle = .degrees(500)
      patch.angle = .degrees(60)
    }
    #expect(angle == 0)
    try stage.advance(to: 1)
    #expect(angle == 30)
  }

  @Test("Changing a value in place animates as setting it does")
  func inPlace() throws {
    patch.position = Point(x: 10, y: 20)
    Transaction.animate(duration: 1, curve: .linear) { patch.position.x += 10 }
    try stage.advance(to: 0.5)
    #expect(patch.presentation.position == Point(x: 15, y: 20))
  }

  @Test("The innermost transaction decides, and the outer one again after it")
  func nested() throws {
    let other = Patch(0, 0, 8, 8)
    let third = Patch(0, 0, 8, 8)
    stage.root.addSublayer(other)
    stage.root.addSublayer(third)
    Transaction.animate(duration: 4, curve: .linear) {
      Transaction.animate(duration: 1, curve: .linear) { patch.angle = .degrees(60) }
      other.angle = .degrees(60)
      Transaction.withoutAnimation { third.angle = .degrees(60) }
    }
    try stage.advance(to: 1)
    #expect(angle == 60)
    #expect(other.presentation.angle.degrees == 15)
    #expect(third.presentation.angle.degrees == 60)
  }

  @Test("After a transaction that threw, properties are set at once again")
  func throwing() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try Transaction.animate(duration: 1) { throw Failure() } }
    patch.angle = .degrees(60)
    #expect(angle == 60)
  }

  @Test("A transaction of no duration sets at once")
  func noDuration() throws {
    turn(to: 60, duration: 0)
    #expect(angle == 60)
  }

  @Test("A layer on no stage has no time to animate in")
  func noStage() throws {
    let loose = Patch(0, 0, 8, 8)
    Transaction.animate(duration: 1) { loose.angle = .degrees(60) }
    #expect(loose.presentation.angle.degrees == 60)
    stage.root.addSublayer(loose)
    #expect(loose.presentation.angle.degrees == 60)
  }

  @Test("A layer that leaves its stage comes to rest, and stays so when it is back")
  func leaves() throws {
    turn(to: 60)
    try film.render(at: 1)
    patch.removeFromSuperlayer()
    #expect(angle == 60)
    stage.root.addSublayer(patch)
    #expect(angle == 60)
    try film.render(at: 1)
    #expect(patch.drawnAngle.degrees == 60)
  }

  @Test("A layer that moves within its stage goes on turning")
  func movesInTree() throws {
    let other = Layer()
    stage.root.addSublayer(other)
    turn(to: 60)
    try stage.advance(to: 1)
    other.addSublayer(patch)
    #expect(angle == 30)
    try stage.advance(to: 1.5)
    #expect(angle == 45)
  }

  @Test("Presentation at a time is a function of it, in any order and without effect")
  func pure() throws {
    turn(to: 60, curve: .easeIn)
    let times = [1.7, 0.2, 2.5, 1, 0.2, 0, 1.7]
    let values = times.map { patch.presentation(at: $0).angle.degrees }
    #expect(values[0] == values[6])
    #expect(values[1] == values[4])
    #expect(values[2] == 60)
    #expect(values[5] == 0)
    #expect(abs(values[3] - 60 * TimingCurve.easeIn.value(at: 0.5)) < 1e-12)
    for (time, value) in zip(times, values).sorted(by: { $0.0 < $1.0 }) {
      try stage.advance(to: time)
      #expect(angle == value)
    }
  }

  @Test("Computed properties follow the screen, those of sublayers they read as well")
  func computed() throws {
    final class Pair: Layer {
      let left = Patch(0, 0, 8, 8)
      var sum: Double { left.angle.degrees + frame.minX }
    }
    let pair = Pair(frame: Rect(x: 0, y: 0, width: 8, height: 8))
    pair.addSublayer(pair.left)
    stage.root.addSublayer(pair)
    Transaction.animate(duration: 1, curve: .linear) {
      pair.left.angle = .degrees(60)
      pair.frame = Rect(x: 100, y: 0, width: 8, height: 8)
    }
    try stage.advance(to: 0.5)
    #expect(pair.sum == 160)
    #expect(pair.presentation.sum == 80)
  }

  @Test("While it is drawn a layer reads what is on screen")
  func readsInDraw() throws {
    turn(to: 60)
    try film.render(at: 0.5)
    #expect(patch.drawnAngle.degrees == 15)
    #expect(patch.angle.degrees == 60)
  }
}
