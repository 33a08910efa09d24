import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite("Pixels of other libraries") struct BitmapPixelsTests {
  @Test("Orders of components, alpha and rows are all understood")
  func orders() throws {
    let straight: [UInt8] = [200, 100, 50, 128, 1, 2, 3, 255]
    let rgba = try Bitmap(pixels: straight, order: .rgba, width: 2, height: 1)
    #expect(rgba[0, 0] == Pixel(red: 100, green: 50, blue: 25, alpha: 128))
    #expect(rgba[1, 0] == Pixel(red: 1, green: 2, blue: 3))
    let bgra = try Bitmap(pixels: straight, order: .bgra, width: 2, height: 1, isPremultiplied: true)
    #expect(bgra[0, 0] == Pixel(red: 50, green: 100, blue: 200, alpha: 128))
    let gray = try Bitmap(
      pixels: [9, 0, 0, 7, 0, 0] as [UInt8], order: .gray, width: 1, height: 2, stride: 3, isBottomUp: true)
    #expect(gray[0, 0] == Pixel(red: 7, green: 7, blue: 7) && gray[0, 1] == Pixel(red: 9, green: 9, blue: 9))
  }

  @Test("Too few bytes, short strides and hostile sizes are refused")
  func refused() {
    #expect(throws: InvalidValue.self) {
      try Bitmap(pixels: [UInt8](repeating: 0, count: 7), order: .rgba, width: 2, height: 1)
    }
    #expect(throws: InvalidValue.self) {
      try Bitmap(pixels: [UInt8](repeating: 0, count: 64), order: .rgba, width: 2, height: 2, stride: 7)
    }
    for (width, height) in [(0, 1), (1, -1), (Int.max, 1), (32_768, 1)] {
      #expect(throws: InvalidValue.self) { try Bitmap(pixels: [UInt8](), order: .bgra, width: width, height: height) }
    }
  }

  @Test("Exactly the tiles with a different pixel have changed, to the last column and row")
  func changes() {
    var bitmap = Bitmap(width: 70, height: 35)
    let before = bitmap
    #expect(bitmap.changes(since: before).isEmpty)
    bitmap[69, 34] = .init(red: 1, green: 0, blue: 0)
    bitmap[0, 0] = .init(red: 1, green: 0, blue: 0)
    let changed = bitmap.changes(since: before)
    #expect(changed.tileCount == 2 && changed.contains(column: 4, row: 2) && changed.contains(column: 0, row: 0))
    #expect(bitmap.changes(since: Bitmap(width: 71, height: 35)).isAll)
  }
}
