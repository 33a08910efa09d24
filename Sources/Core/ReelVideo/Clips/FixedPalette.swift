import ReelCanvas

/// The 256 colours of every GIF and every `pal8` picture: six levels each of red, green and blue, and 40 greys.
///
/// A palette made from the pictures would look better, but differ in every clip. In this one a colour always has the
/// same index, whatever else is in the picture.
enum FixedPalette {
  /// The colours by index: first the cube, red slowest, then the greys from black to white.
  static let colors: [Pixel] = {
    let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { Pixel(red: red, green: green, blue: $0) } }
    }
    let greys = (0..<greyCount).map { number in
      let level = UInt8(divideRounding(number * 255, greyCount - 1))
      return Pixel(red: level, green: level, blue: level)
    }
    return cube + greys
  }()

  private static let greyCount = 40
  /// The maximum difference between a colour's components for it to count as grey.
  private static let greySpread = 12

  /// Returns the index of the nearest colour of the cube, or of the nearest grey if the colour is nearly grey.
  static func index(red: Int, green: Int, blue: Int) -> UInt8 {
    if max(red, green, blue) - min(red, green, blue) <= greySpread {
      let level = divideRounding((red + green + blue) * (greyCount - 1), 3 * 255)
      // Black and white are also in the cube, and FFmpeg 5.1's GIF encoder turns the second of two equal colours
      // black.
      if level == 0 { return 0 }
      if level == greyCount - 1 { return 215 }
      return UInt8(216 + level)
    }
    return UInt8((red + 25) / 51 * 36 + (green + 25) / 51 * 6 + (blue + 25) / 51)
  }
}
