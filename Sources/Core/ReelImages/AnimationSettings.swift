import ReelCanvas
import ReelGeometry
import ReelTiming

/// The settings of an animated picture: size, colours, final hold and repetitions.
public struct AnimationSettings: Hashable, Sendable {
  /// The dithering of gradients, which mixes palette colours to imitate missing ones.
  ///
  /// Flat areas and edges are never dithered.
  public enum Dither: String, CaseIterable, Hashable, Sendable {
    /// No dithering: the nearest colour, with the smallest error and the fewest bytes.
    case none
    /// A fixed pattern, so that a gradient that moves or is redrawn does not flicker.
    case ordered
    /// Error diffusion to neighbouring pixels: finer than a pattern, but different each time a gradient is redrawn.
    case diffusion
  }

  /// The legal widths, in pixels.
  public static let widths = 1...16_384
  /// The legal numbers of colours.
  public static let colorCounts = 2...255
  /// The legal qualities.
  public static let qualities = 1...100
  /// The legal durations of the last picture, in seconds.
  public static let holds = 0.0...600.0
  /// The legal numbers of repetitions; 0 means forever.
  public static let loops = 0...65_535

  /// The default maximum width.
  public static let usualWidth = 800
  /// The default maximum rate.
  public static let usualRate: FrameRate = 25

  /// The highest rate that all players support.
  public static let highestRate = AnimationTimes.highestRate

  /// The default number of colours in a palette.
  public static let usualColors = 255
  /// The default quality of a GIF.
  public static let usualQuality = 90

  /// The maximum width in pixels, if given; a wider film is scaled down.
  public var width: Int?
  /// The maximum number of pictures per second.
  public var rateLimit = usualRate
  /// The maximum number of colours in a palette; nil for 255 in a GIF, and for every colour in other formats.
  public var colors: Int?
  /// The quality: at 100 every pixel has its colour, or the palette's nearest one in a GIF, and lower values save bytes.
  ///
  /// A saved bit may cost a squared error of 100 − quality in red, green and blue, over all pixels and pictures. In the lossy images of a
  /// WebP, whose errors are smooth, it may cost eight times that.
  ///
  /// Nil means 90 in a GIF and in a WebP of a lossy movie, and lossless otherwise.
  public var quality: Int?
  /// The dithering of colours missing from the palette.
  public var dither = Dither.none
  /// The colour behind the translucent edges of a GIF without a background; nil makes each pixel opaque or transparent.
  public var matte: Color?
  /// How long the last picture is shown, in seconds; at least its duration in the film.
  public var holdLast = 2.0
  /// How often the film plays; 0 means forever.
  public var loop = 0
  /// Whether the frames were decoded from a lossy movie: its invisible changes are ignored, unless the quality is 100.
  public var isInputLossy = false

  /// Creates settings for sharing: at most 800 pixels wide and 25 pictures per second, looping forever, with the last picture held for 2
  /// seconds.
  public init() {}

  /// Checks the settings.
  ///
  /// - Throws: `InvalidValue` for a value outside its range.
  public func validate() throws(InvalidValue) {
    try Self.require("width", width ?? Self.usualWidth, Self.widths)
    try Self.require("number of colours", colors ?? Self.usualColors, Self.colorCounts)
    try Self.require("quality", quality ?? Self.usualQuality, Self.qualities)
    try Self.require("time for the last picture", holdLast, Self.holds)
    try Self.require("number of times", loop, Self.loops)
  }

  private static func require<Value: Comparable & CustomStringConvertible>(
    _ name: String, _ value: Value, _ range: ClosedRange<Value>
  ) throws(InvalidValue) {
    guard range.contains(value) else {
      throw InvalidValue(name, value, expected: "from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// Returns the size of the pictures of a film: never larger than the film.
  public func size(of film: PixelSize) -> PixelSize {
    let width = width ?? Self.usualWidth
    guard film.width > width else { return film }
    return PixelSize(width: width, height: max(1, (2 * film.height * width + film.width) / (2 * film.width)))
  }
}

extension AnimationSettings {
  /// The squared error that may be traded for a bit: see `LZWSearch`.
  var errorPerBit: Float { Float(100 - (quality ?? Self.usualQuality)) }

  /// The same in the lossy images of a WebP.
  var errorPerLossyBit: Float { 8 * errorPerBit }

  /// The matte's red, green and blue.
  var matteWord: UInt32? {
    matte.map { color in
      let pixel = Pixel(color)
      return UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
    }
  }

  /// Whether a format that can keep every colour may lose some.
  var isLossy: Bool { colors != nil || (quality ?? 100) < 100 }

  /// Chooses the palette for the colours of a film.
  func palette(of histogram: ColorHistogram) -> Palette { Palette(colors ?? Self.usualColors, of: histogram) }
}
