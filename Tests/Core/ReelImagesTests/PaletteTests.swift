import ReelTestSupport
import Testing

@testable import ReelImages

@Suite("Palettes")
struct PaletteTests {
  @Test("As many colours as there is room for stay exact")
  func few() {
    var histogram = ColorHistogram()
    for index in 0..<255 { histogram.add(UInt32(index) * 65_793 ^ 0x5A, weight: 1 + index) }
    let palette = Palette(255, of: histogram)
    for index in 0..<255 {
      let color = UInt32(index) * 65_793 ^ 0x5A
      #expect(palette.colors[Int(palette.index(of: color))] == color)
    }
  }

  @Test("What is seen most is exact, whatever else is seen", arguments: [2, 16, 255])
  func flat(count: Int) {
    var histogram = ColorHistogram()
    var random = Seeded(seed: 11)
    for _ in 0..<20_000 { histogram.add(UInt32.random(in: 0...0xFF_FFFF, using: &random), weight: 1) }
    histogram.add(0x12_3457, weight: 10_000_000)
    let palette = Palette(count, of: histogram)
    #expect(palette.colors.count <= count)
    #expect(palette.colors[Int(palette.index(of: 0x12_3457))] == 0x12_3457)
  }

  @Test("More colours than are counted apart are counted with their neighbours")
  func many() {
    var histogram = ColorHistogram()
    for color in stride(from: UInt32(0), to: 1 << 24, by: 37) { histogram.add(color, weight: 1) }
    #expect(histogram.count <= ColorHistogram.limit && histogram.mask != 0xFF_FFFF)
    let palette = Palette(64, of: histogram)
    for color in stride(from: UInt32(0), to: 1 << 24, by: 37 * 101) {
      let error = Palette.distance(
        Palette.channels(palette.colors[Int(palette.index(of: color))]), Palette.channels(color))
      #expect(error < 3 * 64 * 64)
    }
  }

  @Test("Two threads find for many points what is found for each of them", arguments: [0, 1, 1023, 1024, 3001])
  func nearestOfMany(count: Int) {
    var random = Seeded(seed: 23)
    let points = (0..<100 + count).map { _ in
      SIMD4(
        Float.random(in: 0...1, using: &random), Float.random(in: 0...1, using: &random),
        Float.random(in: 0...1, using: &random), 0)
    }
    let search = NearestColor(Array(points.prefix(100)))
    let others = Array(points.dropFirst(100))
    #expect(search.indices(nearestTo: others) == others.map { search.nearest(to: $0).index })
  }

  @Test("The nearest point is the first of the nearest")
  func nearest() {
    var random = Seeded(seed: 5)
    for count in [1, 7, 8, 9, 100] {
      func point() -> SIMD4<Float> {
        SIMD4(
          Float(Int.random(in: 0..<9, using: &random)), Float(Int.random(in: 0..<9, using: &random)),
          Float(Int.random(in: 0..<9, using: &random)), 0)
      }
      let points = (0..<count).map { _ in point() }
      let search = NearestColor(points)
      for _ in 0..<50 {
        let wanted = point()
        let distances = points.map { (($0 - wanted) * ($0 - wanted)).sum() }
        let found = search.nearest(to: wanted)
        #expect(found.distance == distances.min())
        #expect(found.index == distances.firstIndex(of: found.distance))
      }
    }
  }

  @Test("Oklab has white at 1, black at 0, and greys without colour")
  func oklab() {
    let white = Oklab.coordinates(of: 0xFF_FFFF)
    #expect(abs(white.x - 1) < 1e-4 && Oklab.coordinates(of: 0) == .zero)
    let gray = Oklab.coordinates(of: 0x80_8080)
    #expect(abs(gray.y) < 1e-4 && abs(gray.z) < 1e-4)
    // Ottosson's table has L 0.45201 and b −0.31153 for sRGB blue.
    let blue = Oklab.coordinates(of: 0xFF)
    #expect(abs(blue.x - 0.45201) < 1e-3 && abs(blue.z + 0.31153) < 1e-3)
  }
}
