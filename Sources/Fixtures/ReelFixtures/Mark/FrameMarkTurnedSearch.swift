import ReelGeometry
import ReelPlatform

/// The search for a mark of version 2 in a picture that was turned by some degrees: its alternating side is so long that no line
/// of pixels stays in it.
///
/// The picture is turned back by several angles; what is found then is turned again.
enum FrameMarkTurnedSearch {
  /// The angles, in degrees: what is left between two of them the ordinary search finds.
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

  /// The turn of a picture around its middle, clockwise.
  private static func rotation(by degrees: Double, _ plane: GrayPlane) -> AffineTransform {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (x, y) = (Double(plane.width) / 2, Double(plane.height) / 2)
    return AffineTransform(
      a: cosine, b: sine, c: -sine, d: cosine, tx: x - cosine * x + sine * y, ty: y - sine * x - cosine * y)
  }

  /// Draws what a picture was before it was turned, each pixel the nearest one; what lies outside is black.
  private static func turnBack(_ plane: GrayPlane, _ turn: AffineTransform, into bytes: inout [UInt8]) {
    // Places in 2⁻³² of a pixel: whole numbers are stepped through and cut off faster than others.
    func fixed(_ value: Double) -> Int { Int(clamping: (value * 4_294_967_296).rounded()) }
    let (right, down) = (fixed(turn.a), fixed(turn.b))
    bytes.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<plane.height {
        let start = turn.apply(Point(x: 0.5, y: Double(y) + 0.5))
        var (x, line) = (fixed(start.x), fixed(start.y))
        for index in y * plane.width..<(y + 1) * plane.width {
          let (column, row) = (x >> 32, line >> 32)
          // What is negative becomes larger than any size.
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
