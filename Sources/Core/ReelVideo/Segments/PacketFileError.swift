import ReelGeometry

/// A problem with a file of packets as a part of a film.
package enum PacketFileError: ReelError, Hashable {
  package var exitStatus: ExitStatus { .badInput }

  /// The file cannot be read, or differs from the one written; the reason says which.
  case broken(path: String, reason: String)
  /// Its encoder differs from that of the other parts.
  case otherEncoder(path: String, encoder: String, other: String)

  /// One line: what failed, on what, why, and what to do.
  package var description: String {
    switch self {
    case .broken(let path, let reason): "\(path) is broken: \(reason); make it again"
    case .otherEncoder(let path, let encoder, let other):
      "\(path) was encoded by \(encoder), but the parts before it by \(other): make all of them with the same versions of FFmpeg and x264"
    }
  }
}
