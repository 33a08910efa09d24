import ReelCurves

/// Feeds bytes to the parser of Logo programs, and runs valid programs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var limits = LogoProgram.Limits()
  (limits.steps, limits.lines, limits.depth) = (50_000, 10_000, 1000)
  do {
    let program = try LogoProgram(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    for stroke in try program.run(limits: limits).strokes {
      precondition(stroke.points.count > 1, "a line without an end")
      for point in stroke.points { precondition(point.x.isFinite && point.y.isFinite, "a point that is no number") }
    }
  } catch {
    precondition(!error.description.contains("\n"), "an error of more than one line")
  }
  return 0
}
