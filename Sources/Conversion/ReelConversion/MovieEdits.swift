import ReelCanvas
import ReelGeometry

/// The edits applied to the pictures of a movie on their way into a film.
public struct MovieEdits: Hashable, Sendable {
  /// The legal factors of speed.
  public static let speeds = 0.01...100.0

  /// The first second that is shown.
  public var from = 0.0
  /// The second at which the film ends; nil for the end of the movie.
  public var until: Double?
  /// The seconds of the movie that pass in a second.
  public var speed = 1.0
  /// The part of the upright picture that is kept; nil for all.
  public var crop: Rect?
  /// A further turn of the upright picture.
  public var turn = ImageOrientation.up
  /// The most pixels in a row: a larger picture is made smaller, with even sides.
  public var width: Int?
  /// Whether odd sides are made even, by repeating the last column or row.
  public var isEven = false
  /// Whether transparent pixels stay so; otherwise they are shown over black.
  public var keepsAlpha = false

  /// Creates edits that change nothing.
  public init() {}
}

/// How a stored picture becomes a frame.
struct MovieGeometry {
  /// The size of the frames.
  let size: PixelSize
  /// Whether pixels stay where they are.
  let isIdentity: Bool
  /// Whether a frame shows the whole picture as players of the movie do, so that its samples and tags say the same.
  let isWhole: Bool
  /// The place of the whole upright picture on the frame, and how it is turned for that.
  let place: Rect
  let orientation: ImageOrientation
  /// Whether pixels are mixed.
  let isScaled: Bool
  /// The columns and rows of the frame that the picture fills; beyond, its last ones are repeated.
  let filled: PixelSize

  /// - Parameters:
  ///   - stored: the size of the stored picture.
  ///   - orientation: how it has to be turned to be upright.
  ///   - aspect: the width of a stored pixel divided by its height.
  /// - Throws: `InvalidValue` for a part that lies outside the picture.
  init(
    _ stored: PixelSize, _ orientation: ImageOrientation, aspect: Double, _ edits: MovieEdits
  ) throws(InvalidValue) {
    self.orientation = orientation.followed(by: edits.turn)
    let wide = stored.width * 1
    // Pixels become square by more of them, not by fewer.
    let square = PixelSize(
      width: aspect > 1 ? Self.rounded(Double(wide) * aspect) : wide,
      height: aspect < 1 ? Self.rounded(Double(stored.height) / aspect) : stored.height)
    let shown = self.orientation.oriented(square)
    let part = edits.crop ?? shown.bounds
    guard part.minX >= 0, part.minY >= 0, part.maxX <= shown.bounds.maxX, part.maxY <= shown.bounds.maxY,
      part.width >= 1, part.height >= 1
    else {
      throw InvalidValue(
        "crop",
        "\(Int(clamping: part.width))x\(Int(clamping: part.height))+\(Int(clamping: part.minX))+\(Int(clamping: part.minY))",
        expected: "a part of the picture, which is \(shown)")
    }
    let cut = PixelSize(width: Int(clamping: part.width), height: Int(clamping: part.height))
    var filled = cut
    if let width = edits.width, width < cut.width {
      filled = PixelSize(
        width: max(2, width / 2 * 2),
        height: max(2, 2 * Self.rounded(Double(cut.height * width) / Double(cut.width) / 2)))
    }
    let scale = (Double(filled.width) / part.width, Double(filled.height) / part.height)
    place = Rect(
      x: -part.minX * scale.0, y: -part.minY * scale.1, width: Double(shown.width) * scale.0,
      height: Double(shown.height) * scale.1)
    isScaled = square != stored || filled != cut
    self.filled = filled
    size =
      edits.isEven
      ? PixelSize(width: filled.width + filled.width % 2, height: filled.height + filled.height % 2) : filled
    isWhole = edits.crop == nil && edits.turn == .up && filled == cut
    isIdentity = size == stored && !isScaled && self.orientation == .up
  }

  private static func rounded(_ value: Double) -> Int { Int(clamping: value.rounded()) }

  /// Draws a stored picture as a frame.
  func draw(_ picture: Bitmap, into bitmap: inout Bitmap) throws {
    try bitmap.draw { context in
      context.clear()
      context.draw(picture, in: place, orientation: orientation, interpolation: isScaled ? .smooth : .nearest)
    }
    if size != filled { repeatEdges(of: &bitmap) }
  }

  private func repeatEdges(of bitmap: inout Bitmap) {
    let bytesPerRow = bitmap.bytesPerRow
    bitmap.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      if size.width > filled.width {
        for row in 0..<filled.height {
          let end = start + row * bytesPerRow + 4 * filled.width
          end.copyMemory(from: end - 4, byteCount: 4)
        }
      }
      if size.height > filled.height {
        let last = start + filled.height * bytesPerRow
        last.copyMemory(from: last - bytesPerRow, byteCount: 4 * size.width)
      }
    }
  }
}

extension ImageOrientation {
  /// The orientation that turns as this one and then another do.
  fileprivate func followed(by other: ImageOrientation) -> ImageOrientation {
    guard other != .up else { return self }
    let unit = PixelSize(width: 1, height: 1)
    let both = transform(of: unit).followed(by: other.transform(of: unit))
    return Self.allCases.first { $0.transform(of: unit) == both } ?? self
  }
}
