import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite("Conversion to the planes of the encoder")
struct PixelConverterTests {
  @Test(
    "Converting only what changed equals converting the whole picture, bit for bit",
    arguments: [
      PixelSize(width: 64, height: 64), PixelSize(width: 66, height: 50), PixelSize(width: 130, height: 98),
      PixelSize(width: 18, height: 162), PixelSize(width: 320, height: 18), PixelSize(width: 16, height: 16),
    ], [PixelFormat.yuv420p, .yuv444p])
  func partialEqualsWhole(size: PixelSize, format: PixelFormat) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    var kept = try PixelConverter(size: size, format: format)
    var bitmap = Bitmap.noise(size, using: &generator)
    try kept.convert(bitmap, changed: .all(of: size))
    for step in 0..<40 {
      let region = Region.random(of: size, using: &generator)
      bitmap.addNoise(region, using: &generator)
      try kept.convert(bitmap, changed: region)
      var fresh = try PixelConverter(size: size, format: format)
      try fresh.convert(bitmap, changed: .all(of: size))
      for plane in 0..<3 {
        let isEqual = kept.frame.plane(plane) == fresh.frame.plane(plane)
        #expect(isEqual, "plane \(plane), step \(step), seed \(seed)")
      }
    }
  }

  @Test(
    "Samples that wait while their bitmap is drawn over are those of the picture that was there",
    arguments: [
      PixelSize(width: 64, height: 64), PixelSize(width: 66, height: 50), PixelSize(width: 130, height: 98),
      PixelSize(width: 18, height: 162), PixelSize(width: 320, height: 18), PixelSize(width: 16, height: 16),
    ], [PixelFormat.yuv420p, .yuv444p])
  func waitingSamples(size: PixelSize, format: PixelFormat) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    var bitmap = Bitmap.noise(size, using: &generator)
    var waiting: [(tiles: ConvertedTiles, planes: [[UInt8]])] = []
    var region = Region.all(of: size)
    for _ in 0..<40 {
      if !region.isEmpty {
        var whole = try PixelConverter(size: size, format: format)
        try whole.convert(bitmap, changed: .all(of: size))
        waiting.append((ConvertedTiles(bitmap, changed: region, format: format), (0..<3).map { whole.frame.plane($0) }))
      }
      region = .random(of: size, using: &generator)
      bitmap.addNoise(region, using: &generator)
    }
    var converter = try PixelConverter(size: size, format: format)
    for (index, frame) in waiting.enumerated() {
      try converter.take(frame.tiles)
      let isEqual = (0..<3).allSatisfy { converter.frame.plane($0) == frame.planes[$0] }
      #expect(isEqual, "picture \(index), seed \(seed)")
    }
    #expect(converter.conversionCount == waiting.count)
  }

  @Test("Every sample is the exact BT.709 value, rounded", arguments: [PixelFormat.yuv420p, .yuv444p])
  func exactValues(format: PixelFormat) throws {
    var generator = Seeded()
    let size = PixelSize(width: 70, height: 36)
    let bitmap = Bitmap.noise(size, using: &generator)
    var converter = try PixelConverter(size: size, format: format)
    try converter.convert(bitmap, changed: .all(of: size))
    let planes = (0..<3).map { converter.frame.plane($0) }
    func channels(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let pixel = bitmap[min(max(x, 0), size.width - 1), y]
      return SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
    }
    // ITU-R BT.709-6, items 3.2 to 3.5, with eight bits.
    func luma(_ color: SIMD3<Double>) -> Double { (color * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
    func check(_ plane: Int, _ index: Int, _ exact: Double) {
      // Where the value lies half-way, either neighbour is right.
      #expect(abs(Double(planes[plane][index]) - exact) <= 0.501, "plane \(plane), sample \(index), \(generator)")
    }
    let step = format == .yuv420p ? 2 : 1
    for y in 0..<size.height {
      for x in 0..<size.width {
        check(0, y * size.width + x, 16 + luma(channels(x, y)) * 219 / 255)
        guard x % step == 0, y % step == 0 else { continue }
        let mean =
          step == 1
          ? channels(x, y)
          : [y, y + 1].reduce(SIMD3<Double>.zero) { sum, y in
            sum + (channels(x - 1, y) + 2 * channels(x, y) + channels(x + 1, y)) / 8
          }
        let index = y / step * (size.width / step) + x / step
        check(1, index, 128 + (mean.z - luma(mean)) / 1.8556 * 224 / 255)
        check(2, index, 128 + (mean.x - luma(mean)) / 1.5748 * 224 / 255)
      }
    }
  }

  @Test("Grey has no colour, and black and white are where they belong")
  func greys() throws {
    let size = PixelSize(width: 16, height: 16)
    for (grey, luma) in [(UInt8(0), UInt8(16)), (255, 235), (128, 126)] {
      var converter = try PixelConverter(size: size, format: .yuv420p)
      try converter.convert(Bitmap(size: size, red: grey, green: grey, blue: grey), changed: .all(of: size))
      #expect(converter.frame.plane(0).allSatisfy { $0 == luma })
      #expect((converter.frame.plane(1) + converter.frame.plane(2)).allSatisfy { $0 == 128 })
    }
  }

  @Test("A chroma sample lies on the left one of its two columns, between its two rows")
  func chromaSite() throws {
    let size = PixelSize(width: 32, height: 16)
    var bitmap = Bitmap(size: size, red: 0, green: 0, blue: 0)
    bitmap.fill(x: 8..<9, y: 0..<16, Pixel(red: 255, green: 0, blue: 0, alpha: 255))
    var even = try PixelConverter(size: size, format: .yuv420p)
    try even.convert(bitmap, changed: .all(of: size))
    let row = even.frame.plane(2)[0..<16].map { Int($0) - 128 }
    // All of column 8's red is half of sample 4: 1, 2, 1 quarters around columns 7, 8 and 9.
    #expect(row[4] == 56)
    #expect(row[3] == 0 && row[5] == 0)
  }

  @Test("Nothing changed: nothing is converted, and the planes stay")
  func emptyRegion() throws {
    let size = PixelSize(width: 48, height: 48)
    var generator = Seeded(seed: 7)
    var converter = try PixelConverter(size: size, format: .yuv420p)
    try converter.convert(.noise(size, using: &generator), changed: .all(of: size))
    let before = (0..<3).map { converter.frame.plane($0) }
    try converter.convert(.noise(size, using: &generator), changed: Region(of: size))
    #expect(converter.conversionCount == 1)
    #expect((0..<3).map { converter.frame.plane($0) } == before)
  }
}

extension Region {
  /// A few random rectangles, sometimes none and sometimes everything.
  static func random(of size: PixelSize, using generator: inout Seeded) -> Region {
    if Int.random(in: 0..<10, using: &generator) == 0 { return .all(of: size) }
    var region = Region(of: size)
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let x = Double.random(in: 0..<Double(size.width), using: &generator)
      let y = Double.random(in: 0..<Double(size.height), using: &generator)
      region.insert(
        Rect(
          x: x, y: y, width: .random(in: 0...Double(size.width), using: &generator),
          height: .random(in: 0...Double(size.height) / 2, using: &generator)))
    }
    return region
  }
}
