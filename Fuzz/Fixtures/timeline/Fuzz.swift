import Foundation
import ReelFixtures
import ReelTiming
import ReelVideo

/// Feeds marks and times to the analysis of a clip.
///
/// The first eight bytes are the length of a tick and the rate in the header. Each ten bytes after them are a picture: its time in
/// ticks and the number in its mark.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard count >= 8 else { return 0 }
  let (ticks, second) = (bytes.loadUnaligned(as: UInt16.self), bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
  let tick = Double(ticks) / Double(second)
  let rate = try? FrameRate(
    Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)),
    Int(bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)))
  // Readers of movies only produce positive denominators.
  guard tick.isFinite else { return 0 }
  let showings = stride(from: 8, to: count - 9, by: 10).map { offset in
    let number = bytes.loadUnaligned(fromByteOffset: offset + 8, as: Int16.self)
    return Showing(
      time: Double(bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)) * tick,
      mark: number < 0 ? .unreadable : .frame(Int(number), clip: 0))
  }
  let timeline = Timeline(showings, reference: TimelineReference(headerRate: rate, tick: tick))
  for finding in timeline.findings {
    precondition(!finding.description.contains("\n"), "a finding of more than one line")
  }
  return 0
}
