import ReelGeometry

extension LumaPlane {
  /// Returns this picture as another one shows it: as large, cropped and turned.
  ///
  /// Where a pixel of the result covers several of this picture it takes all of them in; where it covers less than one, it lies between
  /// its neighbours. So do the scalers that pictures usually come from; what is left between two pictures is then what was lost.
  ///
  /// - Parameters:
  ///   - transform: from this picture to the other one; it scales, moves and turns by quarters, mirrored or not.
  ///   - size: of the other picture. What lies outside of this one repeats its edge.
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
