import ReelFuzzing
import ReelInk
import ReelTracing

/// Feeds bytes to the reader of SVG fonts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.read(start, count, as: "SVG font", options: InkOptions(text: "Reel\n&l"))
}
