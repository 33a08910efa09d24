import ReelVideo

/// Feeds bytes to the readers of NAL units, parameter sets and slice headers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let stream = Array(UnsafeBufferPointer(start: start, count: count))
  if let length = StillsProbe.weave(stream) {
    // A still has about ten bytes, and a slice grows at most by its wider order and by emulation prevention.
    precondition(length <= 4 * count + 4096, "a stream of \(count) bytes became one of \(length)")
  }
  return 0
}
