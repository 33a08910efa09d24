/// The quality of encoded pictures.
public enum EncodingQuality: Hashable, Sendable {
  /// The encoder's default, or a constant quality if the default would be very poor.
  case standard
  /// A constant quality on the encoder's own scale: 0…51 for H.264 and HEVC, 0…63 for VP8, VP9 and AV1, 1…31 for
  /// MPEG-2, MPEG-4 and JPEG.
  ///
  /// Smaller is better. 23 is libx264's default; libx264 treats a factor below 1 as lossless.
  case crf(Double)
  /// An average bit rate, in bits per second.
  case bitrate(Int)
  /// Lossless: the decoded planes equal the encoded ones.
  case lossless

  /// The valid bit rates, in bits per second.
  public static let bitrateRange = 1000...1_000_000_000
}

extension EncodingQuality: CustomStringConvertible {
  /// The quality as options write it: `crf 23`, `800000 bits a second`, `lossless`.
  public var description: String {
    switch self {
    case .standard: "standard"
    case .crf(let factor): "crf \(factor)"
    case .bitrate(let rate): "\(rate) bits a second"
    case .lossless: "lossless"
    }
  }
}
