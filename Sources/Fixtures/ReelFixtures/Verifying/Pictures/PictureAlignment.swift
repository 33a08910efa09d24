import ReelGeometry

/// Finds the exact scale and position of a picture that was cropped, padded and scaled, from an estimate.
///
/// It minimizes the differences of the pixels (Lucas and Kanade 1981), first of blurred pictures, so that the estimate
/// may be some pixels off.
struct PictureAlignment {
  /// The transform with the smallest differences, from a drawn frame to the picture.
  private(set) var transform: AffineTransform

  /// The numbers of steps on blurred pictures and on the pictures themselves.
  private static let steps = (blurred: 4, sharp: 4)
  /// The unknowns: a shift and a scale along each axis, and the gain and offset of the levels.
  private static let unknowns = 6
  /// Differences beyond this, of 255, are those of logos and damage.
  private static let outlier = 60.0
  /// The distance in pixels to a whole number at which an edge is taken to be there.
  private static let snap = 0.12

  /// - Parameters:
  ///   - start: The estimate. It scales, moves and mirrors, without quarter turns.
  ///   - seen: The picture.
  ///   - drawn: The frame as drawn.
  init(from start: AffineTransform, seen: LumaPlane, drawn: LumaPlane) {
    transform = start
    let blurred = (seen: seen.blurred, drawn: drawn.blurred)
    for step in 0..<Self.steps.blurred + Self.steps.sharp {
      let planes = step < Self.steps.blurred ? blurred : (seen, drawn)
      guard let next = Self.improved(transform, planes.0, planes.1) else { break }
      transform = next
    }
    let snapped = Self.snapped(transform, drawn.size, seen.size)
    if Self.error(snapped, seen, drawn) <= 1.02 * Self.error(transform, seen, drawn) { transform = snapped }
  }

  /// The farthest that one step moves a corner of the picture, in pixels; infinite if the pictures give no direction.
  static func move(from transform: AffineTransform, _ seen: LumaPlane, _ drawn: LumaPlane) -> Double {
    guard let next = improved(transform, seen, drawn) else { return .infinity }
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      Point(x: Double($0.0 * drawn.size.width), y: Double($0.1 * drawn.size.height))
    }
    return corners.reduce(0) { max($0, (next.apply($1) - transform.apply($1)).length) }
  }

  /// The mean squared difference between a picture and a fitted frame.
  static func error(_ transform: AffineTransform, _ seen: LumaPlane, _ drawn: LumaPlane) -> Double {
    let fitted = drawn.fitted(by: transform, to: seen.size)
    let (x, y) = PictureGeometry.visible(transform, drawn.size, seen.size)
    guard x.count > 16, y.count > 16 else { return .infinity }
    let error = BlockComparison(seen.cut(x: x, y: y), fitted.cut(x: x, y: y)).squaredError
    return Double(error) / Double(x.count * y.count)
  }

  /// One step of Gauss and Newton; nil if the pictures give no direction.
  private static func improved(_ transform: AffineTransform, _ seen: LumaPlane, _ drawn: LumaPlane) -> AffineTransform?
  {
    let fitted = drawn.fitted(by: transform, to: seen.size)
    let (xs, ys) = PictureGeometry.visible(transform, drawn.size, seen.size)
    let (width, height) = (Double(seen.size.width), Double(seen.size.height))
    guard xs.count > 16, ys.count > 16 else { return nil }
    // Each row of the equations, with the right side behind the unknowns.
    var rows = [SIMD8<Double>](repeating: .zero, count: unknowns)
    let step = seen.size.width
    fitted.bytes.withUnsafeBufferPointer { fitted in
      seen.bytes.withUnsafeBufferPointer { seen in
        for y in stride(from: ys.lowerBound + 2, to: ys.upperBound - 2, by: 2) {
          let v = Double(y) / height - 0.5
          for x in stride(from: xs.lowerBound + 2, to: xs.upperBound - 2, by: 2) {
            let index = y &* step &+ x
            let dx = (Double(fitted[index &+ 1]) - Double(fitted[index &- 1])) / 2
            let dy = (Double(fitted[index &+ step]) - Double(fitted[index &- step])) / 2
            let level = Double(fitted[index])
            let rest = Double(seen[index]) - level
            guard abs(rest) < outlier || dx * dx + dy * dy > 400 else { continue }
            let row = SIMD8(dx, dx * (Double(x) / width - 0.5), dy, dy * v, level / 255, 1, rest, 0)
            for i in 0..<unknowns { rows[i] += row[i] * row }
          }
        }
      }
    }
    var matrix = rows.flatMap { row in (0...unknowns).map { row[$0] } }
    guard let found = solution(&matrix) else { return nil }
    // A feature drawn at x is seen at x − (shift + scale · u).
    let across = AffineTransform(
      a: 1 - found[1] / width, b: 0, c: 0, d: 1 - found[3] / height, tx: -found[0] + found[1] / 2,
      ty: -found[2] + found[3] / 2)
    guard abs(found[0]) < 0.1 * width, abs(found[2]) < 0.1 * height, abs(found[1]) < 0.2 * width,
      abs(found[3]) < 0.2 * height
    else { return nil }
    return transform.followed(by: across)
  }

  /// Solves symmetric equations, of which the upper half is given, with the right side in the last column.
  private static func solution(_ matrix: inout [Double]) -> [Double]? {
    let columns = unknowns + 1
    for i in 1..<unknowns { for j in 0..<i { matrix[i * columns + j] = matrix[j * columns + i] } }
    for i in 0..<unknowns {
      let pivot = matrix[i * columns + i]
      guard pivot > 1e-6 else { return nil }
      for j in 0..<unknowns where j != i {
        let factor = matrix[j * columns + i] / pivot
        for column in i..<columns { matrix[j * columns + column] -= factor * matrix[i * columns + column] }
      }
    }
    return (0..<unknowns).map { matrix[$0 * columns + unknowns] / matrix[$0 * columns + $0] }
  }

  /// Returns the transform with edges on whole pixels: those of the frame in the picture, or of the picture in the
  /// frame, along each axis.
  private static func snapped(_ transform: AffineTransform, _ drawn: PixelSize, _ seen: PixelSize) -> AffineTransform {
    func axis(_ scale: Double, _ shift: Double, _ length: Int, _ limit: Int) -> (Double, Double) {
      let (length, limit) = (Double(length), Double(limit))
      // Outside, the frame's first and last edges in the picture; inside, the picture's in the frame.
      let outside = (shift, shift + scale * length)
      let inside = (-shift / scale, (limit - shift) / scale)
      func distance(_ edges: (Double, Double)) -> Double {
        max(abs(edges.0 - edges.0.rounded()), abs(edges.1 - edges.1.rounded()))
      }
      if distance(outside) <= snap {
        let scale = (outside.1.rounded() - outside.0.rounded()) / length
        return (scale, outside.0.rounded())
      }
      guard distance(inside) <= snap, inside.0.rounded() != inside.1.rounded() else { return (scale, shift) }
      let exact = limit / (inside.1.rounded() - inside.0.rounded())
      return (exact, -inside.0.rounded() * exact)
    }
    let (a, tx) = axis(transform.a, transform.tx, drawn.width, seen.width)
    let (d, ty) = axis(transform.d, transform.ty, drawn.height, seen.height)
    return AffineTransform(a: a, b: 0, c: 0, d: d, tx: tx, ty: ty)
  }
}

extension LumaPlane {
  /// The picture with each pixel replaced by the mean of the 5×5 around it, twice.
  fileprivate var blurred: LumaPlane { smoothed.transposed.smoothed.transposed }

  /// The picture with each row smoothed twice.
  private var smoothed: LumaPlane {
    var result = self
    let width = size.width
    guard width > 4 else { return self }
    for _ in 0..<2 {
      let source = result.bytes
      for y in 0..<size.height {
        let start = y * width
        for x in 2..<width - 2 {
          let i = start + x
          let sum = Int(source[i - 2]) + Int(source[i - 1]) + Int(source[i]) + Int(source[i + 1]) + Int(source[i + 2])
          result.bytes[i] = UInt8(sum / 5)
        }
      }
    }
    return result
  }
}
