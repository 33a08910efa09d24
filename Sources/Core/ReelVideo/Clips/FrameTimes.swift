import CReelFFmpeg

/// Maps frame numbers to timestamps, for encoders that only count frames.
///
/// Frame i is presented at its given time. The packet that is decoded as number i gets the time of frame i as its
/// decoding time. The negative numbers with which an encoder with B-frames begins get even steps before the first
/// time. The order of the numbers is that of the times, so decoding never comes after presentation, as in the
/// encoder.
package struct FrameTimes {
  package init() {}

  private var frames: [(pts: Int, duration: Int)] = []
  /// The number of the first frame that is still kept.
  private var firstIndex = 0
  private var start: (pts: Int, duration: Int) = (0, 1)
  private var packetCount = 0
  private var lastDecoding = Int.min

  /// Adds the times of the next frame.
  package mutating func append(pts: Int, duration: Int) {
    if firstIndex == 0, frames.isEmpty { start = (pts, max(1, duration)) }
    frames.append((pts, duration))
  }

  /// Replaces a packet's times in frames with times in ticks; false if the encoder's times are invalid.
  package mutating func stamp(_ packet: borrowing Packet, reorderDelay: Int) -> Bool {
    let native = packet.pointer
    let index = Int(native.pointee.pts)
    guard native.pointee.pts != reel_no_timestamp(), index >= firstIndex, index < firstIndex + frames.count else {
      return false
    }
    // Some encoders (libx265 for clips of one or two frames) leave the decoding time unset.
    var decoding = Int(native.pointee.dts)
    if native.pointee.dts == reel_no_timestamp() || decoding > index || decoding < -64 || decoding <= lastDecoding {
      decoding = min(packetCount - reorderDelay, index)
    }
    // With few frames, as at the end of a clip, an encoder decodes them later than its delay requires.
    if packetCount > 0 { decoding = min(decoding, lastDecoding + 1) }
    guard decoding > lastDecoding else { return false }
    lastDecoding = decoding
    packetCount += 1
    let shown = frames[index - firstIndex]
    native.pointee.pts = Int64(shown.pts)
    native.pointee.duration = Int64(shown.duration)
    native.pointee.dts = Int64(
      decoding < 0 ? start.pts + decoding * start.duration : frames[max(0, decoding - firstIndex)].pts)
    if decoding > firstIndex {
      frames.removeFirst(decoding - firstIndex)
      firstIndex = decoding
    }
    return true
  }
}
