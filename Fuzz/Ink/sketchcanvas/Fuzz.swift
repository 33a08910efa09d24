import ReelFuzzing

/// Feeds bytes to the reader of react-sketch-canvas files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.read(start, count, as: "react-sketch-canvas")
}
