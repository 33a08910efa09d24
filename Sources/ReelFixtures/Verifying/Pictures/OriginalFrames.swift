import ReelCanvas
import ReelGeometry
import ReelVideo

/// The frames of a clip as they were drawn, drawn again and fitted to the pictures of a movie.
struct OriginalFrames {
  private var painter: FixturePainter
  /// The last one: a frame that is shown twice is drawn once.
  private var last: (number: Int, geometry: PictureGeometry, plane: LumaPlane)?

  init(_ recipe: FixtureRecipe) throws { painter = try FixturePainter(recipe) }

  var recipe: FixtureRecipe { painter.recipe }

  /// Returns how light a frame is where the movie shows it.
  mutating func plane(of number: Int, _ geometry: PictureGeometry) throws -> LumaPlane {
    if let last, last.number == number, last.geometry == geometry { return last.plane }
    let plane = try upright(number).fitted(by: geometry.transform, to: geometry.size)
    last = (number, geometry, plane)
    return plane
  }

  /// Returns how light a frame is as it was drawn.
  mutating func upright(_ number: Int) throws -> LumaPlane { try LumaPlane(painter.draw(frame: number)) }

  /// Draws a frame, upright.
  mutating func bitmap(of number: Int) throws -> Bitmap { try painter.draw(frame: number) }
}

extension LumaPlane {
  /// The luma of a drawing as encoders get it: BT.709, from 16 to 235.
  init(_ bitmap: Bitmap) throws {
    let raw = try RawPicture(bitmap, format: "yuv420p")
    self.init(size: bitmap.size, bytes: Array(raw.bytes.prefix(bitmap.size.area)))
  }

  /// The luma of a decoded picture from 16 to 235; that of files which are stored so comes back bit for bit.
  init(gray: [UInt8], size: PixelSize) {
    self.init(size: size, bytes: gray.map { Self.limited[Int($0)] })
  }

  private static let limited: [UInt8] = (0...255).map { UInt8(16 + ($0 * 219 + 127) / 255) }
}
