import ReelGeometry

extension Bitmap {
  /// Returns the image turned upright, pixel for pixel.
  ///
  /// - Parameter orientation: how the image must be turned to be upright.
  public func oriented(_ orientation: ImageOrientation) -> Bitmap {
    if orientation == .up { return self }
    var result = Bitmap(size: orientation.oriented(size))
    let transform = orientation.transform(of: size)
    // The numbers are integers: -1, 0, 1 and sides. Half-pixel offsets map centres to centres.
    let (a, b) = (Int(clamping: transform.a), Int(clamping: transform.b))
    let (c, d) = (Int(clamping: transform.c), Int(clamping: transform.d))
    let first = transform.apply(Point(x: 0.5, y: 0.5))
    let (left, top) = (Int(clamping: first.x), Int(clamping: first.y))
    let (sourceStride, targetStride) = (bytesPerRow, result.bytesPerRow)
    withUnsafeBytes { source in
      result.withUnsafeMutableBytes { target in
        for y in 0..<height {
          for x in 0..<width {
            let pixel = source.load(fromByteOffset: y * sourceStride + x * 4, as: UInt32.self)
            let (column, row) = (left + a * x + c * y, top + b * x + d * y)
            target.storeBytes(of: pixel, toByteOffset: row * targetStride + column * 4, as: UInt32.self)
          }
        }
      }
    }
    return result
  }
}
