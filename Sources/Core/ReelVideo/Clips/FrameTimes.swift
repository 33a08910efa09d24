import CReelFFmpeg

/// The timestamps of the frames in encoders, which themselves count frames.
///
/// Frame i is shown at the time it was given. The packet that is decoded as number i is decoded at the time of frame i, and
/// those with negative numbers, which an encoder with B-frames begins with, at even steps before the first: the order of the
/// numbers is that of the times, so decoding comes before showing here as it does there.
struct FrameTimes {
  private var frames: [(pts: Int, duration: Int)] = []
  /// The number of the first frame that is still kept.
  private var firstIndex = 0
  private var start: (pts: Int, duration: Int) = (0, 1)
  private var packetCount = 0
  private var lastDecoding = Int.min

  /// Takes the times of the next frame.
  mutating func append(pts: Int, duration: Int) {
    if firstIndex == 0, frames.isEmpty { start = (pts, max(1, duration)) }
    frames.append((pts, duration))
  }

  /// Replaces a packet's times in frames by times in ticks; false if the encoder's are invalid.
  mutating func stamp(_ packet: borrowing Packet, reorderDelay: Int) -> Bool {
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
    // An encoder of few frames, with which a clip may end, decodes them later than its delay asks for.
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
