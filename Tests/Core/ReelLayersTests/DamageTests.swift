import ReelCanvas
import ReelGeometry
import ReelLayers
import Testing

@Suite("Damage") struct DamageTests {
  let film = Film()
  let group = Layer()
  let patch = Patch(20, 20, 8, 8)
  let other = Patch(100, 68, 8, 8, color: .blue)
  var stage: Stage { film.stage }
  /// Where the two patches are.
  var patchTile: Region { tiles(1...1, 1...1, of: stage) }
  var otherTile: Region { tiles(6...6, 4...4, of: stage) }

  init() throws {
    film.stage.root.addSublayer(group)
    group.addSublayer(patch)
    film.stage.root.addSublayer(other)
    try film.render(at: 0)
  }

  @Test("The first frame is drawn whole, and a still stage not at all")
  func still() throws {
    let fresh = Film()
    #expect(try fresh.render(at: 0).isAll)
    let before = fresh.picture
    #expect(try fresh.render(at: 0).isEmpty)
    #expect(try fresh.render(at: 1).isEmpty)
    // Both still share their memory: the picture was not even copied.
    #expect(address(of: before) == address(of: fresh.picture))
  }

  @Test("A frame that changes something draws into the picture it is given")
  func unshared() throws {
    let before = film.picture
    patch.color = .green
    try film.render(at: 1)
    #expect(address(of: before) != address(of: film.picture))
    #expect(before != film.picture)
  }

  @Test("A layer that needs display is drawn again in its own tiles only")
  func needsDisplay() throws {
    patch.setNeedsDisplay()
    #expect(try film.render(at: 0) == patchTile)
    #expect(patch.drawings == 2)
    #expect(other.drawings == 1)
    #expect(try film.render(at: 0).isEmpty)
  }

  @Test(
    "While a turned layer clips what is on it, any change has everything drawn again; an upright one asks for no more")
  func slantingClip() throws {
    let sheet = Layer()
    sheet.bounds = Rect(x: 0, y: 0, width: 30, height: 20)
    sheet.position = Point(x: 60, y: 40)
    sheet.masksToBounds = true
    sheet.addSublayer(Patch(0, 0, 30, 20))
    film.stage.root.addSublayer(sheet)
    func damage(after transform: AffineTransform) throws -> Region {
      sheet.transform = transform
      try film.render(at: 0)
      patch.setNeedsDisplay()
      return try film.render(at: 0)
    }
    #expect(try damage(after: .identity) == patchTile)
    #expect(try damage(after: .rotation(.radians(0.5))).isAll)
    #expect(try damage(after: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)) == patchTile)
    #expect(try damage(after: AffineTransform(a: 1, b: 0, c: 0.2, d: 1, tx: 0, ty: 0)).isAll)
    // It has gone, and nothing is drawn where nothing changes.
    sheet.removeFromSuperlayer()
    try film.render(at: 0)
    #expect(try film.render(at: 0).isEmpty)
    patch.setNeedsDisplay()
    #expect(try film.render(at: 0) == patchTile)
  }

  /// A wide layer of which a mark moves.
  private final class Gauge: Layer {
    @Animatable var mark = 0.0
    private var last = 0.0

    override func changedParts() -> [Rect]? {
      defer { last = mark }
      return [last, mark].map(rect)
    }

    override func draw(in context: GraphicsContext) { context.fill(rect(mark), with: .color(.black)) }

    private func rect(_ mark: Double) -> Rect { Rect(x: mark, y: 4, width: 4, height: 4) }
  }

  @Test("A layer that knows which of its parts have changed is drawn again there only")
  func changedParts() throws {
    let gauge = Gauge(frame: Rect(x: 0, y: 32, width: 160, height: 16))
    stage.root.addSublayer(gauge)
    let whole = tiles(0...9, 2...2, of: stage)
    #expect(try film.render(at: 0) == whole)
    gauge.mark = 100
    var ends = tiles(0...0, 2...2, of: stage)
    ends.formUnion(tiles(6...6, 2...2, of: stage))
    #expect(try film.render(at: 0) == ends)
    // Two pixels around a part belong to it.
    gauge.mark = 110
    #expect(try film.render(at: 0) == tiles(6...7, 2...2, of: stage))
    gauge.setNeedsDisplay()
    #expect(try film.render(at: 0) == whole)
    // It goes on counting from what was drawn, also by a frame in which it did not matter.
    gauge.mark = 40
    gauge.position.y += 16
    var both = whole
    both.formUnion(tiles(0...9, 3...3, of: stage))
    #expect(try film.render(at: 0) == both)
    gauge.mark = 36
    #expect(try film.render(at: 0) == tiles(2...2, 3...3, of: stage))
    #expect(film.picture == (try stage.snapshot()))
  }

  /// A wide layer that changes everywhere, but for what is told.
  private final class Curtain: Layer {
    @Animatable var shade = 0.0
    var hidden = Rect.zero
    private(set) var asked: [Rect] = []

    override func changedParts() -> [Rect]? { [bounds] }

    override func isUnchanged(in rect: Rect) -> Bool {
      asked.append(rect)
      return hidden.intersection(rect) == rect
    }
  }

  @Test("Tiles that look as before, though they touch a part that has changed, are not drawn")
  func unchangedTiles() throws {
    let curtain = Curtain(frame: Rect(x: 32, y: 32, width: 96, height: 16))
    stage.root.addSublayer(curtain)
    let whole = tiles(2...7, 2...2, of: stage)
    #expect(try film.render(at: 0) == whole)
    #expect(curtain.asked.isEmpty)
    // The third and the fourth tile, with two pixels around them.
    curtain.hidden = Rect(x: 30, y: -2, width: 36, height: 20)
    curtain.shade = 1
    var rest = tiles(2...3, 2...2, of: stage)
    rest.formUnion(tiles(6...7, 2...2, of: stage))
    #expect(try film.render(at: 0) == rest)
    #expect(curtain.asked.first == Rect(x: -2, y: -2, width: 20, height: 20))
    // Not what another layer changes there, nor the layer itself elsewhere.
    other.position = Point(x: 72, y: 40)
    #expect(try film.render(at: 0).contains(column: 4, row: 2))
    curtain.position.y += 16
    var both = whole
    both.formUnion(tiles(2...7, 3...3, of: stage))
    #expect(try film.render(at: 0) == both)
  }

  @Test("A part of a layer that needs display is drawn again in the tiles of that part")
  func partNeedsDisplay() throws {
    let wide = Patch(0, 32, 160, 32)
    stage.root.addSublayer(wide)
    try film.render(at: 0)
    wide.setNeedsDisplay(Rect(x: 64, y: 0, width: 8, height: 8))
    wide.setNeedsDisplay(Rect(x: 150, y: 20, width: 100, height: 100))
    var expected = tiles(4...4, 2...2, of: stage)
    expected.formUnion(tiles(9...9, 3...3, of: stage))
    #expect(try film.render(at: 0) == expected)
    #expect(try film.render(at: 0).isEmpty)
  }

  @Test("Moving a layer damages where it was and where it is, and nothing between")
  func moved() throws {
    patch.position.x += 64
    var expected = patchTile
    expected.formUnion(tiles(5...5, 1...1, of: stage))
    #expect(try film.render(at: 0) == expected)
  }

  @Test("An edge between two pixels damages both")
  func fractionalEdge() throws {
    let line = Patch(48, 16, 15.999, 16)
    stage.root.addSublayer(line)
    #expect(try film.render(at: 0) == tiles(3...3, 1...1, of: stage))
    line.frame = Rect(x: 47.99, y: 16, width: 16, height: 16)
    #expect(try film.render(at: 0) == tiles(2...3, 1...1, of: stage))
    line.frame = Rect(x: 48.01, y: 16, width: 16, height: 16)
    #expect(try film.render(at: 0) == tiles(2...4, 1...1, of: stage))
  }

  @Test("Opacity, hiding and removal damage the layer's tiles")
  func visibility() throws {
    let changes: [(Patch) -> Void] = [
      { $0.opacity = 0.5 }, { $0.opacity = 0 }, { $0.opacity = 1 }, { $0.isHidden = true }, { $0.isHidden = false },
    ]
    for change in changes {
      change(patch)
      #expect(try film.render(at: 0) == patchTile)
      #expect(try film.render(at: 0).isEmpty)
    }
    patch.removeFromSuperlayer()
    #expect(try film.render(at: 0) == patchTile)
    group.addSublayer(patch)
    #expect(try film.render(at: 0) == patchTile)
  }

  @Test("What a parent does damages where its sublayers were and are")
  func parent() throws {
    group.transform = .translation(x: 0, y: 32)
    var expected = patchTile
    expected.formUnion(tiles(1...1, 3...3, of: stage))
    #expect(try film.render(at: 0) == expected)
    group.opacity = 0.5
    #expect(try film.render(at: 0) == tiles(1...1, 3...3, of: stage))
    group.isHidden = true
    #expect(try film.render(at: 0) == tiles(1...1, 3...3, of: stage))
    group.opacity = 1
    patch.position.x += 16
    #expect(try film.render(at: 0).isEmpty)
    group.isHidden = false
    #expect(try film.render(at: 0) == tiles(2...2, 3...3, of: stage))
    group.removeFromSuperlayer()
    #expect(try film.render(at: 0) == tiles(2...2, 3...3, of: stage))
  }

  @Test("Changing the order damages the tiles of the layer that moved")
  func reordered() throws {
    stage.root.addSublayer(group)
    #expect(try film.render(at: 0) == patchTile)
    stage.root.insertSublayer(other, above: group)
    #expect(try film.render(at: 0) == otherTile)
  }

  @Test("A new value that is the old one damages nothing")
  func sameValue() throws {
    patch.color = patch.color
    patch.isHidden = false
    patch.opacity = 1
    stage.background = .white
    Transaction.animate(duration: 1) { patch.color = .red }
    for time in [0, 0.5, 1, 2] { #expect(try film.render(at: time).isEmpty) }
  }

  @Test("An animation damages its layer while it runs, and once more at its end")
  func animated() throws {
    Transaction.animate(duration: 1) { patch.color = .green }
    #expect(try film.render(at: 0).isEmpty)
    for time in [0.25, 0.5, 0.999, 1.5] { #expect(try film.render(at: time) == patchTile) }
    #expect(try film.render(at: 2).isEmpty)
    #expect(film.picture[24, 24] == Pixel(red: 0, green: 255, blue: 0, alpha: 255))
  }

  @Test("An animation that nobody saw damages what differs from the last frame")
  func unseenAnimation() throws {
    Transaction.animate(duration: 1, curve: .linear) { patch.angle = .degrees(60) }
    try stage.advance(to: 0.5)
    // Back to where it was in the frame: nothing to draw. Somewhere else: to be drawn.
    Transaction.animate(duration: 1, curve: .linear) { patch.angle = .degrees(-30) }
    try stage.advance(to: 1)
    #expect(patch.presentation.angle.degrees == 0)
    #expect(try film.render(at: 1).isEmpty)
    #expect(try film.render(at: 1.25) == patchTile)
    #expect(patch.drawnAngle.degrees == -15)
  }

  @Test("A property on its way under a hidden parent is where it should be when it is seen again")
  func hiddenAnimation() throws {
    group.isHidden = true
    Transaction.animate(duration: 1, curve: .linear) { patch.angle = .degrees(60) }
    try film.render(at: 0.25)
    #expect(try film.render(at: 0.5).isEmpty)
    group.isHidden = false
    #expect(try film.render(at: 0.75) == patchTile)
    #expect(patch.drawnAngle.degrees == 45)
    #expect(try film.render(at: 1) == patchTile)
    #expect(try film.render(at: 2).isEmpty)
  }

  @Test("A layer without extent, or flattened, or nowhere, is not drawn and does no harm")
  func degenerate() throws {
    let transforms: [AffineTransform] = [.scale(0), .scale(x: 1, y: 0), .translation(x: .nan, y: 0), .scale(.infinity)]
    for transform in transforms {
      patch.transform = transform
      try film.render(at: 0)
      patch.transform = .identity
      #expect(try film.render(at: 0) == patchTile)
    }
    patch.bounds.size = Size(width: .nan, height: 5)
    #expect(try film.render(at: 0) == patchTile)
    patch.position = Point(x: 1e300, y: -1e300)
    #expect(try film.render(at: 0).isEmpty)
    #expect(film.picture[24, 24] == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
  }

  @Test("The whole picture is drawn again when it is asked for, or its background changes")
  func everything() throws {
    stage.setNeedsDisplay()
    #expect(try film.render(at: 0).isAll)
    stage.background = .black
    #expect(try film.render(at: 0).isAll)
    #expect(film.picture[0, 0] == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
  }

  @Test("A layer that fails to draw is drawn when it can")
  func failure() throws {
    struct Failure: Error {}
    final class Moody: Layer {
      var fails = true
      override func draw(in context: GraphicsContext) throws {
        if fails { throw Failure() }
        context.fill(bounds, with: .black)
      }
    }
    let moody = Moody(frame: Rect(x: 64, y: 64, width: 16, height: 16))
    stage.root.addSublayer(moody)
    #expect(throws: Failure.self) { try film.render(at: 0) }
    patch.setNeedsDisplay()
    moody.fails = false
    var expected = patchTile
    expected.formUnion(tiles(4...4, 4...4, of: stage))
    #expect(try film.render(at: 0) == expected)
    #expect(film.picture[70, 70] == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
  }

  @Test("A bitmap of another size is refused, and nothing is lost by it")
  func wrongSize() throws {
    patch.setNeedsDisplay()
    var small = Bitmap(size: PixelSize(width: 16, height: 16))
    #expect(throws: InvalidValue.self) { try stage.render(at: 0, into: &small) }
    #expect(try film.render(at: 0) == patchTile)
  }

  @Test("A snapshot is the whole picture and takes nothing from the next frame")
  func snapshot() throws {
    patch.color = .green
    let snapshot = try stage.snapshot()
    #expect(snapshot != film.picture)
    #expect(try film.render(at: 0) == patchTile)
    #expect(snapshot == film.picture)
  }

  private func address(of bitmap: Bitmap) -> UInt {
    bitmap.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }
}
