import ReelFiles
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelImages

@Suite("GIF images, two at a time")
struct GIFImageLineTests {
  private let size = PixelSize(width: 230, height: 170)

  @Test(
    "They are those that are made one after another",
    arguments: [(255, 0), (255, 10), (40, 30), (9, 60), (2, 99)] as [(Int, Float)])
  func same(colors: Int, errorPerBit: Float) throws {
    var spool = try film(pictures: 60, seed: UInt64(colors))
    var histogram = ColorHistogram()
    try spool.countUses(end: 60) { color, duration in histogram.add(color, weight: duration) }
    let (palette, other) = (Palette(colors, of: histogram), Palette(max(2, colors / 2), of: histogram))
    var maker = GIFImageMaker(size, palette: palette, errorPerBit: errorPerBit)
    var line = GIFImageLine(size, palette: palette, errorPerBit: errorPerBit)
    var (expected, made): ([GIFImageLine.Made], [GIFImageLine.Made]) = ([], [])
    try spool.forEach { picture, words throws(SystemError) in
      if picture.index == 35 {
        maker.use(other)
        made += line.finish()
        line.use(other)
      }
      expected.append((picture.index, maker.image(of: picture, words)))
      made += line.append(picture, words)
    }
    made += line.finish()
    #expect(made.map(\.picture) == expected.map(\.picture))
    for ((_, own), (_, other)) in zip(made, expected) {
      #expect((own.x, own.y, own.width, own.height) == (other.x, other.y, other.width, other.height))
      #expect(own.data == other.data && own.symbolBits == other.symbolBits && own.transparent == other.transparent)
    }
  }

  @Test("A film may end before its images are made")
  func early() throws {
    var spool = try film(pictures: 3, seed: 1)
    var histogram = ColorHistogram()
    try spool.countUses(end: 3) { color, duration in histogram.add(color, weight: duration) }
    for count in 1...3 {
      var line = GIFImageLine(size, palette: Palette(50, of: histogram), errorPerBit: 10)
      var number = 0
      try spool.forEach { picture, words throws(SystemError) in
        if number < count { _ = line.append(picture, words) }
        number += 1
      }
    }
  }

  /// Rectangles of any size with gradients that change a little or much, of which each picture has a few.
  private func film(pictures: Int, seed: UInt64) throws -> PixelSpool {
    var random = Seeded(seed: seed)
    var spool = PixelSpool(area: size.area, path: "/nonexistent/spool")
    for index in 0..<pictures {
      let isWhole = index == 0 || index == 20
      let width = isWhole ? size.width : Int.random(in: 1...size.width, using: &random)
      let height = isWhole ? size.height : Int.random(in: 1...size.height, using: &random)
      let x = Int.random(in: 0...size.width - width, using: &random)
      let y = Int.random(in: 0...size.height - height, using: &random)
      let (step, noise) = (Int.random(in: 0...12, using: &random), UInt32.random(in: 1...9, using: &random))
      var (spans, pixels): ([PixelSpool.Span], [UInt32]) = ([], [])
      for row in y..<y + height {
        spans.append(.init(start: row * size.width + x, count: width))
        for column in x..<x + width {
          let gray = UInt32(clamping: (column + row + step * index) / 3) + UInt32.random(in: 0..<noise, using: &random)
          pixels.append(min(255, gray) << 16 | min(255, UInt32(row)) << 8 | min(255, gray / 2))
        }
      }
      try spool.append(index, spans: spans, pixels: pixels)
    }
    return spool
  }
}
