import ReelPlatform

/// A colour in CIELAB (ISO/CIE 11664-4), in which equal distances look about equal.
struct LabColor: Equatable {
  /// From 0, black, to 100, white.
  var lightness: Double
  /// From negative (green) to positive (red).
  var a: Double
  /// From negative (blue) to positive (yellow).
  var b: Double

  /// Creates a colour from its coordinates.
  init(_ lightness: Double, _ a: Double, _ b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// Converts sRGB samples (IEC 61966-2-1), with the white point D65.
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let (r, g, b) = (Self.linear[Int(red)], Self.linear[Int(green)], Self.linear[Int(blue)])
    // The rows of the matrix to XYZ, each divided by the white point's coordinate.
    let x = Self.root((0.412_390_8 * r + 0.357_584_3 * g + 0.180_480_8 * b) / 0.950_455_9)
    let y = Self.root(0.212_639_0 * r + 0.715_168_7 * g + 0.072_192_3 * b)
    let z = Self.root((0.019_330_8 * r + 0.119_194_8 * g + 0.950_532_2 * b) / 1.089_057_8)
    self.init(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  /// The linear light of each sample, from 0 to 1.
  private static let linear: [Double] = (0...255).map { sample in
    let value = Double(sample) / 255
    return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func root(_ value: Double) -> Double {
    value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116
  }

  /// Returns the perceptual distance to another colour: CIEDE2000, with all three weights 1.
  ///
  /// See Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes, supplementary test data, and mathematical
  /// observations" (2005), for the names of the variables.
  func difference(from other: LabColor) -> Double {
    let meanC = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = (1 - Self.seventh(meanC)) / 2
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))
    let isGray = c1 * c2 == 0
    let apart = h2 - h1
    let turn = isGray ? 0 : apart > 180 ? apart - 360 : apart < -180 ? apart + 360 : apart
    let deltaL = other.lightness - lightness
    let deltaC = c2 - c1
    let deltaH = 2 * (c1 * c2).squareRoot() * Self.sine(turn / 2)
    let (l, c) = ((lightness + other.lightness) / 2, (c1 + c2) / 2)
    let sum = h1 + h2
    let h = isGray ? sum : abs(apart) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
    let t =
      1 - 0.17 * Self.cosine(h - 30) + 0.24 * Self.cosine(2 * h) + 0.32 * Self.cosine(3 * h + 6)
      - 0.20 * Self.cosine(4 * h - 63)
    let fromMiddle = (l - 50) * (l - 50)
    let sl = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let theta = 30 * exp(-((h - 275) / 25) * ((h - 275) / 25))
    let rt = -2 * Self.seventh(c) * Self.sine(2 * theta)
    let (dl, dc, dh) = (deltaL / sl, deltaC / sc, deltaH / sh)
    return max(0, dl * dl + dc * dc + dh * dh + rt * dc * dh).squareRoot()
  }

  /// √(c⁷ / (c⁷ + 25⁷)).
  private static func seventh(_ c: Double) -> Double {
    let power = pow(c, 7)
    return (power / (power + 6_103_515_625)).squareRoot()
  }

  /// The hue in degrees from 0 to 360; 0 for gray.
  private static func hue(_ a: Double, _ b: Double) -> Double {
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
