import ReelTiming

/// The exact times of the frames of a film whose rate varies.
///
/// Encoders count frames, so that their rate control sees a constant rate; packets get these times on their way into the container.
final class FilmTimes {
  /// The clock of the times.
  let clock: TimeBase
  private var stamps = FrameTimes()
  /// When each frame ends: where sound has to be by then.
  private var ends: [Int] = []
  /// The frame at whose time the last packet is decoded.
  private var decoded = 0

  init(_ clock: TimeBase) { self.clock = clock }

  /// Takes the time of the next frame.
  func append(_ span: FrameSpan) {
    stamps.append(pts: span.pts, duration: span.duration)
    ends.append(span.pts + span.duration)
  }

  /// The end of a number of frames, in samples.
  func samples(ofFrames count: Int, rate: Int) -> Int {
    guard count > 0, !ends.isEmpty else { return 0 }
    let (ticks, tick) = (ends[min(count, ends.count) - 1], clock)
    return Int(clamping: (Double(ticks) * Double(tick.numerator) * Double(rate) / Double(tick.denominator)).rounded())
  }

  /// The time in seconds at which so many frames are over.
  func seconds(ofFrames count: Int) -> Double {
    guard count > 0, !ends.isEmpty else { return 0 }
    return clock.time(ends[min(count, ends.count) - 1]).seconds
  }

  /// Replaces a packet's frame numbers by times.
  ///
  /// Its duration is the time to the next packet: a fragment of MP4 begins where the durations before it add up to.
  func stamp(_ packet: borrowing Packet) throws(FFmpegError) {
    guard stamps.stamp(packet, reorderDelay: 0) else {
      throw FFmpegError(.invalidData, operation: "avcodec_receive_packet with the time \(packet.pointer.pointee.pts)")
    }
    let decoding = Int(packet.pointer.pointee.dts)
    guard decoding >= 0, !ends.isEmpty else {
      packet.pointer.pointee.duration = Int64(ends.first ?? 1)
      return
    }
    while decoded < ends.count - 1, ends[decoded] <= decoding { decoded += 1 }
    packet.pointer.pointee.duration = Int64(max(1, ends[decoded] - decoding))
  }
}

/// A frame's time and duration, in ticks of a film's clock.
package struct FrameSpan: Hashable, Sendable {
  /// The time, at least 0.
  package var pts: Int
  /// How long, at least 1.
  package var duration: Int

  /// Creates a span.
  package init(pts: Int, duration: Int) {
    self.pts = pts
    self.duration = duration
  }
}
