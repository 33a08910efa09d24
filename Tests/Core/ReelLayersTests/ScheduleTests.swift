import ReelCanvas
import ReelGeometry
import ReelLayers
import Testing

@Suite("Scheduled actions") struct ScheduleTests {
  /// What happened, with the stage's time.
  final class Log {
    var lines: [String] = []
  }

  let film = Film()
  let patch = Patch(16, 16, 32, 32)
  let log = Log()
  var stage: Stage { film.stage }

  init() { film.stage.root.addSublayer(patch) }

  func note(_ text: String) { log.lines.append("\(stage.time) \(text)") }

  @Test("Actions run once, in order, each at its own time")
  func order() throws {
    stage.at(2) { note("c") }
    stage.at(1) { note("a") }
    stage.at(1) { note("b") }
    try stage.advance(to: 0.5)
    #expect(log.lines.isEmpty)
    try stage.advance(to: 5)
    #expect(log.lines == ["1.0 a", "1.0 b", "2.0 c"])
    try stage.advance(to: 6)
    #expect(log.lines.count == 3)
  }

  @Test("What an action schedules runs in the same step if it is due")
  func scheduledByActions() throws {
    stage.at(1) {
      note("a")
      stage.at(1) { note("b") }
      stage.at(2) { note("c") }
      stage.at(0.25) { note("late") }
      stage.at(9) { note("not yet") }
    }
    try stage.advance(to: 3)
    #expect(log.lines == ["1.0 a", "1.0 late", "1.0 b", "2.0 c"])
    try stage.advance(to: 9)
    #expect(log.lines.last == "9.0 not yet")
  }

  @Test("A repeated action is told its number and comes at multiples of its interval")
  func every() throws {
    // A repeated action lives as long as its stage, and must not keep it.
    stage.every(0.1, from: 1) { [log, weak stage = film.stage] number in
      log.lines.append("\(stage?.time ?? -1) \(number)")
    }
    try stage.advance(to: 1.35)
    #expect(log.lines == ["1.0 0", "1.1 1", "1.2 2", "\(1 + 3 * 0.1) 3"])
  }

  @Test("A completion runs exactly once, when time passes its end")
  func completion() throws {
    Transaction.animate(duration: 2, completion: { note("done") }) {
      patch.angle = .degrees(60)
      patch.opacity = 0.5
    }
    try stage.advance(to: 1.999)
    #expect(log.lines.isEmpty)
    try stage.advance(to: 10)
    #expect(log.lines == ["2.0 done"])
    try stage.advance(to: 20)
    #expect(log.lines.count == 1)
  }

  @Test("Completions run in the order of their ends, before actions of the same time")
  func completionOrder() throws {
    stage.at(1) { note("action") }
    Transaction.animate(duration: 2, completion: { note("long") }) { patch.angle = .degrees(60) }
    Transaction.animate(duration: 1, completion: { note("short") }) { patch.opacity = 0.5 }
    try stage.advance(to: 3)
    #expect(log.lines == ["1.0 short", "1.0 action", "2.0 long"])
  }

  @Test("The completion of a transaction that was interrupted comes at its own end")
  func interrupted() throws {
    Transaction.animate(duration: 2, completion: { note("first") }) { patch.angle = .degrees(60) }
    try stage.advance(to: 1)
    Transaction.animate(duration: 3, completion: { note("second") }) { patch.angle = .degrees(90) }
    try stage.advance(to: 9)
    #expect(log.lines == ["2.0 first", "4.0 second"])
  }

  @Test("A completion comes even if its layer has gone, and if nothing changed on a stage at once")
  func withoutLayers() throws {
    Transaction.animate(duration: 2, completion: { note("gone") }) { patch.angle = .degrees(60) }
    patch.removeFromSuperlayer()
    Transaction.animate(duration: 2, completion: { note("empty") }) { patch.angle = .degrees(60) }
    #expect(log.lines == ["0.0 empty"])
    try stage.advance(to: 2)
    #expect(log.lines == ["0.0 empty", "2.0 gone"])
  }

  @Test("An outer transaction ends when those inside of it have ended")
  func nestedCompletion() throws {
    Transaction.animate(duration: 1, completion: { note("outer") }) {
      patch.opacity = 0.5
      Transaction.animate(duration: 2, completion: { note("inner") }) { patch.angle = .degrees(60) }
    }
    try stage.advance(to: 5)
    #expect(log.lines == ["2.0 inner", "2.0 outer"])
  }

  @Test("A transaction over two stages ends with the later one")
  func twoStages() throws {
    let other = Film()
    let far = Patch(0, 0, 8, 8)
    other.stage.root.addSublayer(far)
    Transaction.animate(duration: 1, completion: { note("done") }) {
      patch.angle = .degrees(60)
      far.angle = .degrees(60)
    }
    try stage.advance(to: 5)
    #expect(log.lines.isEmpty)
    try other.stage.advance(to: 1)
    #expect(log.lines == ["5.0 done"])
  }

  @Test("A completion can begin what comes next, at its own time")
  func chained() throws {
    Transaction.animate(
      duration: 1, curve: .linear,
      completion: {
        Transaction.animate(duration: 1, curve: .linear) { patch.angle = .zero }
      }
    ) { patch.angle = .degrees(60) }
    try stage.advance(to: 1.5)
    #expect(patch.presentation.angle.degrees == 30)
  }

  @Test("Time never runs backwards, and is a number")
  func backwards() throws {
    try film.render(at: 2)
    for time in [1.999, -1, Double.nan, .infinity] {
      #expect(throws: InvalidValue.self) { try film.render(at: time) }
    }
    #expect(stage.time == 2)
    #expect(try film.render(at: 2).isEmpty)
  }

  /// A film whose actions interrupt one another, are repeated, and add and remove layers.
  static func story() -> Film {
    let film = Film()
    let stage = film.stage
    let patch = Patch(10, 10, 40, 30)
    let other = Patch(60, 40, 50, 50, color: .blue)
    stage.root.addSublayer(patch)
    stage.at(0.35) {
      Transaction.animate(
        duration: 1, completion: { Transaction.animate(duration: 0.77) { patch.transform = .scale(1.5) } }
      ) { patch.transform = .rotation(.degrees(77)) }
    }
    stage.at(0.93) { stage.root.addSublayer(other) }
    stage.at(1.01) { Transaction.animate(duration: 3, curve: .easeIn) { other.opacity = 0.3 } }
    stage.at(1.77) { Transaction.animate(duration: 2.9) { other.opacity = 1 } }
    stage.every(0.33, from: 0.4) { number in
      Transaction.animate(duration: 0.5) { patch.position.x = number.isMultiple(of: 2) ? 100 : 30 }
    }
    stage.at(2.22) { Transaction.animate(duration: 4) { other.color = .green } }
    return film
  }

  @Test("A frame is a function of its time, however the times before it were chosen")
  func purity() throws {
    let steps = Self.story()
    for frame in 0...30 { try steps.render(at: Double(frame) / 10) }
    let odd = Self.story()
    for time in [0.01, 0.4, 0.41, 1.9, 2.999, 3] { try odd.render(at: time) }
    let jump = Self.story()
    try jump.render(at: 3)
    #expect(steps.picture == jump.picture)
    #expect(odd.picture == jump.picture)
    // Something must have been going on.
    let early = Self.story()
    try early.render(at: 2.9)
    #expect(early.picture != jump.picture)
  }
}
