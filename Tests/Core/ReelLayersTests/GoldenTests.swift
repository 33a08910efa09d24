import Foundation
import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTesting
import Testing

/// Stock layers against pictures that somebody has looked at; texts by their measures, as fonts differ from machine to machine.
@Suite("Stock layers as they were") struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  private static let size = PixelSize(width: 96, height: 64)

  private static let zigzag = Path(points: [
    Point(x: 8, y: 50), Point(x: 30, y: 12), Point(x: 52, y: 50), Point(x: 74, y: 12), Point(x: 88, y: 40),
  ])

  /// Four quarters of different colours, one of which lets the background through.
  private static let image: Bitmap = {
    var image = Bitmap(width: 24, height: 16)
    let colors = [Color.red, .blue, .orange, Color.black.with(alpha: 0.5)].map(Pixel.init)
    for y in 0..<16 { for x in 0..<24 { image[x, y] = colors[x / 12 + y / 8 * 2] } }
    return image
  }()

  private static func image(_ mode: ImageLayer.ContentMode, _ orientation: ImageOrientation = .up) -> Layer {
    let layer = ImageLayer(image, contentMode: mode)
    layer.orientation = orientation
    layer.frame = size.bounds.inset(by: 6)
    return layer
  }

  private static func shape(_ change: (ShapeLayer) -> Void) -> Layer {
    let layer = ShapeLayer(zigzag, stroke: .blue, lineWidth: 5)
    layer.frame = size.bounds
    change(layer)
    return layer
  }

  private static func box(_ change: (Layer) -> Void) -> Layer {
    let layer = Layer(frame: Rect(x: 12, y: 8, width: 60, height: 44))
    layer.backgroundColor = .orange
    change(layer)
    return layer
  }

  private static func scrolled() -> Layer {
    let list = ScrollLayer(frame: Rect(x: 10, y: 10, width: 70, height: 40))
    for row in 0..<8 {
      let bar = Layer(frame: Rect(x: 4, y: Double(row) * 12 + 2, width: 20 + 8 * Double(row), height: 8))
      bar.backgroundColor = row.isMultiple(of: 2) ? .blue : .red
      list.addSublayer(bar)
    }
    list.offset.y = 21
    list.backgroundColor = Color(white: 0.9)
    return list
  }

  private static let layers: [(name: String, make: @Sendable () -> Layer)] = [
    ("line", { shape { _ in } }),
    ("line-part", { shape { ($0.strokeStart, $0.strokeEnd) = (0.2, 0.7) } }),
    ("line-dashed", { shape { ($0.lineDash, $0.lineCap, $0.dashPhase) = ([9, 5], .butt, 3) } }),
    ("line-mitered", { shape { ($0.lineJoin, $0.lineCap) = (.miter, .square) } }),
    ("filled", { shape { ($0.fillColor, $0.lineWidth) = (.orange, 1) } }),
    ("image-fit", { image(.fit) }),
    ("image-fill", { image(.fill) }),
    ("image-center", { image(.center) }),
    ("image-stretch", { image(.stretch, .right) }),
    ("scroll", { scrolled() }),
    ("box", { box { ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (10, 4, .blue) } }),
    (
      "box-turned",
      {
        box {
          ($0.borderWidth, $0.transform, $0.opacity) = (3, .rotation(.degrees(20)), 0.6)
          let inner = Layer(frame: Rect(x: 20, y: 10, width: 60, height: 20))
          inner.backgroundColor = .red
          $0.addSublayer(inner)
        }
      }
    ),
    (
      "box-masked",
      {
        box {
          ($0.masksToBounds, $0.cornerRadius) = (true, 16)
          let inner = Layer(frame: Rect(x: -10, y: 20, width: 90, height: 60))
          inner.backgroundColor = .blue
          $0.addSublayer(inner)
        }
      }
    ),
  ]

  @Test("A layer looks as it did", arguments: layers.indices)
  func golden(index: Int) throws {
    let (name, make) = Self.layers[index]
    let stage = Stage(size: Self.size, background: .color(.white))
    stage.root.addSublayer(make())
    // Cairo's softened edges and scaled images may be rounded otherwise in another version.
    Goldens().expect(try stage.snapshot(), matches: name, within: .channels(3))
  }

  @Test("Every picture belongs to a layer")
  func pictures() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
    #expect(Set(files) == Set(Self.layers.map { "\($0.name).png" }))
  }

  @Test(
    "The letters of a text blacken what its layout says, wherever they are aligned", arguments: TextAlignment.allCases)
  func text(alignment: TextAlignment) throws {
    for vertical in TextLayer.VerticalAlignment.allCases {
      let stage = Stage(size: PixelSize(width: 200, height: 120), background: .color(.white))
      let layer = TextLayer("Reel\nten reels", font: Font(size: 20))
      layer.frame = Rect(x: 10, y: 10, width: 180, height: 100)
      (layer.alignment, layer.verticalAlignment) = (alignment, vertical)
      stage.root.addSublayer(layer)
      let layout = layer.layout
      #expect(layout.lineCount == 2)
      let picture = try stage.snapshot()
      let columns = (0..<200).filter { x in (0..<120).contains { picture[x, $0].green < 250 } }
      let rows = (0..<120).filter { y in (0..<200).contains { picture[$0, y].green < 250 } }
      let (left, right) = (Double(columns.first ?? 0), Double(columns.last ?? 0) + 1)
      let (top, bottom) = (Double(rows.first ?? 0), Double(rows.last ?? 0) + 1)
      let x = alignment == .leading ? 10 : alignment == .center ? 100 - layout.size.width / 2 : 190 - layout.size.width
      let y = vertical == .top ? 10 : vertical == .middle ? 60 - layout.size.height / 2 : 110 - layout.size.height
      let ink = layout.inkBounds
      #expect(abs(left - x - ink.minX) < 2 && abs(right - x - ink.maxX) < 2, "\(alignment), \(vertical)")
      #expect(abs(top - y - ink.minY) < 2 && abs(bottom - y - ink.maxY) < 2, "\(alignment), \(vertical)")
    }
  }
}
