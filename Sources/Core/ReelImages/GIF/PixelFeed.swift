/// Supplies an image's pixels to a search while the previous image is still in progress, and takes the chosen symbols.
protocol PixelFeed: AnyObject {
  /// Waits for more pixels, and returns how many are available.
  func more() -> Int

  /// Takes the symbols of the first pixels.
  ///
  /// - Returns: The number of pixels after which to call it again; nil if the image is no longer needed.
  func take(_ count: Int) -> Int?
}
