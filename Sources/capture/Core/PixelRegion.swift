import Reel

/// A part of a picture or screen, in pixels.
struct PixelRegion: Hashable {
  var rect: Rect

  /// Reads `640x360+100+50`.
  ///
  /// - Parameter name: The name of the value in the error.
  init(parsing text: String, as name: String) throws {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 3, let x = Int(parts[1]), let y = Int(parts[2]), (0...32_767).contains(x),
      (0...32_767).contains(y), let size = try? PixelSize(parsing: String(parts[0]))
    else {
      throw InvalidValue(name, text, expected: "a size and a position of at most 32767, such as 640x360+100+50")
    }
    rect = Rect(x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height))
  }
}
