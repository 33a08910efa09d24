extension PixelSize {
  private static let words = [
    "4k": PixelSize(width: 3840, height: 2160),
    "8k": PixelSize(width: 7680, height: 4320),
    "square": PixelSize(width: 1080, height: 1080),
  ]

  /// Reads `1280x720`, a height such as `720p` or `720`, or a word such as `4k`.
  ///
  /// A height alone is that of a picture as wide as those of television, 16:9.
  ///
  /// - Throws: `InvalidValue` for anything else, and for a side beyond 16384 pixels.
  public init(parsing text: String) throws(InvalidValue) {
    if let size = Self.words[text.lowercased()] {
      self = size
      return
    }
    let longest = 16_384
    let sides = text.split(omittingEmptySubsequences: false) { "xX×".contains($0) }.map { Int($0) }
    if sides.count == 2, let width = sides[0], let height = sides[1], (1...longest).contains(width),
      (1...longest).contains(height)
    {
      self.init(width: width, height: height)
      return
    }
    // As wide as an even width comes to it: 480p is 854x480.
    if let height = Int(text.lowercased().hasSuffix("p") ? text.dropLast() : text[...]), (1...9216).contains(height) {
      self.init(width: 2 * ((height * 16 + 9) / 18), height: height)
      return
    }
    throw InvalidValue(
      "size", text,
      expected: "WIDTHxHEIGHT of 1 to 16384 pixels a side, a height such as 1080p, or one of 4k, 8k, square")
  }
}
