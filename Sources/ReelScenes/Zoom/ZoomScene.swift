import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTurtle
import ReelVideo

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The layers that play a zoom into a snowflake.
///
///     let scene = try ZoomScene(ZoomFilm(center: try Fraction(2, 5)), size: PixelSize(width: 1280, height: 720))
///     try await Recorder(source: scene, sink: MovieSink(to: url), frameRate: 30).record(for: .seconds(30))
public final class ZoomScene: FrameSource {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// The film that is played.
  public let film: ZoomFilm
  /// Whether a frame may equal the one before.
  public var mayHoldStill: Bool { film.mayHoldStill }
  private let stage: Stage
  private let flake: ZoomLayer
  private let caption: CaptionLayer?

  /// Creates the scene of a film.
  ///
  /// - Throws: `InvalidValue` for a film with a number out of range.
  public init(_ film: ZoomFilm, size: PixelSize) throws {
    try film.validate()
    self.film = film
    self.size = size
    let theme = film.theme.on(film.background)
    let layout = FlakeLayout(size: size, hasCaption: film.showsCaption && theme.caption != nil)
    stage = Stage(size: size)
    // While fonts are looked for, the backdrop is drawn.
    caption = layout.captionLayer(theme: theme, isOnFlake: true)
    flake = ZoomLayer(KochZoom(about: film.center), flake: layout.flake, theme: theme, unit: layout.unit)
    flake.frame = size.bounds
    let middle = Rect(center: size.bounds.center, size: Size(width: 0, height: 0))
    stage.root.addSublayer(try BackdropLayer(size: size, theme: theme, flake: middle, unit: layout.unit))
    stage.root.addSublayer(flake)
    if let caption { stage.root.addSublayer(caption) }
  }

  /// Draws what changed since the frame before.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try draw(atSeconds: time.seconds, into: &bitmap)
  }

  /// Draws the picture of any time that is not before the last one drawn.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    let magnification = seconds * log10(film.factor)
    flake.depth = magnification / log10(3)
    caption?.text = Self.captionText(powerOfTen: magnification)
    return try stage.render(at: seconds, into: &bitmap)
  }

  /// The line that tells how many times larger the picture is than the first: `× 25`, `× 3.2 · 10⁷`.
  static func captionText(powerOfTen: Double) -> String {
    // Rounded to two digits before it is split, so that 9.96 becomes 1.0 · 10 and not 10.0.
    var exponent = Int(powerOfTen.rounded(.down))
    var tenths = Int((pow(10, powerOfTen - Double(exponent)) * 10).rounded())
    if tenths == 100 { (tenths, exponent) = (10, exponent + 1) }
    switch exponent {
    case 0: return "× \(tenths / 10).\(tenths % 10)"
    case 1...4:
      return "× \((1..<exponent).reduce(tenths) { number, _ in number * 10 })"
    default:
      let digits = String(exponent).map { digit in Self.superscripts[digit.wholeNumberValue ?? 0] }
      return "× \(tenths / 10).\(tenths % 10) · 10" + digits.joined()
    }
  }

  private static let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
