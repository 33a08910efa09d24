import ReelFiles
import ReelGeometry
import Testing

@testable import ReelImages

@Suite("Blocks of a WebP with loss")
struct MixedWebPMakerTests {
  private static let size = PixelSize(width: 40, height: 40)

  /// Returns the blocks, of five by five, that are drawn again when some of them become lighter.
  private func drawn(_ changed: Set<Int>, by step: UInt32) throws -> Set<Int> {
    var spool = PixelSpool(area: Self.size.area, path: "/nonexistent/spool")
    let gray: UInt32 = 0x01_50_50_50
    try spool.append(
      0, spans: (0..<40).map { PixelSpool.Span(start: 40 * $0, count: 40) },
      pixels: [UInt32](repeating: gray, count: Self.size.area))
    var spans: [PixelSpool.Span] = []
    for row in 0..<40 {
      for column in 0..<5 where changed.contains(row / 8 * 5 + column) {
        spans.append(PixelSpool.Span(start: 40 * row + 8 * column, count: 8))
      }
    }
    try spool.append(
      1, spans: spans, pixels: [UInt32](repeating: gray + 0x01_01_01 * step, count: 8 * spans.count))
    var maker = MixedWebPMaker(Self.size, errorPerBit: 100, weights: .durations)
    var images: [MixedWebPImage?] = []
    try spool.forEach { picture, words throws(SystemError) in images.append(maker.image(of: picture, words)) }
    #expect(images.count == 2 && images[0]?.weights.contains(0) == false)
    guard let image = images.last ?? nil else { return [] }
    return Set(
      image.weights.indices.filter { image.weights[$0] > 0 }.map { index in
        (image.box.y + index / image.box.width) / 8 * 5 + (image.box.x + index % image.box.width) / 8
      })
  }

  @Test("A hole in what is drawn again is drawn too, so that nothing masks it")
  func hole() throws {
    #expect(try drawn(Set(0..<25).subtracting([12]), by: 20) == Set(0..<25))
  }

  @Test("A small change is drawn among others, and waits where its block would be masked on all sides")
  func island() throws {
    #expect(try drawn([12], by: 5) == [])
    #expect(try drawn([12], by: 20) == [12])
    #expect(try drawn([7, 11, 12, 13, 17], by: 5) == [7, 11, 12, 13, 17])
  }
}
