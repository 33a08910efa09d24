import Reel

/// An output that is complete and larger than allowed: its encoder could not make it smaller.
struct LargeOutput: Error, CustomStringConvertible {
  private let name: String
  private let byteCount: Int
  private let limit: Int

  /// Nil where none is; pictures that lose nothing are not meant.
  init?(in recording: Recording, names: [String], limit: Int?) {
    guard let limit else { return nil }
    let parts = recording.output.parts
    let sizes =
      parts.isEmpty ? [(names[0], recording.output)] : parts.compactMap { part in part.output.map { (part.name, $0) } }
    guard let large = sizes.first(where: { $0.1.encoder != nil && $0.1.byteCount > limit }) else { return nil }
    (name, byteCount, self.limit) = (large.0, large.1.byteCount, limit)
  }

  var description: String {
    "\(name) has \(byteCount) bytes, and \(limit) are allowed: choose a smaller --size, fewer frames a second, or allow more"
  }
}
