import ReelCanvas
import ReelGeometry

extension RawPicture {
  /// Returns the picture turned upright, sample for sample; nil if that is not possible.
  ///
  /// The formats of `portableFormats` are supported, except quarter turns of 4:2:2, whose chroma is subsampled in
  /// only one direction.
  ///
  /// - Parameter orientation: The rotation or flip that makes this picture upright.
  public func oriented(_ orientation: ImageOrientation) -> RawPicture? {
    if orientation == .up { return self }
    guard let layout = RawLayout.named(format) else { return nil }
    var planes: [(size: PixelSize, step: Int)]
    switch layout.kind {
    case .packed(_, _, _, let step): planes = [(size, step)]
    case .planarRGB: planes = Array(repeating: (size, layout.bytesPerSample), count: 3)
    case .palette: planes = [(size, 1)]
    case .yuv(let chroma, let shiftX, let shiftY):
      guard !orientation.swapsSides || shiftX == shiftY else { return nil }
      let chromaSize = layout.chromaSize(of: size)
      planes = [(size, layout.bytesPerSample)]
      if chroma == .planar { planes += Array(repeating: (chromaSize, layout.bytesPerSample), count: 2) }
      if chroma == .interleaved { planes.append((chromaSize, 2)) }
    }
    var turned: [UInt8] = []
    turned.reserveCapacity(bytes.count)
    for plane in planes {
      let count = plane.size.area * plane.step
      turned += Self.turn(bytes[turned.count..<turned.count + count], plane.size, plane.step, orientation)
    }
    // The palette follows the planes.
    turned += bytes[turned.count...]
    return RawPicture(
      trusting: turned, size: orientation.oriented(size), format: format, isFullRange: isFullRange, matrix: matrix)
  }

  private static func turn(
    _ plane: ArraySlice<UInt8>, _ size: PixelSize, _ step: Int, _ orientation: ImageOrientation
  ) -> [UInt8] {
    let transform = orientation.transform(of: size)
    // All numbers are whole: -1, 0, 1 and sides. Half-pixel offsets map centres to centres.
    let (a, b, c, d) = (
      Int(clamping: transform.a), Int(clamping: transform.b), Int(clamping: transform.c), Int(clamping: transform.d)
    )
    let first = transform.apply(Point(x: 0.5, y: 0.5))
    let (left, top) = (Int(clamping: first.x), Int(clamping: first.y))
    let width = orientation.oriented(size).width
    return [UInt8](unsafeUninitializedCapacity: plane.count) { target, count in
      plane.withUnsafeBufferPointer { source in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let offset = ((top + b * x + d * y) * width + left + a * x + c * y) * step
            for byte in 0..<step { target[offset + byte] = source[(y * size.width + x) * step + byte] }
          }
        }
      }
      count = plane.count
    }
  }
}
