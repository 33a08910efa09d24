import ReelGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A disk that may be too small for the film that is to be recorded on it.
///
/// How well a film can be compressed is known when it is made. This is a guess before that, for a warning and not a refusal.
package struct SpaceShortage: Hashable, Sendable {
  /// The bytes that the film may need.
  package var neededBytes: Int
  /// The bytes that are free.
  package var freeBytes: Int

  /// Compares what is needed with what is free in a folder; nil where it is enough, or the system does not tell.
  package init?(neededBytes: Int, inFolder folder: String) {
    guard let free = DiskSpace.free(inFolder: folder), free < neededBytes else { return nil }
    self.neededBytes = neededBytes
    freeBytes = free
  }
}

extension VideoConfiguration {
  /// Guesses how many bytes a movie needs on the disk while it is made.
  ///
  /// A pixel of a frame is taken to need 0.1 bits at a constant rate factor of 23, twice as much for each 6 less (x264 doubles
  /// its rate so) and 6 bits without loss; half as much again in 4:4:4. Drawings need far less, noise more. The whole counts twice, since
  /// the growing file and the finished one stand side by side at the end.
  ///
  /// - Parameter frameCount: the length of the movie in frames.
  package func estimatedByteCount(frameCount: Int) -> Int {
    let bits: Double =
      switch quality {
      case .crf(let factor): 0.1 * pow(2, (23 - factor) / 6)
      case .lossless: 6
      }
    let pixels = Double(size.width) * Double(size.height) * Double(frameCount)
    return Int(clamping: Int64(min(2 * pixels * bits * (pixelFormat == .yuv444p ? 1.5 : 1) / 8, 9e18)))
  }
}
