import ReelCanvas
import ReelGeometry
import ReelLayers
import Testing

@Suite("The time of layers") struct LayerTimeTests {
  /// A layer whose angle follows its time, and that notes when it was asked.
  private final class Dial: Layer {
    @Animatable var angle = Angle.zero
    private(set) var asked: [Double] = []

    override func update(at time: Double) {
      asked.append(time)
      angle = .degrees(6 * time.rounded(.down))
    }

    override func draw(in context: GraphicsContext) {
      context.fill(Rect(x: angle.degrees, y: 0, width: 4, height: 4), with: .color(.black))
    }
  }

  let film = Film()
  private let dial = Dial(frame: Rect(x: 16, y: 16, width: 60, height: 4))
  var stage: Stage { film.stage }

  init() { stage.root.addSublayer(dial) }

  @Test("A subclass can be created at a frame, by its own initializer too")
  func designated() {
    class Named: Layer {
      let name: String
      init(name: String, frame: Rect) {
        self.name = name
        super.init(frame: frame)
      }
    }
    let frame = Rect(x: 1, y: 2, width: 30, height: 40)
    #expect(Named(name: "a", frame: frame).frame == frame)
  }

  @Test("What follows from time is brought up to date before a frame, and costs nothing while it stays")
  func updated() throws {
    try film.render(at: 0)
    #expect(try film.render(at: 0.9).isEmpty)
    #expect(try film.render(at: 2.5) == tiles(1...4, 1...1, of: stage))
    #expect(dial.angle.degrees == 12)
    try stage.advance(to: 7)
    #expect(dial.presentation.angle.degrees == 42)
    #expect(dial.asked == [0, 0.9, 2.5, 7])
    try film.render(at: 7)
    #expect(try stage.snapshot() == film.picture)
  }

  @Test("A layer that is not to be seen is asked, those on it are not, until it is seen again")
  func hidden() throws {
    let inner = Dial(frame: dial.bounds)
    dial.addSublayer(inner)
    dial.isHidden = true
    try film.render(at: 3)
    #expect(dial.asked == [3])
    #expect(inner.asked.isEmpty)
    dial.isHidden = false
    try film.render(at: 4)
    #expect(inner.angle.degrees == 24)
  }

  @Test("Time begins, runs, stands and runs back as Core Animation has it")
  func localTime() throws {
    let parent = Layer(frame: stage.root.bounds)
    stage.root.addSublayer(parent)
    parent.addSublayer(dial)
    parent.beginTime = 2
    parent.speed = 3
    dial.speed = -1
    dial.timeOffset = 10
    for (time, outer, inner) in [(2.0, 0.0, 10.0), (3, 3, 7), (4.5, 7.5, 2.5)] {
      try stage.advance(to: time)
      #expect(parent.localTime == outer)
      #expect(dial.localTime == inner)
      #expect(dial.angle.degrees == 6 * inner.rounded(.down))
    }
    #expect(dial.localTime(at: 2) == 10)
    dial.speed = 0
    dial.timeOffset = 1
    try film.render(at: 5)
    #expect(try film.render(at: 50).isEmpty)
    #expect(dial.localTime == 1)
    #expect(Layer().localTime == 0)
  }

  @Test("A layer is seen from its beginning, for as long as it lasts")
  func span() throws {
    let patch = Patch(64, 64, 16, 16)
    patch.beginTime = 1
    patch.duration = 2
    stage.root.addSublayer(patch)
    let own = tiles(4...4, 4...4, of: stage)
    func isSeen() -> Bool { film.picture[70, 70].green == 0 }
    dial.speed = 0
    try film.render(at: 0)
    #expect(!isSeen())
    #expect(try film.render(at: 0.999).isEmpty)
    #expect(try film.render(at: 1) == own)
    #expect(isSeen())
    #expect(try film.render(at: 2.999).isEmpty)
    #expect(try film.render(at: 3) == own)
    #expect(!isSeen())
    patch.duration = 3
    #expect(try film.render(at: 3.5) == own)
    #expect(isSeen())
  }

  @Test("Animations run in the time of their layer, and end with it")
  func animations() throws {
    let patch = Patch(64, 64, 16, 16)
    let parent = Layer()
    stage.root.addSublayer(parent)
    parent.addSublayer(patch)
    parent.beginTime = 1
    parent.speed = 0.5
    try stage.advance(to: 1)
    var ended: [Double] = []
    Transaction.animate(duration: 1, curve: .linear, completion: { [unowned stage] in ended.append(stage.time) }) {
      patch.angle = .degrees(60)
    }
    try stage.advance(to: 2)
    #expect(patch.presentation.angle.degrees == 30)
    try stage.advance(to: 2.9)
    #expect(ended.isEmpty)
    // At 2.9 the layer's time jumps from 0.95 to 3.8: the end lies in the past.
    parent.speed = 2
    try stage.advance(to: 3)
    #expect(ended == [2.9])
    #expect(patch.presentation.angle.degrees == 60)
  }

  @Test("An action of a layer comes at the layer's time, wherever that goes, and not when the layer has gone")
  func actions() throws {
    var log: [String] = []
    let parent = Layer()
    stage.root.addSublayer(parent)
    parent.at(1) { [unowned stage] in log.append("a \(stage.time) \(parent.localTime)") }
    parent.at(3) { log.append("gone") }
    stage.at(6) { log.append("stage") }
    parent.beginTime = 4
    parent.speed = 0.5
    try stage.advance(to: 5.9)
    #expect(log.isEmpty)
    try stage.advance(to: 6)
    // Scheduled first, and due at the same time.
    #expect(log == ["a 6.0 1.0", "stage"])
    parent.speed = 0
    try stage.advance(to: 100)
    parent.removeFromSuperlayer()
    parent.speed = 1
    try stage.advance(to: 200)
    #expect(log.count == 2)
  }
}
