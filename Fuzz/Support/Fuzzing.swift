import ReelGeometry
package import ReelInk

/// The common parts of the fuzzed readers.
package enum Fuzzing {
  /// Reads libFuzzer's bytes, and processes the result as a program would.
  ///
  /// A crash, a trap, or exceeding libFuzzer's limits of time or memory is a finding. An error of one line is not.
  package static func read(
    _ start: UnsafePointer<UInt8>?, _ count: Int, as format: String, options: InkOptions = InkOptions()
  ) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
      let ink = try InkFile.read(bytes, as: format, name: "fuzz", options: options)
      let session = ink.session(canvas: Size(width: 400, height: 300), margin: 20)
      for event in session.events {
        precondition(event.point.x.isFinite && event.point.y.isFinite, "a point that is no number")
        precondition(event.milliseconds >= 0 && event.milliseconds.isFinite, "a time that is no number")
      }
    } catch {
      precondition(!error.description.contains("\n"), "an error of more than one line")
    }
    return 0
  }
}
