import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelPlatform
import ReelTestSupport
import Testing

/// Random trees under random changes, drawn bit by bit and compared with the same tree drawn at once.
///
/// `REEL_SEEDS=1000 swift test --filter RandomTreeTests` tries more seeds than usual.
@Suite("Random trees") struct RandomTreeTests {
  static let seeds: Range<UInt64> =
    0..<(ProcessInfo.processInfo.environment["REEL_SEEDS"].flatMap { UInt64($0) } ?? 12)

  @Test("Drawing only what was damaged gives the picture that a full drawing gives, bit for bit", arguments: seeds)
  func incremental(seed: UInt64) throws {
    let film = RandomFilm(seed: seed)
    var generator = Seeded(seed: seed)
    var time = 0.0
    var drawn = 0
    for step in 0..<25 {
      if step > 0 { time += Double.random(in: 0...0.4, using: &generator) }
      let before = film.picture
      let region = try film.render(at: time)
      drawn += region.tileCount
      let step = Comment("seed \(seed), step \(step)")
      expectEqual(film.picture, before, outside: region, step)

      // The same tree on a stage that has never drawn: nothing that was kept from earlier frames can hide a mistake.
      let fresh = RandomFilm(seed: seed)
      #expect(try fresh.render(at: time).isAll)
      expectEqual(film.picture, fresh.picture, outside: Region(of: film.stage.size), step)
    }
    // Most frames must not have been drawn whole, or nothing was tested.
    #expect(drawn < 25 * Region.all(of: film.stage.size).tileCount, "seed \(seed)")
  }

  private func expectEqual(_ a: Bitmap, _ b: Bitmap, outside region: Region, _ comment: Comment) {
    guard a != b else { return }
    var differences: [String] = []
    for y in 0..<a.height {
      for x in 0..<a.width where !region.contains(column: x / 16, row: y / 16) && a[x, y] != b[x, y] {
        differences.append("(\(x), \(y)): \(a[x, y]) and \(b[x, y])")
      }
    }
    #expect(differences.isEmpty, "\(comment): \(differences.count) pixels, \(differences.prefix(4))")
  }
}

/// The same film each time for a seed: a tree of layers and changes at random times.
private final class RandomFilm {
  let stage: Stage
  var picture: Bitmap
  private var generator: Seeded
  private var layers: [Layer] = []

  init(seed: UInt64) {
    generator = Seeded(seed: seed &+ 1_000_000)
    let size = PixelSize(
      width: Int.random(in: 40...200, using: &generator), height: Int.random(in: 40...150, using: &generator))
    let scales = [1, 1, 2, 1.5]
    let scale: Double = scales.randomElement(using: &generator) ?? 1
    stage = Stage(
      size: size, scale: scale,
      background: .linearGradient(
        Gradient(.white, .orange), from: .zero, to: Point(x: Double(size.width), y: Double(size.height))))
    picture = Bitmap(size: size)
    for _ in 0..<Int.random(in: 2...9, using: &generator) { addLayer() }
    for _ in 0..<Int.random(in: 5...30, using: &generator) {
      stage.at(number(0, 6)) { [unowned self] in change() }
    }
  }

  func render(at time: Double) throws -> Region { try stage.render(at: time, into: &picture) }

  private func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &generator) }

  private func coin() -> Bool { Bool.random(using: &generator) }

  private func addLayer() {
    let layer: Layer =
      coin() && coin()
      ? Layer() : coin() ? .stock(using: &generator) : Figure(kind: Int.random(in: 0...5, using: &generator))
    layer.frame = Rect(x: number(-20, 150), y: number(-20, 100), width: number(0, 70), height: number(0, 70))
    if coin() { layer.frame = rounded(layer.frame) }
    if coin() && coin() { layer.opacity = number(0, 1) }
    if coin() && coin() { layer.masksToBounds = true }
    if coin() && coin() { layer.transform = .rotation(.degrees(number(0, 360))) }
    if coin() && coin() { layer.decorate(using: &generator) }
    if coin() && coin() { layer.changeTime(using: &generator) }
    layers.append(layer)
    (parent(for: layer) ?? stage.root).addSublayer(layer)
  }

  private func rounded(_ rect: Rect) -> Rect {
    Rect(
      x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.width.rounded(), height: rect.height.rounded())
  }

  /// A layer that does not lie on `layer`, or nil.
  private func parent(for layer: Layer) -> Layer? {
    guard coin(), let candidate = layers.randomElement(using: &generator) else { return nil }
    return sequence(first: candidate, next: \.superlayer).contains { $0 === layer } ? nil : candidate
  }

  private func change() {
    guard coin() else { return apply() }
    let curves: [TimingCurve] = [.linear, .ease, .easeIn, .easeInOut, .spring]
    let next = coin()
    Transaction.animate(
      duration: number(0, 2), delay: coin() && coin() ? number(0, 1) : 0,
      curve: curves.randomElement(using: &generator) ?? .linear,
      repeats: coin() && coin() ? .times(3, autoreverses: coin()) : .once,
      completion: next ? { [unowned self] in change() } : nil
    ) {
      apply()
      if coin() { apply() }
    }
  }

  private func apply() {
    guard let layer = layers.randomElement(using: &generator) else { return }
    switch Int.random(in: 0...21, using: &generator) {
    case 0: layer.position.x += number(-40, 40)
    case 1: layer.position = Point(x: number(0, 100).rounded(), y: number(0, 100).rounded())
    case 2: layer.bounds.size = Size(width: number(0, 80), height: number(0, 80))
    case 3: layer.bounds.origin.x += number(-10, 10)
    case 4: layer.opacity = number(-0.2, 1.2)
    case 5: layer.transform = .rotation(.degrees(number(0, 360)))
    case 6: layer.transform = .scale(x: number(-1.5, 1.5), y: number(-1.5, 1.5))
    case 7: layer.isHidden.toggle()
    case 8: layer.masksToBounds.toggle()
    case 9: layer.removeFromSuperlayer()
    case 10: (parent(for: layer) ?? stage.root).addSublayer(layer)
    case 11: layer.superlayer?.insertSublayer(layer, at: 0)
    case 12: addLayer()
    case 13:
      guard let figure = layer as? Figure else { break }
      figure.ticks += 1
      figure.setNeedsDisplay(figure.tickRect)
    case 14: (layer as? Figure)?.level = number(0, 1)
    case 15...18: layer.changeStock(using: &generator)
    case 19: layer.decorate(using: &generator)
    case 20: layer.changeTime(using: &generator)
    default: (layer as? Figure)?.color = Color(red: number(0, 1), green: number(0, 1), blue: 0, alpha: number(0.3, 1))
    }
  }
}

/// A layer with lines, curves, gradients, overlapping shapes or text.
private final class Figure: Layer {
  @Animatable var color = Color(red: 0.1, green: 0.3, blue: 0.7, alpha: 0.8)
  @Animatable var level = 0.3
  let kind: Int
  /// Drawn in a corner of its own, which alone is declared to need display.
  var ticks = 0
  var tickRect: Rect { Rect(x: bounds.minX + 3, y: bounds.minY + 3, width: 9, height: 9) }

  /// Different colours everywhere.
  private static let photo: Bitmap = {
    var photo = Bitmap(size: PixelSize(width: 23, height: 17))
    for y in 0..<photo.height {
      for x in 0..<photo.width {
        photo[x, y] = Pixel(red: UInt8(x * 11), green: UInt8(y * 15), blue: UInt8(x * y % 256), alpha: 255)
      }
    }
    return photo
  }()

  init(kind: Int) {
    self.kind = kind
    super.init()
  }

  override func draw(in context: GraphicsContext) {
    let (center, radius) = (bounds.center, min(bounds.width, bounds.height) / 2)
    switch kind {
    case 0: context.fill(bounds, with: .color(color))
    case 1:
      let points = (0..<7).map { index in
        center + Angle.degrees(Double(index) * 360 * 3 / 7 + level * 90).unitVector * radius
      }
      context.stroke(Path(points: points, closed: true), with: .color(color), style: .round(width: 1 + 3 * level))
    case 2:
      context.fill(
        Path(ellipseIn: bounds),
        with: .radialGradient(Gradient(.white, color), center: center, radius: max(radius, 1))
      )
      context.stroke(
        Path(ellipseIn: bounds.inset(by: 2)), with: .black,
        style: StrokeStyle(width: 1.5, dash: [4, 3], dashPhase: level * 7))
    case 3:
      // Reaches beyond the bounds, where it is cut off.
      context.withGroup(opacity: 0.3 + 0.5 * level) {
        context.fill(bounds.inset(by: -3), with: .color(color))
        context.rotate(.degrees(10))
        context.fill(bounds.inset(by: 4), with: .vertical(.white, color, in: bounds))
      }
    case 4: context.draw(Self.photo, in: bounds)
    default:
      context.draw(TextLayout("Reel 42", font: Font(size: 8 + 8 * level)), at: bounds.origin, with: .color(color))
    }
    if ticks > 0 {
      context.clip(to: tickRect)
      context.fill(tickRect, with: .color(red: Double(ticks % 4) / 4, green: 0.5, blue: 0.2))
    }
  }
}
