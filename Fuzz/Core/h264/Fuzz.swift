import ReelVideo

/// Hands libFuzzer's bytes to what reads NAL units, parameter sets and slice headers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let stream = Array(UnsafeBufferPointer(start: start, count: count))
  if let length = StillsProbe.weave(stream) {
    // A still has some ten bytes, and a slice grows by its wider order and by emulation prevention at most.
    precondition(length <= 4 * count + 4096, "a stream of \(count) bytes became one of \(length)")
  }
  return 0
}
