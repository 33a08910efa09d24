import ReelGeometry

/// The opacity of a clip with an alpha channel: steps from opaque to transparent beside the marks, opaque elsewhere.
struct AlphaStairs {
  /// The smallest frame that has room for the steps.
  static let smallestSize = PixelSize(width: 320, height: 180)
  /// The opacities of the steps.
  static let levels: [UInt8] = [204, 153, 102, 51, 0]

  /// The left edges of the steps and the right edge of the last one.
  private let edges: [Int]
  /// The lines that the steps cover.
  private let lines: Range<Int>

  /// Lays out the steps of a frame, right of the first mark and above the second.
  init(_ layout: FrameMarkPairLayout) {
    let left = layout.plates[0].x + layout.plateSize.width
    let width = layout.size.width - left
    edges = (0...Self.levels.count).map { left + $0 * width / Self.levels.count }
    lines = 0..<max(1, (layout.strip?.y ?? layout.plates[1].y) - 4)
  }

  /// The opacity of a pixel, from 0 to 255.
  func level(_ x: Int, _ y: Int) -> UInt8 {
    guard lines.contains(y), x >= edges[0], let step = edges.dropFirst().firstIndex(where: { x < $0 }) else {
      return 255
    }
    return Self.levels[step - 1]
  }

  /// The centres of the steps and of the opaque area beside them, each with its level.
  var middles: [(point: Point, level: UInt8)] {
    let y = Double(lines.count) / 2
    let opaque = (Point(x: Double(edges[0]) / 2, y: y), UInt8(255))
    return [opaque]
      + Self.levels.indices.map { (Point(x: Double(edges[$0] + edges[$0 + 1]) / 2, y: y), Self.levels[$0]) }
  }
}
