import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTurtle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The layers of a zoom into a snowflake, which follow its time.
final class ZoomFilmLayer: Layer {
  private let film: ZoomFilm
  private let flake: ZoomLayer
  private let caption: TextLayer?
  /// Lies behind the caption, where the flake may be.
  private let plate: ShapeLayer

  init(_ film: ZoomFilm, frame: Rect) throws {
    try film.validate()
    self.film = film
    let theme = film.theme.on(film.background)
    let size = PixelSize(covering: frame.size)
    let layout = FlakeLayout(size: size, hasCaption: film.showsCaption && theme.caption != nil)
    // While fonts are looked for, the backdrop is drawn.
    caption = layout.captionLayer(theme: theme)
    plate = ShapeLayer(stroke: theme.backgroundEdge.with(alpha: 0.75))
    plate.frame = layout.caption
    flake = ZoomLayer(KochZoom(about: film.center), flake: layout.flake, theme: theme, unit: layout.unit)
    super.init(frame: frame)
    flake.frame = size.bounds
    let middle = Rect(center: size.bounds.center, size: Size(width: 0, height: 0))
    addSublayer(try BackdropLayer(size: size, theme: theme, flake: middle, unit: layout.unit))
    addSublayer(flake)
    if let caption {
      addSublayer(plate)
      addSublayer(caption)
    }
  }

  /// Shows the moment of the film; before its beginning, the whole flake.
  override func update(at time: Double) {
    let magnification = max(0, time) * log10(film.factor)
    flake.depth = magnification / log10(3)
    guard let caption else { return }
    caption.text = Self.captionText(powerOfTen: magnification)
    // A line as thick as the plate is high, with round ends.
    let text = Rect(center: caption.bounds.center, size: caption.layout.size)
    plate.lineWidth = text.height * 1.3
    plate.path = Path(points: [text.minX, text.maxX].map { Point(x: $0, y: text.center.y) })
  }

  /// The line that tells how many times larger the picture is than the first: `× 25`, `× 3.2 · 10⁷`.
  static func captionText(powerOfTen: Double) -> String { "× " + numberText(powerOfTen: powerOfTen) }

  /// Writes a number by its logarithm: `25`, `3.2 · 10⁷`.
  static func numberText(powerOfTen: Double) -> String {
    // Rounded to two digits before it is split, so that 9.96 becomes 1.0 · 10 and not 10.0.
    var exponent = Int(powerOfTen.rounded(.down))
    var tenths = Int((pow(10, powerOfTen - Double(exponent)) * 10).rounded())
    if tenths == 100 { (tenths, exponent) = (10, exponent + 1) }
    switch exponent {
    case 0: return "\(tenths / 10).\(tenths % 10)"
    case 1...4:
      return "\((1..<exponent).reduce(tenths) { number, _ in number * 10 })"
    default:
      let digits = String(exponent).map { digit in Self.superscripts[digit.wholeNumberValue ?? 0] }
      return "\(tenths / 10).\(tenths % 10) · 10" + digits.joined()
    }
  }

  private static let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
