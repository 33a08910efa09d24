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
    if transform == .identity, size == self.size { return self }
    // Turned by a quarter, columns become rows; what is left is a stretch and a shift along each axis.
    let isTurned = abs(transform.a) < abs(transform.b)
    let source = isTurned ? transposed : self
    let across = Tap.line(
      count: size.width, scale: isTurned ? transform.c : transform.a, shift: transform.tx, limit: source.size.width)
    let down = Tap.line(
      count: size.height, scale: isTurned ? transform.b : transform.d, shift: transform.ty, limit: source.size.height)
    var narrow = [Float](repeating: 0, count: size.width * source.size.height)
    var result = LumaPlane(size: size)
    source.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<source.size.height {
        for x in 0..<size.width {
          narrow[y * size.width + x] = across[x].sum { Float(bytes[y * source.size.width + $0]) }
        }
      }
    }
    narrow.withUnsafeBufferPointer { narrow in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let value = down[y].sum { narrow[$0 * size.width + x] }
          result.bytes[y * size.width + x] = UInt8(max(0, min(255, value.rounded())))
        }
      }
    }
    return result
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

/// The pixels of a row that one pixel of the result is made of.
private struct Tap {
  /// Columns of the row, clamped at the edges.
  var columns: [Int]
  var weights: [Float]

  func sum(_ value: (Int) -> Float) -> Float {
    if columns.count == 1 { return value(columns[0]) }
    var sum: Float = 0
    for index in columns.indices { sum += weights[index] * value(columns[index]) }
    return sum
  }

  /// Returns what each pixel of a line is made of, when it shows a line of `limit` pixels stretched and shifted.
  static func line(count: Int, scale: Double, shift: Double, limit: Int) -> [Tap] {
    let width = max(1, 1 / abs(scale))
    return (0..<count).map { index in
      let middle = (Double(index) + 0.5 - shift) / scale - 0.5
      let range = Int((middle - 2 * width).rounded(.up))...Int((middle + 2 * width).rounded(.down))
      let taps = range.map { ($0, cubic((Double($0) - middle) / width)) }.filter { abs($0.1) > 1e-9 }
      let sum = taps.reduce(0) { $0 + $1.1 }
      return Tap(
        columns: taps.map { max(0, min(limit - 1, $0.0)) }, weights: taps.map { Float($0.1 / (sum == 0 ? 1 : sum)) })
    }
  }

  /// The cubic of Mitchell and Netravali ("Reconstruction filters in computer graphics", 1988) with B = 0 and C = 0.6, swscale's own.
  private static func cubic(_ distance: Double) -> Double {
    let x = abs(distance)
    return switch x {
    case ..<1: (1.4 * x - 2.4) * x * x + 1
    case ..<2: ((-0.6 * x + 3) * x - 4.8) * x + 2.4
    default: 0
    }
  }
}
