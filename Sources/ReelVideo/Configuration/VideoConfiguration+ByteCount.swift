#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension VideoConfiguration {
  /// Guesses how many bytes a movie needs on the disk while it is made.
  ///
  /// A pixel of a frame is taken to need 0.1 bits at a constant rate factor of 23, twice as much for each 6 less (x264 doubles
  /// its rate so) and 6 bits without loss; a bit rate is taken at its word; half as much again in 4:4:4. Drawings need far less, noise more. The whole counts twice, since
  /// the growing file and the finished one stand side by side at the end.
  ///
  /// - Parameter frameCount: the length of the movie in frames.
  package func estimatedByteCount(frameCount: Int) -> Int {
    let bits: Double =
      switch quality {
      case .standard: codec.usualCRF == nil ? 4 : 0.1
      case .bitrate(let rate): Double(rate) / frameRate.framesPerSecond / Double(size.area)
      case .crf(let factor): 0.1 * pow(2, (23 - factor) / 6)
      case .lossless: 6
      }
    let pixels = Double(size.width) * Double(size.height) * Double(frameCount)
    return Int(clamping: Int64(min(2 * pixels * bits * (pixelFormat.columns == 1 ? 1.5 : 1) / 8, 9e18)))
  }
}
