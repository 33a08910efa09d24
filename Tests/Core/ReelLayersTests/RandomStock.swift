import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTestSupport

/// Stock layers at random, and random changes to them.
extension Layer {
  private static func color(using generator: inout Seeded) -> Color {
    Color(
      red: generator.double(0...1), green: generator.double(0...1), blue: generator.double(0...1),
      alpha: Bool.random(using: &generator) ? 1 : generator.double(0...1))
  }

  /// Different colours everywhere.
  private static let photo: Bitmap = {
    var photo = Bitmap(size: PixelSize(width: 31, height: 14))
    for y in 0..<photo.height {
      for x in 0..<photo.width {
        photo[x, y] = Pixel(red: UInt8(x * 8), green: UInt8(y * 18), blue: UInt8(x * y % 256), alpha: 255)
      }
    }
    return photo
  }()

  private static func path(using generator: inout Seeded) -> Path {
    func point() -> Point { Point(x: generator.double(2...50), y: generator.double(2...50)) }
    var path = Path(points: [point(), point()])
    path.addCurve(to: point(), control1: point(), control2: point())
    if Bool.random(using: &generator) { path.close() }
    path.move(to: point())
    path.addLine(to: point())
    path.addLine(to: point())
    return path
  }

  static func stock(using generator: inout Seeded) -> Layer {
    switch Int.random(in: 0...4, using: &generator) {
    case 0: return TextLayer("Every good boy", font: Font(size: 11), color: color(using: &generator))
    case 1: return ImageLayer(photo, contentMode: .fill)
    case 2: return ScrollLayer()
    case 3: return ClockLayer(center: .zero, radius: 20, startTime: generator.double(0...50_000).rounded())
    default:
      let shape = ShapeLayer(
        path(using: &generator), fill: color(using: &generator), stroke: color(using: &generator),
        lineWidth: generator.double(0.5...6))
      shape.strokeEnd = 0.3
      return shape
    }
  }

  func changeStock(using generator: inout Seeded) {
    let choice = Int.random(in: 0...5, using: &generator)
    switch self {
    case let text as TextLayer: text.change(choice, Self.color(using: &generator), generator.double(6...18))
    case let image as ImageLayer:
      if choice < 2 { image.orientation = ImageOrientation.allCases[Int.random(in: 0...7, using: &generator)] }
      if choice > 1 { image.contentMode = ImageLayer.ContentMode.allCases[choice - 2] }
    case let scroll as ScrollLayer:
      scroll.offset = Point(x: generator.double(-20...40), y: generator.double(-20...40))
    case let shape as ShapeLayer: shape.change(choice, using: &generator)
    default: break
    }
  }

  func decorate(using generator: inout Seeded) {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: backgroundColor = Bool.random(using: &generator) ? .clear : Self.color(using: &generator)
    case 1: cornerRadius = Bool.random(using: &generator) ? 0 : generator.double(0...30)
    case 2: borderWidth = Bool.random(using: &generator) ? 0 : generator.double(0...5)
    default: borderColor = Self.color(using: &generator)
    }
  }

  func changeTime(using generator: inout Seeded) {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: beginTime = generator.double(0...2)
    case 1: speed = generator.double(0...3)
    case 2: timeOffset = generator.double(0...5)
    default: duration = generator.double(0...5)
    }
  }

  fileprivate static func randomPath(using generator: inout Seeded) -> Path { path(using: &generator) }
  fileprivate static func randomColor(using generator: inout Seeded) -> Color { color(using: &generator) }
}

extension TextLayer {
  fileprivate func change(_ choice: Int, _ color: Color, _ size: Double) {
    switch choice {
    case 0: self.color = color
    case 1: text = "Fine\ndeserves fruit"
    case 2: wraps.toggle()
    case 3: font.size = size
    case 4: alignment = alignment == .leading ? .center : .trailing
    default: verticalAlignment = verticalAlignment == .top ? .middle : .bottom
    }
  }
}

extension ShapeLayer {
  fileprivate func change(_ choice: Int, using generator: inout Seeded) {
    switch choice {
    case 0: strokeEnd = generator.double(0...1.1)
    case 1: strokeStart = generator.double(-0.1...0.6)
    case 2: fillColor = Self.randomColor(using: &generator)
    case 3: path = Self.randomPath(using: &generator)
    case 4: lineDash = lineDash.isEmpty ? [4, 3] : []
    default: lineWidth = generator.double(0...9)
    }
  }
}
