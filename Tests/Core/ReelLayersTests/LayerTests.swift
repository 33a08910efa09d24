import ReelCanvas
import ReelGeometry
import ReelLayers
import Testing

@Suite("Layer") struct LayerTests {
  @Test("Frame, bounds, position and anchor point say the same thing")
  func frame() {
    let layer = Layer(frame: Rect(x: 10, y: 20, width: 40, height: 60))
    #expect(layer.position == Point(x: 30, y: 50))
    #expect(layer.bounds == Rect(x: 0, y: 0, width: 40, height: 60))
    layer.anchorPoint = .zero
    #expect(layer.frame == Rect(x: 30, y: 50, width: 40, height: 60))
    layer.bounds.origin = Point(x: 5, y: 5)
    #expect(layer.frame == Rect(x: 30, y: 50, width: 40, height: 60))
    layer.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.position == Point(x: 1, y: 2))
    #expect(layer.bounds == Rect(x: 5, y: 5, width: 3, height: 4))
  }

  @Test("A transform turns about the anchor point, and the frame goes around it")
  func transformed() {
    let layer = Layer(frame: Rect(x: 10, y: 20, width: 40, height: 60))
    layer.transform = .rotation(.degrees(90))
    #expect(layer.frame == Rect(x: 0, y: 30, width: 60, height: 40))
    layer.anchorPoint = .zero
    #expect(layer.transformToSuperlayer.apply(Point.zero) == layer.position)
  }

  @Test("Sublayers are ordered as they are laid")
  func order() {
    let parent = Layer()
    let (a, b, c, d) = (Layer(), Layer(), Layer(), Layer())
    func names() -> String {
      parent.sublayers.map { $0 === a ? "a" : $0 === b ? "b" : $0 === c ? "c" : "d" }.joined()
    }
    for layer in [a, b, c] { parent.addSublayer(layer) }
    #expect(names() == "abc")
    parent.addSublayer(a)
    #expect(names() == "bca")
    parent.insertSublayer(d, at: 0)
    #expect(names() == "dbca")
    parent.insertSublayer(d, above: b)
    #expect(names() == "bdca")
    parent.insertSublayer(a, below: d)
    #expect(names() == "badc")
    parent.insertSublayer(b, at: 3)
    #expect(names() == "adcb")
    parent.insertSublayer(b, above: b)
    #expect(names() == "adcb")
    d.removeFromSuperlayer()
    #expect(names() == "acb")
    #expect(d.superlayer == nil)
    c.addSublayer(a)
    #expect(names() == "cb")
    #expect(a.superlayer === c)
  }

  @Test("A layer knows its stage for as long as it is on it, with its sublayers")
  func stage() {
    let film = Film()
    let (parent, child) = (Layer(), Layer())
    parent.addSublayer(child)
    #expect(child.stage == nil)
    film.stage.root.addSublayer(parent)
    #expect(child.stage === film.stage)
    let other = Film()
    other.stage.root.addSublayer(child)
    #expect(child.stage === other.stage)
    #expect(parent.sublayers.isEmpty)
    parent.removeFromSuperlayer()
    #expect(parent.stage == nil)
  }

  @Test("A stage and its layers are let go of when nobody holds them")
  func released() throws {
    weak var stage: Stage?
    weak var layer: Layer?
    do {
      let film = Film()
      let patch = Patch(0, 0, 16, 16)
      film.stage.root.addSublayer(patch)
      film.stage.every(1) { _ in }
      Transaction.animate(duration: 1) { patch.angle = .degrees(60) }
      try film.render(at: 0.5)
      (stage, layer) = (film.stage, patch)
      #expect(stage != nil && layer != nil)
    }
    #expect(stage == nil)
    #expect(layer == nil)
  }

  @Test("Layers are drawn from the lowest to the highest, each where it stands")
  func drawn() throws {
    let film = Film(width: 64, height: 32)
    let under = Patch(0, 0, 20, 20, color: .red)
    let over = Patch(10, 10, 20, 20, color: .blue)
    film.stage.root.addSublayer(under)
    film.stage.root.addSublayer(over)
    try film.render(at: 0)
    #expect(film.picture[5, 5] == Pixel(red: 255, green: 0, blue: 0, alpha: 255))
    #expect(film.picture[15, 15] == Pixel(red: 0, green: 0, blue: 255, alpha: 255))
    #expect(film.picture[40, 5] == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
  }

  @Test("A stage of scale 2 draws everything twice as large")
  func scaled() throws {
    let film = Film(width: 64, height: 32, scale: 2)
    film.stage.root.addSublayer(Patch(8, 4, 8, 4))
    try film.render(at: 0)
    #expect(film.stage.root.bounds.size == Size(width: 32, height: 16))
    #expect(film.picture[16, 8] == film.picture[31, 15])
    #expect(film.picture[15, 8] != film.picture[16, 8])
    #expect(film.picture[32, 15] != film.picture[31, 15])
  }

  @Test("Opacity makes one sheet of a layer and its sublayers")
  func groupOpacity() throws {
    let film = Film(width: 32, height: 32)
    let parent = Patch(0, 0, 32, 32, color: .red)
    parent.addSublayer(Patch(0, 0, 16, 32, color: .blue))
    parent.opacity = 0.5
    film.stage.root.addSublayer(parent)
    try film.render(at: 0)
    let left = film.picture[8, 8]
    // Half blue on white, with nothing of the red below.
    #expect(left.blue == 255 && abs(Int(left.red) - 128) <= 1 && left.red == left.green)
  }

  @Test("A mask cuts sublayers off at the bounds")
  func masked() throws {
    let film = Film(width: 64, height: 32)
    let parent = Layer(frame: Rect(x: 0, y: 0, width: 16, height: 16))
    parent.addSublayer(Patch(8, 0, 32, 8))
    film.stage.root.addSublayer(parent)
    try film.render(at: 0)
    let white = film.picture[60, 30]
    #expect(film.picture[20, 4] != white)
    parent.masksToBounds = true
    try film.render(at: 0)
    #expect(film.picture[20, 4] == white)
    #expect(film.picture[12, 4] != white)
  }

  @Test("What a layer draws outside of its bounds is cut off, so that it leaves no traces")
  func overdraw() throws {
    final class Careless: Layer {
      override func draw(in context: GraphicsContext) { context.paint(.black) }
    }
    let film = Film(width: 64, height: 32)
    film.stage.root.addSublayer(Careless(frame: Rect(x: 4, y: 4, width: 8, height: 8)))
    try film.render(at: 0)
    #expect(film.picture[11, 11] != film.picture[12, 12])
    #expect(film.picture[3, 3] == film.picture[12, 12])
  }
}
