import ReelPlatform

extension VideoConfiguration {
  /// The limit that the encoder keeps to; nil where none is given, or one that the film is far from.
  ///
  /// A film of 3 bits a pixel is beyond what any drawing takes. A wide limit would only have the encoder announce a level, and with it
  /// buffers, that hardware decoders refuse; the file is measured against it all the same.
  var bindingLimit: ByteLimit? {
    guard let limit, limit.byteCount < 3 * size.area / 8 * limit.frameCount else { return nil }
    return limit
  }

  /// The threads of the encoder.
  ///
  /// What libx264 and libx265 spend on a picture depends on how far their other threads are, where they keep to a limit: with more than one
  /// the film would have other bytes each time.
  var encoderThreads: Int { bindingLimit != nil && [.h264, .hevc].contains(codec) ? 1 : threads }

  /// Whether the limit is below what a film of its length may take, so that quality may have to be given up.
  package var hasTightLimit: Bool {
    guard let limit = bindingLimit else { return false }
    return limit.byteCount < estimatedByteCount(frameCount: limit.frameCount)
  }

  /// The bytes of a still that is encoded, with room to spare.
  private static let stillBytes = 100

  /// Whether the encoder has to see the stills so that it spends what the limit allows.
  ///
  /// It has so many bytes for the time of each picture that it sees: without the stills, most bytes of a drawing would be left. A limit that
  /// the film is far from needs none of this, and one of hardly more than its stills has no room for them.
  package var encodesStillsForLimit: Bool {
    guard let limit = bindingLimit else { return false }
    return hasTightLimit && limit.byteCount > Self.stillBytes * limit.frameCount
  }

  /// Estimates how many bytes a movie needs on the disk while it is made.
  ///
  /// The estimate is 0.1 bits per pixel at a constant rate factor of 23, twice as much for each 6 less (as x264's rate
  /// doubles) and 6 bits for lossless; a given bit rate is used as it is; 4:4:4 needs half as much again. Drawings need far less, noise more. The total counts twice, because
  /// the growing file and the finished one exist side by side at the end.
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
    return Int(clamping: Int64(clamping: min(2 * pixels * bits * (pixelFormat.columns == 1 ? 1.5 : 1) / 8, 9e18)))
  }
}
