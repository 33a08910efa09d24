import ReelGeometry

/// A rectangle within an area, as fractions of its width and height: left, top, width, height.
struct UnitRect: Hashable, Sendable {
  private let rect: Rect

  init(_ rect: Rect) { self.rect = rect }

  /// Returns the rectangle in an area.
  func placed(in area: Rect) -> Rect {
    Rect(
      x: area.minX + rect.minX * area.width, y: area.minY + rect.minY * area.height,
      width: rect.width * area.width, height: rect.height * area.height)
  }
}

extension UnitRect: Codable {
  init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    func next() throws -> Double { try numbers.decode(Double.self) }
    rect = Rect(x: try next(), y: try next(), width: try next(), height: try next())
  }

  func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(contentsOf: [rect.minX, rect.minY, rect.width, rect.height])
  }
}
