import ReelPlatform

/// The tone curve from a bright display to one whose peak is the luminance of white: the EETF of ITU-R BT.2390-11, section 5.4.1.
///
/// It works on the PQ signal, one colour component at a time. Below a knee nothing changes; above it a Hermite spline ends at the peak.
/// Black is 0 on both displays.
struct ToneCurve {
  /// The luminance of the brightest source, in cd/m².
  let peak: Double
  private let sourcePeak: Double
  private let targetPeak: Double

  /// The peak of a film that declares none, and of the display of HLG.
  static let usualPeak = 1000.0

  /// Creates the curve of a film.
  init(_ transfer: ColorTransfer, _ light: LightMetadata?) {
    let content = light?.maxContentLight.map(Double.init) ?? 0
    let declared = content > 0 ? content : light?.mastering?.upperBound ?? 0
    let known = transfer == .pq && declared > 0 ? declared : Self.usualPeak
    peak = max(ColorTransfer.white, min(known, 10_000))
    (sourcePeak, targetPeak) = (ColorTransfer.pq.signal(peak / ColorTransfer.white), ColorTransfer.pq.signal(1))
  }

  /// Returns the linear light, where 1 is white, of a luminance in cd/m².
  func light(_ luminance: Double) -> Double {
    let highest = targetPeak / sourcePeak
    guard highest < 1 else { return luminance / ColorTransfer.white }
    let signal = min(1, ColorTransfer.pq.signal(luminance / ColorTransfer.white) / sourcePeak)
    let knee = 1.5 * highest - 0.5
    guard signal > knee else { return luminance / ColorTransfer.white }
    let t = (signal - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let mapped = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * highest
    return ColorTransfer.pq.light(mapped * sourcePeak)
  }
}
