import ReelGeometry

/// An error as C programs see it.
struct Failure: Error {
  /// The number of `reel.h`, which is the exit status of the command.
  var status: CInt
  /// One sentence.
  var sentence: String

  init(_ error: any Error) {
    if let failure = error as? Failure {
      self = failure
    } else {
      let known = error as? any ReelError
      (status, sentence) = ((known?.exitStatus ?? .software).rawValue, known?.report ?? "\(error)")
    }
  }

  /// Creates an error of usage.
  init(usage sentence: String) { (status, self.sentence) = (ExitStatus.usage.rawValue, sentence) }

  /// The film is none of those that are open.
  static let closed = Failure(usage: "the film is closed or was never opened")
}
