extension PixelSize {
  private static let words = [
    "4k": PixelSize(width: 3840, height: 2160),
    "8k": PixelSize(width: 7680, height: 4320),
    "square": PixelSize(width: 1080, height: 1080),
    "story": PixelSize(width: 1080, height: 1920),
  ]

  /// Parses `1280x720`, a height such as `720p` or `720`, or one of the words `4k`, `8k`, `square` and `story` (1080x1920), in upper or
  /// lower case.
  ///
  /// A height alone means a 16:9 picture.
  ///
  /// - Parameters:
  ///   - text: The size as a person writes it.
  ///   - longest: The maximum number of pixels on a side.
  /// - Throws: `InvalidValue` for other text, and for sides of less than 1 or more than `longest` pixels.
  public init(parsing text: String, longest: Int = 16384) throws(InvalidValue) {
    guard let size = Self.size(text), (1...longest).contains(size.width), (1...longest).contains(size.height) else {
      throw InvalidValue(
        "size", text,
        expected:
          "WIDTHxHEIGHT of 1 to \(longest) pixels a side (from 16 in a movie), a height such as 1080p, or one of 4k, 8k, square, story"
      )
    }
    self = size
  }

  private static func size(_ text: String) -> PixelSize? {
    let text = text.lowercased()
    if let size = words[text] { return size }
    let sides = text.split(omittingEmptySubsequences: false) { "x×".contains($0) }.map { Int($0) }
    if sides.count == 2, let width = sides[0], let height = sides[1] { return PixelSize(width: width, height: height) }
    // The nearest even width: 480p is 854x480.
    guard let height = Int(text.hasSuffix("p") ? text.dropLast() : text[...]), (1...1 << 20).contains(height) else {
      return nil
    }
    return PixelSize(width: 2 * ((height * 16 + 9) / 18), height: height)
  }
}
