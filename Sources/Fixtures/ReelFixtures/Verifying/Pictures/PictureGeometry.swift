import ReelCanvas
import ReelGeometry

/// The geometry of a movie's pictures compared with the clip's frames: scale, crop and rotation.
struct PictureGeometry: Hashable, Sendable {
  /// The transform from a drawn frame to the movie's picture.
  var transform: AffineTransform
  /// The size of the movie's pictures.
  var size: PixelSize
  /// The size of the frames as drawn.
  let original: PixelSize
  /// Whether the picture was hardly scaled but moved, so that it was probably only cropped by whole pixels.
  let mayBeCut: Bool
  /// Whether the picture was only scaled, as a whole.
  private let isWhole: Bool

  /// The geometry of a known transform.
  init(_ transform: AffineTransform, original: PixelSize, observed: PixelSize) {
    (self.transform, size, self.original) = (transform, observed, original)
    (mayBeCut, isWhole) = (false, false)
  }

  /// Derives the geometry from the mark's position.
  ///
  /// A mark's position is inexact by a fraction of a pixel. For a picture that was scaled as a whole, or cropped
  /// without scaling, that would blur an exact comparison. Such transforms are preferred if they also put the mark in
  /// its place.
  ///
  /// - Parameters:
  ///   - pose: The pose of the mark in the picture.
  ///   - layout: The pose of the mark in the drawn frame.
  ///   - grid: The grid of the mark.
  ///   - original: The size of the frame as drawn.
  ///   - observed: The size of the picture.
  init(
    pose: FrameMarkPose, layout: FrameMarkPose, grid: FrameMarkGrid, original: PixelSize, observed: PixelSize
  ) {
    size = observed
    self.original = original
    let found = pose.transform(from: layout)
    let (right, bottom) = (Double(grid.columns), Double(FrameMarkGrid.rows))
    let corners = [(0, 0), (0, bottom), (right, 0), (right, bottom)].map { Point(x: $0.0, y: $0.1) }.map {
      Point(x: layout.origin.x + $0.x * layout.column.dx, y: layout.origin.y + $0.y * layout.row.dy)
    }
    func suits(_ candidate: AffineTransform) -> Bool {
      let allowed = max(0.75, 0.06 * max(abs(pose.column.dx), abs(pose.column.dy)))
      return corners.allSatisfy { corner in
        let (a, b) = (candidate.apply(corner), found.apply(corner))
        return abs(a.x - b.x) <= allowed && abs(a.y - b.y) <= allowed
      }
    }
    let upright = pose.orientation.inverse
    let turn = upright.transform(of: original)
    let turned = upright.oriented(original)
    let whole = turn.followed(
      by: .scale(
        x: Double(observed.width) / Double(turned.width), y: Double(observed.height) / Double(turned.height)))
    let crop = Self.rounded(found)
    isWhole = suits(whole)
    transform = isWhole ? whole : suits(crop) ? crop : found
    let scales = [found.a * found.a + found.b * found.b, found.c * found.c + found.d * found.d].map { $0.squareRoot() }
    mayBeCut = transform != whole && scales.allSatisfy { abs($0 - 1) < 0.12 }
  }

  /// Moves a picture that may be cropped by whole pixels, to where it best matches the drawn frame.
  ///
  /// A mark that was itself cropped at an edge is located some pixels off.
  mutating func refine(seen: LumaPlane, drawn: LumaPlane) {
    guard !isWhole else { return }
    let start = transform
    if mayBeCut { moveByWholePixels(seen, drawn) }
    guard transform.b == 0, transform.c == 0 else { return }
    for estimate in transform == start ? [start] : [start, transform] {
      let exact = PictureAlignment(from: estimate, seen: seen, drawn: drawn).transform
      // Whole pixels are exact for a picture that was not scaled.
      if PictureAlignment.error(exact, seen, drawn) < 0.95 * PictureAlignment.error(transform, seen, drawn) {
        transform = exact
      }
    }
  }

  private mutating func moveByWholePixels(_ seen: LumaPlane, _ drawn: LumaPlane) {
    let unscaled = AffineTransform(
      a: transform.a.rounded(), b: transform.b.rounded(), c: transform.c.rounded(), d: transform.d.rounded(), tx: 0,
      ty: 0)
    // The centre of the found position is most accurate.
    let middle = Point(x: Double(original.width) / 2, y: Double(original.height) / 2)
    let (there, here) = (transform.apply(middle), unscaled.apply(middle))
    let (x, y) = ((there.x - here.x).rounded(), (there.y - here.y).rounded())
    let shifts = (-4...4).flatMap { dy in (-4...4).map { dx in (dx, dy) } }
    let candidates = shifts.map { shift in
      var candidate = unscaled
      (candidate.tx, candidate.ty) = (x + Double(shift.0), y + Double(shift.1))
      return candidate
    }
    let errors = ([transform] + candidates).map { ($0, Self.error($0, seen, drawn)) }
    transform = errors.min { $0.1 < $1.1 }?.0 ?? transform
  }

  /// The part of the movie's picture that the frame covers.
  ///
  /// Anything added around it does not belong to the clip.
  var visible: (x: Range<Int>, y: Range<Int>) { Self.visible(transform, original, size) }

  static func visible(
    _ transform: AffineTransform, _ original: PixelSize, _ size: PixelSize
  ) -> (x: Range<Int>, y: Range<Int>) {
    let frame = transform.apply(
      Rect(x: 0, y: 0, width: Double(original.width), height: Double(original.height)))
    func range(_ from: Double, _ to: Double, _ limit: Int) -> Range<Int> {
      let first = max(0, min(limit, Int(clamping: max(0, from - 0.01).rounded(.up))))
      return first..<max(first, min(limit, Int(clamping: min(Double(limit), to + 0.01).rounded(.down))))
    }
    return (range(frame.minX, frame.maxX, size.width), range(frame.minY, frame.maxY, size.height))
  }

  /// The mean squared difference between a picture and a frame, at every third pixel of every third row.
  private static func error(_ transform: AffineTransform, _ seen: LumaPlane, _ drawn: LumaPlane) -> Double {
    guard let back = transform.inverted else { return .infinity }
    var (sum, count) = (0, 0)
    for y in stride(from: 1, to: seen.size.height, by: 3) {
      for x in stride(from: 1, to: seen.size.width, by: 3) {
        let point = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        guard point.x >= 0, point.y >= 0, point.x < Double(drawn.size.width), point.y < Double(drawn.size.height) else {
          continue
        }
        let difference = Int(seen[x, y]) - Int(drawn[Int(clamping: point.x), Int(clamping: point.y)])
        sum += difference * difference
        count += 1
      }
    }
    return count > 0 ? Double(sum) / Double(count) : .infinity
  }

  private static func rounded(_ transform: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: transform.a.rounded(), b: transform.b.rounded(), c: transform.c.rounded(), d: transform.d.rounded(),
      tx: transform.tx.rounded(), ty: transform.ty.rounded())
  }
}

extension AffineTransform {
  /// Whether the transform leaves pictures upright and at the same scale.
  var isUnscaled: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}
