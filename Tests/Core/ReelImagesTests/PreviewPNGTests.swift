import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelImages

@Suite("PNGs of previews")
struct PreviewPNGTests {
  @Test(
    "Cairo reads the pixels that were packed, whatever the padding of rows",
    arguments: [(1, 1), (3, 5), (16, 16), (17, 9), (255, 33)])
  func pixels(width: Int, height: Int) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var bitmap = Bitmap(width: width, height: height)
      bitmap.fill(with: Pixel(red: 10, green: 20, blue: 30))
      for _ in 0..<width * height / Int(seed) {
        let (x, y) = (random.below(width), random.below(height))
        bitmap[x, y] = Pixel(red: UInt8(random.below(256)), green: UInt8(random.below(256)), blue: UInt8(seed))
      }
      let png = try bitmap.previewPNGData()
      #expect(try Bitmap(png: png) == bitmap, "seed \(seed)")
      #expect(try bitmap.previewPNGData() == png)
    }
  }

  @Test("A picture that is not opaque keeps its alpha")
  func alpha() throws {
    var bitmap = Bitmap(width: 20, height: 10)
    bitmap.fill(with: .black)
    bitmap[19, 9] = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
    #expect(try Bitmap(png: bitmap.previewPNGData()) == bitmap)
  }
}
