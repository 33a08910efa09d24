import ReelVideo

/// A source that offers samples besides pixels: they are encoded as they came, where a sink takes them.
package protocol SampledSource: FrameSource {
  /// The samples; read once, before the first frame. Nil for a source that has pixels alone.
  var samples: StoredSamples? { get }

  /// Returns the picture of a time, or nil where it equals the one before.
  mutating func picture(at time: FrameTime) throws -> FilmPicture?
}
