import ReelCanvas
import ReelGeometry
import ReelTiming

/// The settings of an animated picture: size, colours and ending.
public struct AnimationSettings: Hashable, Sendable {
  /// How colours that a palette lacks are mixed of those that it has, in gradients; flat areas and edges are never mixed.
  public enum Dither: String, CaseIterable, Hashable, Sendable {
    /// Not at all: the nearest colour, which is the likest by numbers and takes the fewest bytes.
    case none
    /// By a pattern that stays where it is, so that a gradient that moves or is drawn again does not flicker.
    case ordered
    /// By handing on the error of each pixel to its neighbours: finer than a pattern, but different in each picture that draws it.
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
  /// How often a film may play; 0 means for ever.
  public static let loops = 0...65_535

  /// The default maximum width.
  public static let usualWidth = 800
  /// The default maximum rate.
  public static let usualRate: FrameRate = 25

  /// The highest rate that all players support.
  public static let highestRate = AnimationTimes.highestRate

  /// The colours of a palette where nobody asked for a number.
  public static let usualColors = 255
  /// The quality of a GIF where nobody asked for one.
  public static let usualQuality = 90

  /// The pixels in a row, where somebody asked for them: a larger film is made smaller.
  public var width: Int?
  /// The maximum number of pictures per second.
  public var rateLimit = usualRate
  /// The most colours of a palette; nil for 255 in a GIF, and as many as there are in other formats.
  public var colors: Int?
  /// 100 takes the nearest colour of the palette for every pixel; less saves bytes.
  ///
  /// Nil stands for 90 in a GIF, and for no loss in other formats.
  public var quality: Int?
  /// How colours that a palette lacks are mixed.
  public var dither = Dither.none
  /// What the half transparent edges of a GIF without a background are laid over; nil makes them opaque or transparent.
  public var matte: Color?
  /// How long the last picture is shown, in seconds, at least for its own time in the film.
  public var holdLast = 2.0
  /// How often the film plays; 0 means for ever.
  public var loop = 0

  /// Creates settings for sharing: at most 800 pixels wide and 25 pictures per second, looping for ever, with 2 seconds for the last picture.
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
  /// The squared error that a bit is worth: see `LZWSearch`.
  var errorPerBit: Float { Float(100 - (quality ?? Self.usualQuality)) }

  /// Red, green and blue of the matte.
  var matteWord: UInt32? {
    matte.map { color in
      let pixel = Pixel(color)
      return UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
    }
  }

  /// Whether a format that can keep every colour has to do with a palette.
  var isLossy: Bool { colors != nil || quality != nil }

  /// Chooses the palette for the colours of a film.
  func palette(of histogram: ColorHistogram) -> Palette { Palette(colors ?? Self.usualColors, of: histogram) }
}
