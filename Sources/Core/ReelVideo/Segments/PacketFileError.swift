import ReelGeometry

/// Why a file of packets cannot become a piece of a film.
package enum PacketFileError: ReelError, Hashable {
  package var exitStatus: ExitStatus { .badInput }

  /// It cannot be read, or is not as it was written; the reason says which.
  case broken(path: String, reason: String)
  /// Its pictures are from an encoder that does not agree with that of the other pieces.
  case otherEncoder(path: String, encoder: String, other: String)

  /// One line: what failed, on what, why, and what to do.
  package var description: String {
    switch self {
    case .broken(let path, let reason): "\(path) is broken: \(reason); make it again"
    case .otherEncoder(let path, let encoder, let other):
      "\(path) was encoded by \(encoder), and the pieces before it by \(other): make all of them with one version of FFmpeg and x264"
    }
  }
}
