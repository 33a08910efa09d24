import ReelFuzzing

/// Feeds bytes to the unpacking of gzip, and its output to a reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.read(start, count, as: "UNIPEN")
}
