import ReelVideo

extension FrameStream {
  /// The pictures of a frame's size that are there at the same time: those that are drawn, wait and are written.
  private static let pictureCount = 12

  /// Makes sure that there is the memory for the frames of a film that no encoder looks ahead in.
  ///
  /// - Throws: `MovieError.memoryShort`.
  func reserveMemory() throws(MovieError) {
    try WorkingMemory.reserve(size.area * 4 * Self.pictureCount, for: size)
  }
}
