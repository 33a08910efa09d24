import ReelGeometry

/// Finds single pictures that are one or two pixels beside their place, which the edges of marks hardly show.
enum PictureNudge {
  /// The mean squared error from which a picture is examined, and the part of it that remains in the right place.
  private static let (minError, part) = (60, 0.25)
  /// The farthest shift that is tried along each axis.
  private static let reach = 2
  /// The distance between the rows that are compared.
  private static let step = 4

  /// Returns how far a picture has moved; nil if it is in its place, or elsewhere altogether.
  ///
  /// - Parameters:
  ///   - seen: The picture.
  ///   - drawn: The expected picture.
  ///   - squaredError: The sum of their squared differences.
  static func shift(_ seen: LumaPlane, _ drawn: LumaPlane, squaredError: Int) -> Vector? {
    let (width, height) = (seen.size.width, seen.size.height)
    guard seen.size == drawn.size, squaredError > minError * seen.size.area, width > 16 * reach, height > 16 * reach
    else { return nil }
    func error(_ dx: Int, _ dy: Int) -> Int {
      seen.bytes.withUnsafeBytes { seen in
        drawn.bytes.withUnsafeBytes { drawn in
          stride(from: reach, to: height - reach, by: step).reduce(0) { sum, y in
            let (a, b) = (y * width + reach, (y - dy) * width + reach - dx)
            let count = width - 2 * reach
            return sum
              + SquaredErrors.sum(
                UnsafeRawBufferPointer(rebasing: seen[a..<a + count]),
                UnsafeRawBufferPointer(rebasing: drawn[b..<b + count]), from: 0, count: count)
          }
        }
      }
    }
    let known = error(0, 0)
    var best = (error: Double(known) * part, shift: Vector?.none)
    for dy in -reach...reach {
      for dx in -reach...reach where (dx, dy) != (0, 0) {
        let rest = Double(error(dx, dy))
        if rest < best.error { best = (rest, Vector(dx: Double(dx), dy: Double(dy))) }
      }
    }
    return best.shift
  }
}
