import ReelVideo

extension FrameStream {
  /// The maximum number of pictures of a frame's size in memory at once: being drawn, queued and being written.
  private static let pictureCount = 12

  /// Checks that there is enough memory for a film whose encoder does not look ahead.
  ///
  /// - Throws: `MovieError.memoryShort`.
  func reserveMemory() throws(MovieError) {
    try WorkingMemory.reserve(size.area * 4 * Self.pictureCount, for: size)
  }
}
