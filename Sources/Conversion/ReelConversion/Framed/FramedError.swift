import ReelGeometry

/// A fault in a stream of the framed protocol.
package struct FramedError: ReelError, Hashable {
  package var exitStatus: ExitStatus { .badInput }

  /// The name of the stream.
  package var name: String
  /// The line: `the first line`, `frame 12`.
  package var line: String
  /// The fault, and what is expected.
  package var reason: String

  /// One line: `standard input, frame 12: the rectangle 600,0 100x10 is outside 640x360`.
  package var description: String { "\(name), \(line): \(reason)".onOneLine() }
}
