import ReelCanvas
import ReelGeometry

extension FrameMark {
  /// Draws the marks of version 2 and the strip between them.
  func draw(with painter: some PixelSurface, _ layout: FrameMarkPairLayout) {
    for index in layout.plates.indices { drawPlate(index, with: painter, layout) }
    let text = String(number)
    if let digits = layout.digits(width: DotFont.width(of: text)) {
      let (width, height) = ((DotFont.width(of: text) + 2) * digits.dot, (DotFont.height + 2) * digits.dot)
      painter.fill(x: digits.x, y: digits.y - digits.dot, width: width, height: height, .white)
      painter.write(text, x: digits.x + digits.dot, y: digits.y, dot: digits.dot, .black)
    }
    Self.drawStrip(with: painter, layout)
  }

  private func drawPlate(_ index: Int, with painter: some PixelSurface, _ layout: FrameMarkPairLayout) {
    let (plate, grid) = (layout.plates[index], FrameMarkGrid.double)
    let words = words
    painter.fill(
      x: plate.x, y: plate.y, width: layout.plateSize.width, height: layout.plateSize.height, .white)
    for row in 0..<FrameMarkGrid.rows {
      let (top, bottom) = (layout.edge(row), layout.edge(row + 1))
      for column in 0..<grid.columns {
        var isLight = grid.border(column: column, row: row)
        if isLight == nil {
          let (word, bit) = (column - 1, row - 1)
          let isOne = words[word] >> UInt8(Self.wordLength - 1 - bit) & 1 == 1
          isLight = isOne == Self.isLightOne(word: word, bit: bit, isSecond: index == 1)
        }
        guard isLight == false else { continue }
        let (left, right) = (layout.edge(column), layout.edge(column + 1))
        painter.fill(x: plate.x + left, y: plate.y + top, width: right - left, height: bottom - top, .black)
      }
    }
  }

  /// The colours of the strip from the left: six saturated, two weak, and eight greys.
  static let stripColors: [Pixel] =
    [
      (220, 40, 40), (40, 200, 60), (40, 60, 220), (40, 200, 210), (210, 50, 200), (220, 210, 40), (196, 148, 120),
      (96, 120, 156),
    ].map { Pixel(red: $0, green: $1, blue: $2) } + (0..<8).map { Pixel(gray: UInt8(16 + 32 * $0)) }

  private static func drawStrip(with painter: some PixelSurface, _ layout: FrameMarkPairLayout) {
    guard let strip = layout.strip else { return }
    for (index, color) in stripColors.enumerated() {
      let (left, right) = (
        index * strip.width / stripColors.count, (index + 1) * strip.width / stripColors.count
      )
      painter.fill(x: strip.x + left, y: strip.y, width: right - left, height: strip.height, color)
    }
  }
}
