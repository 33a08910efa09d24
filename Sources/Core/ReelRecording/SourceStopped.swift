import ReelGeometry

/// The program that draws a film's frames ended before it said that the film is over.
///
/// The frames so far are kept: they can't be drawn again.
package struct SourceStopped: ReelError, Hashable {
  package var exitStatus: ExitStatus { .badInput }

  /// The name of the source in messages.
  package var name: String
  /// The number of frames that came.
  package var frameCount: Int
  /// The path of the unfinished film; nil where nothing was kept.
  package var keptPath: String?

  /// Creates the error, before anything is kept.
  package init(name: String, frameCount: Int) { (self.name, self.frameCount) = (name, frameCount) }

  /// One line: what stopped, and what to do with the frames.
  package var description: String {
    "\(name) stopped after \(frameCount) \(frameCount == 1 ? "frame" : "frames"), before its end: the program that writes it died"
      + (keptPath.map { "; to keep the frames received, run capture recover \($0)" } ?? "")
  }
}
