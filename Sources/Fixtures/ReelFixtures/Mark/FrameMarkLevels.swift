/// The levels of black and white in a picture, from 0 to 255.
public struct FrameMarkLevels: Hashable, Sendable {
  /// The level of black: 0 if unchanged.
  public var black: Double
  /// The level of white: 255 if unchanged.
  public var white: Double

  /// Creates levels.
  ///
  /// - Parameters:
  ///   - black: of what was drawn black, from 0 to 255.
  ///   - white: of what was drawn white, from 0 to 255.
  public init(black: Double, white: Double) { (self.black, self.white) = (black, white) }

  /// The levels of a plane of luma from 16 to 235, stretched.
  var ofLuma: FrameMarkLevels {
    func stretched(_ level: Double) -> Double { max(0, min(255, (level - 16) * 255 / 219)) }
    return FrameMarkLevels(black: stretched(black), white: stretched(white))
  }

  /// Whether luma goes to both ends of its bytes, farther than codecs and sharpening bring it: it has the full range.
  var isFullLuma: Bool { black < 5 && white > 247 }

  /// Whether they are farther from what was drawn than codecs move them.
  var isChanged: Bool { black > 12 || white < 243 }

  /// The likely cause, in words; nil if unknown.
  var cause: String? {
    if black > white { return "negative" }
    return abs(black - 16) < 3 && abs(white - 235) < 4 ? "limited range taken for full" : nil
  }
}
