import ReelCanvas
import ReelGeometry

/// How the pictures of a movie show the frames of the clip: scaled, cropped, turned.
struct PictureGeometry: Hashable, Sendable {
  /// From a frame as it was drawn to the movie's picture.
  var transform: AffineTransform
  /// The size of the movie's pictures.
  var size: PixelSize

  /// Finds out from where the mark stands.
  ///
  /// A mark is found to a fraction of a pixel. Where a whole picture was scaled, or cut out without scaling, that would blur what is exact:
  /// such transforms are preferred where they put the mark in its place, too.
  init(place: FrameMarkPlace, original: PixelSize, observed: PixelSize) throws {
    let layout = try FrameMarkLayout(size: original).place
    size = observed
    let found = place.transform(from: layout)
    let corners = [Point(x: 0, y: 0), Point(x: 0, y: 8), Point(x: 10, y: 0), Point(x: 10, y: 8)].map {
      Point(x: layout.origin.x + $0.x * layout.column.dx, y: layout.origin.y + $0.y * layout.row.dy)
    }
    func suits(_ candidate: AffineTransform) -> Bool {
      let allowed = max(0.75, 0.06 * max(abs(place.column.dx), abs(place.column.dy)))
      return corners.allSatisfy { corner in
        let (a, b) = (candidate.apply(corner), found.apply(corner))
        return abs(a.x - b.x) <= allowed && abs(a.y - b.y) <= allowed
      }
    }
    let upright = place.orientation.inverse
    let turn = upright.transform(of: original)
    let turned = upright.oriented(original)
    let whole = turn.followed(
      by: .scale(
        x: Double(observed.width) / Double(turned.width), y: Double(observed.height) / Double(turned.height)))
    let crop = Self.rounded(found)
    transform = suits(whole) ? whole : suits(crop) ? crop : found
  }

  private static func rounded(_ transform: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: transform.a.rounded(), b: transform.b.rounded(), c: transform.c.rounded(), d: transform.d.rounded(),
      tx: transform.tx.rounded(), ty: transform.ty.rounded())
  }
}
