import Reel

extension PixelSize {
  private static let words = [
    "480p": PixelSize(width: 854, height: 480),
    "720p": PixelSize(width: 1280, height: 720),
    "1080p": PixelSize(width: 1920, height: 1080),
    "4k": PixelSize(width: 3840, height: 2160),
    "square": PixelSize(width: 1080, height: 1080),
  ]

  /// Reads `1280x720` or a word such as `720p`.
  init(argument text: String) throws {
    if let size = Self.words[text.lowercased()] {
      self = size
      return
    }
    let sides = text.split(omittingEmptySubsequences: false) { "xX×".contains($0) }.map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
      width <= 16_384, height <= 16_384
    else {
      throw InvalidValue(
        "size", text,
        expected: "WIDTHxHEIGHT of 1 to 16384 pixels a side, or one of 480p, 720p, 1080p, 4k, square")
    }
    self.init(width: width, height: height)
  }
}
