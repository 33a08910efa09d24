import CReelFFmpeg
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelConversion
@testable import ReelVideo

/// Random numbers that follow from a seed.
private struct Seeded: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(_ seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }
}

@Suite("Comparing tiles") struct TileComparisonTests {
  private static let formats = [
    "bgra", "bgr0", "rgb24", "gray", "yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "nv12", "gbrp", "rgba64le",
  ]

  /// A frame of random samples.
  private func frame(_ size: PixelSize, _ format: String, _ random: inout some RandomNumberGenerator) throws
    -> VideoFrame
  {
    let frame = try VideoFrame.make(size: size, format: RawPicture.native(format))
    let count = Int(reel_frame_byte_count(frame.pointer))
    try frame.setBytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    return frame
  }

  @Test("Equal pictures have no changed tile, whatever lies in their padding", arguments: formats)
  func equal(format: String) throws {
    var random = Seeded(1)
    for size in [PixelSize(width: 64, height: 48), PixelSize(width: 71, height: 45), PixelSize(width: 16, height: 16)] {
      let first = try frame(size, format, &random)
      let second = try VideoFrame.make(size: size, format: RawPicture.native(format))
      second.clear()
      try second.setBytes(try first.bytes())
      #expect(TileComparison(first).changes(from: first, to: second).isEmpty, "\(format) \(size)")
    }
  }

  @Test("The tile of a sample that differs is among the changed ones, and few others are", arguments: formats)
  func one(format: String) throws {
    for seed in 0..<40 {
      var random = Seeded(UInt64(seed))
      let size = PixelSize(width: .random(in: 16...90, using: &random), height: .random(in: 16...90, using: &random))
      let first = try frame(size, format, &random)
      let second = try VideoFrame.make(size: size, format: RawPicture.native(format))
      try second.setBytes(try first.bytes())
      // In the first plane: luma, or all of a pixel.
      let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
      let bytesOfPixel = ["bgra": 4, "bgr0": 4, "rgb24": 3, "yuv420p10le": 2, "rgba64le": 8][format] ?? 1
      let data = try #require(second.pointer.pointee.data.0)
      data[y * Int(second.pointer.pointee.linesize.0) + x * bytesOfPixel] ^= 1
      let changed = TileComparison(first).changes(from: first, to: second)
      #expect(changed.contains(column: x / 16, row: y / 16) && changed.tileCount == 1, "\(format) \(size) seed \(seed)")
    }
  }

  @Test("A sample of chroma changes its tile and those around it, whose pixels it colours")
  func chroma() throws {
    var random = Seeded(7)
    let size = PixelSize(width: 80, height: 80)
    let first = try frame(size, "yuv420p", &random)
    let second = try VideoFrame.make(size: size, format: RawPicture.native("yuv420p"))
    try second.setBytes(try first.bytes())
    let data = try #require(second.pointer.pointee.data.1)
    data[20 * Int(second.pointer.pointee.linesize.1) + 20] ^= 1
    let changed = TileComparison(first).changes(from: first, to: second)
    #expect(changed.tileCount == 9 && changed.contains(column: 2, row: 2) && changed.contains(column: 1, row: 3))
  }
}
