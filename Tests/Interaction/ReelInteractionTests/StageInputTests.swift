import Foundation
import ReelCanvas
import ReelGeometry
import ReelInteraction
import ReelLayers
import ReelTestSupport
import ReelTesting
import Testing

/// A red rectangle.
private final class Patch: Layer {
  override func draw(in context: GraphicsContext) { context.fill(bounds, with: .color(.red)) }
}

/// A stage with a picture that follows it.
private final class Film {
  let stage: Stage
  var picture: Bitmap

  init(width: Int, height: Int) {
    stage = Stage(size: PixelSize(width: width, height: height), background: .white)
    picture = Bitmap(size: stage.size)
  }

  func render(at time: Double) throws { _ = try stage.render(at: time, into: &picture) }
}

@Suite("Input of a stage") struct StageInputTests {
  /// Moves a square to where each event says, from the event's own time on.
  private func makeFilm(_ input: StageInput<Int>) -> Film {
    let film = Film(width: 160, height: 32)
    let patch = Patch(frame: Rect(x: 0, y: 0, width: 16, height: 32))
    film.stage.root.addSublayer(patch)
    film.stage.receive(input) { position in
      Transaction.animate(duration: 0.5, curve: .linear) { patch.position.x = Double(position) }
    }
    return film
  }

  @Test("An event happens at its own time, whichever frames are drawn")
  func ownTime() throws {
    let pictures = try [[2.0], [0, 0.3, 0.75, 1.1, 2], [0.9, 2]].map { times in
      let input = StageInput<Int>()
      input.post(100, at: 0.8)
      input.post(30, at: 0.25)
      let film = makeFilm(input)
      for time in times { try film.render(at: time) }
      return film.picture
    }
    #expect(Set(pictures).count == 1)
    let input = StageInput<Int>()
    let film = makeFilm(input)
    try film.render(at: 0)
    input.post(108, at: 1)
    try film.render(at: 1.25)
    // Half-way from 8 to 108.
    #expect(film.picture[51, 16] == Pixel(.red) && film.picture[49, 16] == Pixel(.white))
  }

  @Test("What comes too late is acted on after the frame that was drawn, and so it is recorded")
  func late() throws {
    let input = StageInput<Int>()
    let film = makeFilm(input)
    try film.render(at: 1)
    input.post(100, at: 0.5)
    let entry = try #require(
      {
        try film.render(at: 2); return input.record.first
      }())
    #expect(entry.event == 100 && entry.time > 1 && entry.time < 1.000001)
    input.post(7, at: -3)
    #expect(input.record.count == 1)
    try film.render(at: 3)
    #expect(input.record.map(\.event) == [100, 7])
  }

  @Test("Drawn again from its record, a film has the same frames, at its rate and at any")
  func again() throws {
    var random = Seeded()
    let input = StageInput<Int>()
    let live = makeFilm(input)
    var frames: [(time: Double, picture: Bitmap)] = []
    var now = 0.0
    for _ in 0..<60 {
      // Some in time, some late, some early.
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        input.post(Int.random(in: 0...160, using: &random), at: now + random.double(-0.2...0.3))
      }
      now += random.double(0...0.2)
      try live.render(at: now)
      frames.append((now, live.picture))
    }
    let same = makeFilm(StageInput(replaying: input.record))
    let sparse = makeFilm(StageInput(replaying: input.record))
    for (index, frame) in frames.enumerated() {
      try same.render(at: frame.time)
      #expect(same.picture == frame.picture, "\(frame.time) s, \(random)")
      if index.isMultiple(of: 7) {
        try sparse.render(at: frame.time)
        #expect(sparse.picture == frame.picture, "\(frame.time) s, \(random)")
      }
    }
  }

  @Test("Events of one time are acted on in the order in which they were posted")
  func order() throws {
    let stage = Stage(size: PixelSize(width: 16, height: 16))
    let input = StageInput<String>()
    var acted: [String] = []
    stage.receive(input) { acted.append($0) }
    for name in ["b", "c"] { input.post(name, at: 1) }
    input.post("a", at: 0.5)
    input.post("d", at: 1)
    try stage.advance(to: 1)
    #expect(acted == ["a", "b", "c", "d"])
    let replayed = StageInput(replaying: input.record)
    let other = Stage(size: stage.size)
    acted = []
    other.receive(replayed) { acted.append($0) }
    try other.advance(to: 3)
    #expect(acted == ["a", "b", "c", "d"] && replayed.record == input.record)
  }

  @Test("Events are posted from any thread, and none is lost or twice there")
  func threads() async throws {
    let stage = Stage(size: PixelSize(width: 16, height: 16))
    let input = StageInput<Int>()
    var acted: [Int] = []
    stage.receive(input) { acted.append($0) }
    var bitmap = Bitmap(size: stage.size)
    _ = try stage.render(at: 0, into: &bitmap)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { for index in 0..<500 { input.post(number * 500 + index, at: Double(index) / 100) } }
      }
    }
    _ = try stage.render(at: 10, into: &bitmap)
    #expect(acted.sorted() == Array(0..<4000))
    #expect(input.record.map(\.time) == input.record.map(\.time).sorted())
    // Of each thread in its order.
    for number in 0..<8 {
      let own = acted.filter { $0 / 500 == number }
      #expect(own == own.sorted())
    }
  }

  @Test("An event posted now has the time that the stage has at this moment, whenever its clock has started")
  func clock() throws {
    let clock = ManualClock()
    let input = StageInput<Int>(clock: clock)
    let film = makeFilm(input)
    clock.advance(by: .seconds(50))
    input.post(1)
    try film.render(at: 0)
    // An encoder takes its time to be ready. Then the clock of the recording starts.
    clock.advance(by: .seconds(2))
    clock.advance(by: .milliseconds(40))
    input.post(2)
    clock.advance(by: .milliseconds(60))
    try film.render(at: 0.1)
    clock.advance(by: .milliseconds(70))
    input.post(3)
    // A frame that is late shows what came before its time, and the next one the rest.
    clock.advance(by: .milliseconds(31))
    input.post(4)
    clock.advance(by: .milliseconds(20))
    try film.render(at: 0.2)
    #expect(input.record.map(\.event) == [1, 2, 3])
    clock.advance(by: .milliseconds(79))
    try film.render(at: 0.3)
    #expect(
      input.record == [
        .init(time: 0, event: 1), .init(time: 0.04, event: 2), .init(time: 0.17, event: 3),
        .init(time: 0.201, event: 4),
      ])
  }

  @Test("A stage that does not go on takes a bounded number of events")
  func bounded() {
    let input = StageInput<Int>()
    for number in 0..<StageInput<Int>.maxWaiting { #expect(input.post(number)) }
    #expect(!input.post(0) && !input.post(0, at: 3))
    #expect(input.record.isEmpty)
  }

  @Test("A record can be written and read")
  func codable() throws {
    let input = StageInput<Int>()
    let stage = Stage(size: PixelSize(width: 16, height: 16))
    stage.receive(input) { _ in }
    for number in 0..<3 { input.post(number, at: Double(number) / 3) }
    try stage.advance(to: 1)
    let data = try JSONEncoder().encode(input.record)
    #expect(try JSONDecoder().decode([StageInput<Int>.Entry].self, from: data) == input.record)
  }
}
