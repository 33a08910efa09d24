import ReelPlatform

extension VideoConfiguration {
  /// The size limit that the encoder must observe; nil if none is given, if the film stays far below it, or if its
  /// quality is searched.
  ///
  /// No drawing needs 3 bits per pixel. A looser limit would only make the encoder declare a level, and with it
  /// buffers, that hardware decoders reject. The file's size is checked against the limit in any case.
  var bindingLimit: ByteLimit? {
    guard !isLimitSearched, let limit, limit.byteCount < 3 * size.area / 8 * limit.frameCount else { return nil }
    return limit
  }

  /// The number of encoder threads.
  ///
  /// With a limit, the bits that libx264 and libx265 spend on a picture depend on the progress of their other
  /// threads: with more than one thread, the film would have different bytes each time.
  var encoderThreads: Int { bindingLimit != nil && [.h264, .hevc].contains(codec) ? 1 : threads }

  /// Whether the limit is below the possible size of a film of its length, so that quality may have to be reduced.
  package var hasTightLimit: Bool {
    guard let limit = bindingLimit else { return false }
    return limit.byteCount < estimatedByteCount(frameCount: limit.frameCount)
  }

  /// The bytes of an encoded still, with a margin.
  private static let stillBytes = 100

  /// Whether the encoder must receive the stills to spend what the limit allows.
  ///
  /// It budgets bytes for the time of each picture that it sees: without the stills, most bytes of a drawing's budget
  /// would be left over. A limit far above the film's size needs none of this, and one that is hardly larger than the
  /// stills alone has no room for them.
  package var encodesStillsForLimit: Bool {
    guard let limit = bindingLimit else { return false }
    return hasTightLimit && limit.byteCount > Self.stillBytes * limit.frameCount
  }

  /// Estimates the disk space in bytes that a movie needs while it is made.
  ///
  /// The estimate is 0.1 bits per pixel at a constant rate factor of 23, twice as much for each 6 less (as x264's
  /// rate doubles) and 6 bits for lossless; a given bit rate is used as it is; 4:4:4 needs half as much again.
  /// Drawings need far less, noise more. The total counts twice, because the growing file and the finished one exist
  /// side by side at the end.
  ///
  /// - Parameter frameCount: The length of the movie in frames.
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
