import ReelGeometry

/// The opacity of the frames of a clip with an alpha channel: stairs from opaque to transparent beside the marks, opaque elsewhere.
struct AlphaStairs {
  /// The smallest size that has room for the stairs.
  static let smallestSize = PixelSize(width: 320, height: 180)
  /// How opaque the steps are.
  static let levels: [UInt8] = [204, 153, 102, 51, 0]

  /// The left edges of the steps, and the end of the last one.
  private let edges: [Int]
  /// The lines that they cover.
  private let lines: Range<Int>

  /// Creates the stairs of a frame: right of the first mark, above the second.
  init(_ layout: FrameMarkPairLayout) {
    let left = layout.plates[0].x + layout.plateSize.width
    let width = layout.size.width - left
    edges = (0...Self.levels.count).map { left + $0 * width / Self.levels.count }
    lines = 0..<max(1, (layout.strip?.y ?? layout.plates[1].y) - 4)
  }

  /// How opaque a pixel is, from 0 to 255.
  func level(_ x: Int, _ y: Int) -> UInt8 {
    guard lines.contains(y), x >= edges[0], let step = edges.dropFirst().firstIndex(where: { x < $0 }) else {
      return 255
    }
    return Self.levels[step - 1]
  }

  /// The middles of the steps, and of what is opaque beside them, each with its level.
  var middles: [(point: Point, level: UInt8)] {
    let y = Double(lines.count) / 2
    let opaque = (Point(x: Double(edges[0]) / 2, y: y), UInt8(255))
    return [opaque]
      + Self.levels.indices.map { (Point(x: Double(edges[$0] + edges[$0 + 1]) / 2, y: y), Self.levels[$0]) }
  }
}
