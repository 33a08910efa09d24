import ReelPlatform

/// The transfer function of a clip, from light to signal.
public enum ColorTransfer: String, CaseIterable, Codable, Hashable, Sendable {
  /// Standard dynamic range: the colours of sRGB as they are, with the primaries of BT.709.
  case sdr
  /// The perceptual quantizer (SMPTE ST 2084, ITU-R BT.2100 table 4), for luminances up to 10 000 cd/m², with the
  /// primaries of BT.2020.
  case pq
  /// Hybrid log-gamma (ARIB STD-B67, ITU-R BT.2100 table 5), with luminances relative to the display and the
  /// primaries of BT.2020.
  case hlg

  /// The luminance of white in cd/m²: HDR reference white of ITU-R BT.2408 (2.1).
  ///
  /// This is 58 % of the PQ signal, and 75 % of the HLG signal on a display of 1000 cd/m².
  public static let white = 203.0

  /// Whether the transfer is high dynamic range.
  public var isHDR: Bool { self != .sdr }

  /// Returns the signal, from 0 to 1, of a linear light component; 1 is white.
  package func signal(_ light: Double) -> Double {
    switch self {
    case .sdr: return light
    case .pq:
      let power = pow(max(0, light) * Self.white / 10_000, Self.m1)
      return pow((Self.c1 + Self.c2 * power) / (1 + Self.c3 * power), Self.m2)
    case .hlg:
      let scene = max(0, light) * Self.sceneWhite
      return scene <= 1 / 12 ? (3 * scene).squareRoot() : Self.a * log(12 * scene - Self.b) + Self.c
    }
  }

  /// Returns the linear light of a signal from 0 to 1; 1 is white.
  package func light(_ signal: Double) -> Double {
    switch self {
    case .sdr: return signal
    case .pq:
      let power = pow(max(0, signal), 1 / Self.m2)
      return pow(max(0, power - Self.c1) / (Self.c2 - Self.c3 * power), 1 / Self.m1) * 10_000 / Self.white
    case .hlg:
      let scene = signal <= 0.5 ? signal * signal / 3 : (exp((signal - Self.c) / Self.a) + Self.b) / 12
      return scene / Self.sceneWhite
    }
  }

  /// Returns the luminance of grey in cd/m².
  ///
  /// For HLG, this assumes a display of 1000 cd/m², whose gamma is 1.2.
  package func luminance(_ light: Double) -> Double {
    self == .hlg ? 1000 * pow(max(0, light) * Self.sceneWhite, 1.2) : light * Self.white
  }

  // The constants of PQ and of HLG.
  private static let m1 = 2610.0 / 16_384, m2 = 2523.0 / 32
  private static let c1 = 3424.0 / 4096, c2 = 2413.0 / 128, c3 = 2392.0 / 128
  private static let a = 0.17883277, b = 0.28466892, c = 0.55991073

  /// The scene light at 75 % of the HLG signal.
  private static let sceneWhite = (exp((0.75 - c) / a) + b) / 12
}
