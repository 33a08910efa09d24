import CReelFFmpeg

/// A high-dynamic-range film's metadata about its mastering display and its brightest pictures.
public struct LightMetadata: Hashable, Sendable {
  /// The luminance range of the mastering display (SMPTE ST 2086), in cd/m²; nil if the film does not say.
  public var mastering: ClosedRange<Double>?
  /// The luminance of the brightest pixel (MaxCLL of CTA-861), in cd/m²; nil if the film does not say.
  public var maxContentLight: Int?
  /// The highest mean luminance of a picture (MaxFALL), in cd/m²; nil if the film does not say.
  public var maxAverageLight: Int?

  /// Creates metadata.
  public init(mastering: ClosedRange<Double>? = nil, maxContentLight: Int? = nil, maxAverageLight: Int? = nil) {
    (self.mastering, self.maxContentLight, self.maxAverageLight) = (mastering, maxContentLight, maxAverageLight)
  }

  /// Returns the metadata of clips: in PQ nothing is brighter than white; HLG is relative to the display and needs
  /// none.
  public static func usual(for transfer: ColorTransfer) -> LightMetadata? {
    guard transfer == .pq else { return nil }
    let white = Int(clamping: ColorTransfer.white)
    return LightMetadata(mastering: 0.0001...1000, maxContentLight: white, maxAverageLight: white)
  }

  /// The metadata as parameters of x265, which writes them into the stream: primaries of BT.2020 in 0.00002,
  /// luminances in 0.0001.
  var x265Parameters: [String] {
    guard let mastering, let maxContentLight, let maxAverageLight else { return [] }
    let levels = [mastering.upperBound, mastering.lowerBound].map { "\(Int(clamping: ($0 * 10_000).rounded()))" }
    let display = "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(\(levels.joined(separator: ",")))"
    return ["hdr10=1", "master-display=\(display)", "max-cll=\(maxContentLight),\(maxAverageLight)"]
  }

  /// Attaches the metadata to a stream, for containers and encoders that have a field for it.
  package func attach(to stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
    guard let mastering, let maxContentLight, let maxAverageLight else { return }
    try check(
      reel_stream_set_light(
        stream, mastering.lowerBound, mastering.upperBound, UInt32(maxContentLight), UInt32(maxAverageLight)),
      "av_packet_side_data_new")
  }

  /// Reads the metadata of a picture or else of its stream; nil if neither has any.
  package init?(frame: UnsafePointer<AVFrame>, stream: UnsafePointer<AVStream>?) {
    var (lowest, highest) = (0.0, 0.0)
    var (content, average) = (UInt32(0), UInt32(0))
    let found = reel_light(frame, stream, &lowest, &highest, &content, &average)
    guard found != 0 else { return nil }
    self.init(
      mastering: found & 1 != 0 && lowest <= highest ? lowest...highest : nil,
      maxContentLight: found & 2 != 0 ? Int(content) : nil, maxAverageLight: found & 2 != 0 ? Int(average) : nil)
  }
}
