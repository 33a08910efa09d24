import ReelGeometry
import ReelPlatform

/// The search for a mark of version 2 in a picture that was rotated by a few degrees.
///
/// Its alternating side is so long that no line of pixels stays inside it. The search rotates the picture back by
/// several angles, and rotates what it finds forward again.
enum FrameMarkTurnedSearch {
  /// The angles in degrees.
  ///
  /// The ordinary search handles the angles between them.
  private static let angles = [2.0, -2, 4, -4, 6, -6, 8, -8]

  static func run(_ plane: GrayPlane) -> FrameMarkSearch.Found? {
    var bytes = [UInt8](repeating: 0, count: plane.width * plane.height)
    for angle in angles {
      let turn = rotation(by: angle, plane)
      turnBack(plane, turn, into: &bytes)
      let found = bytes.withUnsafeBufferPointer { buffer -> FrameMarkSearch.Found? in
        guard let base = buffer.baseAddress else { return nil }
        let turned = GrayPlane(base: base, width: plane.width, height: plane.height, stride: plane.width)
        return FrameMarkSearch.run(turned, grids: [.double], isThorough: false)
      }
      guard var found, case .mark = found.finding else { continue }
      found.pose = found.pose.moved(by: turn)
      return found
    }
    return nil
  }

  /// The clockwise rotation of a picture around its centre.
  private static func rotation(by degrees: Double, _ plane: GrayPlane) -> AffineTransform {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (x, y) = (Double(plane.width) / 2, Double(plane.height) / 2)
    return AffineTransform(
      a: cosine, b: sine, c: -sine, d: cosine, tx: x - cosine * x + sine * y, ty: y - sine * x - cosine * y)
  }

  /// Rotates a picture back by nearest-neighbour sampling.
  ///
  /// Everything outside is black.
  private static func turnBack(_ plane: GrayPlane, _ turn: AffineTransform, into bytes: inout [UInt8]) {
    // Positions in units of 2⁻³² pixel: integers are faster to add and truncate.
    func fixed(_ value: Double) -> Int { Int(clamping: (value * 4_294_967_296).rounded()) }
    let (right, down) = (fixed(turn.a), fixed(turn.b))
    bytes.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<plane.height {
        let start = turn.apply(Point(x: 0.5, y: Double(y) + 0.5))
        var (x, line) = (fixed(start.x), fixed(start.y))
        for index in y * plane.width..<(y + 1) * plane.width {
          let (column, row) = (x >> 32, line >> 32)
          // A negative coordinate becomes larger than any size.
          let isInside =
            UInt(bitPattern: column) < UInt(bitPattern: plane.width)
            && UInt(bitPattern: row) < UInt(bitPattern: plane.height)
          bytes[index] = isInside ? plane.base[row &* plane.stride &+ column] : 0
          (x, line) = (x &+ right, line &+ down)
        }
      }
    }
  }
}
