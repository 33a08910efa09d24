import ReelFuzzing
import ReelInk
import ReelTracing

/// Feeds bytes to the reader of UJI pen characters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.read(start, count, as: "UJI pen characters", options: InkOptions(index: 1))
}
