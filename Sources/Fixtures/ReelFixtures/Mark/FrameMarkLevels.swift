/// The levels of black and white in a picture, from 0 to 255.
public struct FrameMarkLevels: Hashable, Sendable {
  /// The level of black: 0 if unchanged.
  public var black: Double
  /// The level of white: 255 if unchanged.
  public var white: Double

  /// Creates levels.
  ///
  /// - Parameters:
  ///   - black: The level of black, from 0 to 255.
  ///   - white: The level of white, from 0 to 255.
  public init(black: Double, white: Double) { (self.black, self.white) = (black, white) }

  /// The levels of a limited-range luma plane (16 to 235), expanded to full range.
  var ofLuma: FrameMarkLevels {
    func stretched(_ level: Double) -> Double { max(0, min(255, (level - 16) * 255 / 219)) }
    return FrameMarkLevels(black: stretched(black), white: stretched(white))
  }

  /// Whether luma spans nearly all 256 levels, more than codecs and sharpening can cause, so that its range is full.
  var isFullLuma: Bool { black < 5 && white > 247 }

  /// Whether the levels differ from the drawn ones by more than codecs cause.
  var isChanged: Bool { black > 12 || white < 243 }

  /// The likely cause of a change; nil if unknown.
  var cause: String? {
    if black > white { return "negative" }
    return abs(black - 16) < 3 && abs(white - 235) < 4 ? "limited range taken for full" : nil
  }
}
