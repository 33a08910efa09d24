import ReelGeometry

/// Feeds bytes to the parser of SVG path data, which has no errors: every text is a path of numbers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let path = Path(svg: String(decoding: bytes, as: UTF8.self))
  for point in path.flattened(tolerance: 1).joined() {
    precondition(point.x.isFinite && point.y.isFinite, "a point that is no number")
  }
  precondition(path.subpaths.count <= path.elements.count, "more parts than steps")
  return 0
}
