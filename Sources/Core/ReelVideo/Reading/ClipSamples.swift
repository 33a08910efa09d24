import CReelFFmpeg
import ReelTiming

/// A run of a clip's sound.
public struct ClipSamples: Hashable, Sendable {
  /// The time of the first sample, on the stream's clock, or nil if unknown.
  public var pts: MediaTime?
  /// The samples per second.
  public var sampleRate: Int
  /// The samples from -1 to 1: the mean of the channels.
  public var samples: [Float]
  /// The samples of each channel.
  public var channels: [[Float]]

  /// Extracts the samples of a decoded frame; nil for a format that no FFmpeg decoder produces.
  init?(_ frame: borrowing VideoFrame, clock: TimeBase) {
    let native = frame.pointer.pointee
    let channels = Int(reel_channel_count(&frame.pointer.pointee.ch_layout))
    let count = Int(native.nb_samples)
    guard channels > 0, count > 0, native.sample_rate > 0 else { return nil }
    let format = AVSampleFormat(rawValue: native.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let packed = av_get_packed_sample_fmt(format)
    guard let read = Self.reader(packed), let planes = native.extended_data else { return nil }
    self.channels = []
    for channel in 0..<channels {
      guard let data = UnsafeRawPointer(planes[isPlanar ? channel : 0]) else { return nil }
      self.channels.append((0..<count).map { read(data, isPlanar ? $0 : $0 * channels + channel) })
    }
    var mixed = self.channels[0]
    for channel in self.channels.dropFirst() { for index in 0..<count { mixed[index] += channel[index] } }
    if channels > 1 { for index in 0..<count { mixed[index] /= Float(channels) } }
    let time = native.best_effort_timestamp == reel_no_timestamp() ? native.pts : native.best_effort_timestamp
    pts = time == reel_no_timestamp() ? nil : clock.time(Int(time))
    sampleRate = Int(native.sample_rate)
    samples = mixed
  }

  private static func reader(_ format: AVSampleFormat) -> ((UnsafeRawPointer, Int) -> Float)? {
    switch format {
    case AV_SAMPLE_FMT_U8: { (Float($0.load(fromByteOffset: $1, as: UInt8.self)) - 128) / 128 }
    case AV_SAMPLE_FMT_S16: { Float($0.load(fromByteOffset: $1 * 2, as: Int16.self)) / 32_768 }
    case AV_SAMPLE_FMT_S32: { Float($0.load(fromByteOffset: $1 * 4, as: Int32.self)) / 2_147_483_648 }
    case AV_SAMPLE_FMT_FLT: { $0.load(fromByteOffset: $1 * 4, as: Float.self) }
    case AV_SAMPLE_FMT_DBL: { Float($0.load(fromByteOffset: $1 * 8, as: Double.self)) }
    default: nil
    }
  }
}
