import ReelGeometry
import ReelLayers
import Testing

@Suite("Delays and repetitions") struct RepetitionTests {
  let film = Film()
  let patch = Patch(16, 16, 32, 32)
  var stage: Stage { film.stage }

  init() { stage.root.addSublayer(patch) }

  private func angles(_ times: [Double]) -> [Double] { times.map { patch.presentation(at: $0).angle.degrees } }

  @Test("A delayed change waits with the value that was there, and costs nothing meanwhile")
  func delayed() throws {
    try film.render(at: 0)
    Transaction.animate(duration: 2, delay: 1, curve: .linear) { patch.angle = .degrees(60) }
    #expect(angles([0, 0.5, 1, 2, 3, 9]) == [0, 0, 0, 30, 60, 60])
    #expect(try film.render(at: 1).isEmpty)
    #expect(try !film.render(at: 1.5).isEmpty)
    try film.render(at: 3)
    #expect(try film.render(at: 4).isEmpty)
  }

  @Test("Changes with different delays follow one another")
  func chained() throws {
    Transaction.animate(duration: 1, curve: .linear) { patch.angle = .degrees(60) }
    Transaction.animate(duration: 1, delay: 2, curve: .linear) { patch.angle = .degrees(20) }
    Transaction.animate(duration: 0, delay: 4) { patch.angle = .degrees(100) }
    let times = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.9, 4]
    let expected = [0, 30, 60, 60, 60, 40, 20, 20, 100.0]
    #expect(angles(times) == expected)
    for (time, angle) in zip(times, expected) {
      try film.render(at: time)
      #expect(patch.drawnAngle.degrees == angle, "\(time) s")
    }
    #expect(patch.angle.degrees == 100)
  }

  @Test("A later change that begins sooner cuts off what was to come")
  func cutOff() {
    Transaction.animate(duration: 4, curve: .linear) { patch.angle = .degrees(40) }
    Transaction.animate(duration: 1, delay: 10, curve: .linear) { patch.angle = .degrees(80) }
    Transaction.animate(duration: 2, delay: 2, curve: .linear) { patch.angle = .degrees(0) }
    #expect(angles([0, 1, 2, 3, 4, 10, 11]) == [0, 10, 20, 10, 0, 0, 0])
  }

  @Test("Changes are repeated, there and back if wanted")
  func repeated() throws {
    var ended: [Double] = []
    Transaction.animate(
      duration: 1, delay: 1, curve: .linear, repeats: .times(2),
      completion: { [unowned stage] in ended.append(stage.time) }
    ) {
      patch.angle = .degrees(60)
    }
    #expect(angles([1.5, 1.75, 2, 2.5, 3]) == [30, 45, 0, 30, 60])
    try stage.advance(to: 10)
    #expect(ended == [3])
    patch.angle = .zero
    Transaction.animate(duration: 1, curve: .linear, repeats: .times(3, autoreverses: true)) {
      patch.angle = .degrees(60)
    }
    #expect(angles([10.25, 11, 11.25, 12, 12.25, 13]) == [15, 60, 45, 0, 15, 60])
  }

  @Test("What is repeated without end goes on, and is stopped by setting it")
  func forever() throws {
    Transaction.animate(duration: 1, curve: .linear, repeats: .forever(autoreverses: true)) {
      patch.angle = .degrees(60)
    }
    #expect(angles([0.25, 1.75, 1000.5, 1001.25]) == [15, 15, 30, 45])
    try film.render(at: 1000.5)
    #expect(patch.drawnAngle.degrees == 30)
    patch.angle = .degrees(10)
    try film.render(at: 1000.5)
    #expect(patch.drawnAngle.degrees == 10)
    #expect(try film.render(at: 1001).isEmpty)
  }
}
