/// Hands the pixels of an image to a search while those of the image before are still being chosen, and takes what it chooses.
protocol PixelFeed: AnyObject {
  /// Waits for more pixels, and returns how many there are now.
  func more() -> Int

  /// Takes the symbols of the first pixels.
  ///
  /// - Returns: For how many pixels it is to be called again; nil if nobody wants the image any more.
  func take(_ count: Int) -> Int?
}
