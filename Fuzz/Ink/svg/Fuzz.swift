import ReelFuzzing
import ReelInk
import ReelTracing

/// Feeds bytes to the reader of SVG drawings.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.read(start, count, as: "SVG paths", options: InkOptions(pathsAreStrokes: true))
}
