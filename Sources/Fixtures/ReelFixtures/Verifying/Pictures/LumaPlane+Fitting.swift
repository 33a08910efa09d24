import ReelGeometry

extension LumaPlane {
  /// Returns this picture as another one shows it: scaled, cropped and turned.
  ///
  /// A pixel of the result is the mean of all pixels that it covers, or is interpolated if it covers less than one. The
  /// usual scalers do the same, so the remaining difference between two pictures is what was lost.
  ///
  /// - Parameters:
  ///   - transform: From this picture to the other one. It scales, moves, and turns by quarters, mirrored or not.
  ///   - size: The size of the other picture. Outside this picture its edge is repeated.
  func fitted(by transform: AffineTransform, to size: PixelSize) -> LumaPlane {
    PictureFitting(transform, from: self.size, to: size).fit(self)
  }

  /// The picture with columns and rows exchanged.
  var transposed: LumaPlane {
    var result = LumaPlane(size: PixelSize(width: size.height, height: size.width))
    for y in 0..<size.height {
      for x in 0..<size.width { result.bytes[x * size.height + y] = bytes[y * size.width + x] }
    }
    return result
  }
}
