import ReelFuzzing

/// Hands libFuzzer's bytes to the unpacking of gzip, and what comes out of it to a reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.read(start, count, as: "UNIPEN")
}
