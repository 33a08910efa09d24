import Foundation
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelFixtures

@Suite struct PictureQualityTests {
  private static let ffmpeg = Program.find("ffmpeg")

  private static func noise(_ size: PixelSize, _ seed: UInt64, amplitude: Int, around base: LumaPlane? = nil)
    -> LumaPlane
  {
    var random = Seeded(seed: seed)
    var plane = base ?? LumaPlane(size: size, repeating: 120)
    for index in plane.bytes.indices {
      let value = Int(plane.bytes[index]) + Int.random(in: -amplitude...amplitude, using: &random)
      plane.bytes[index] = UInt8(max(0, min(255, value)))
    }
    return plane
  }

  @Test("Equal pictures are equal")
  func equal() {
    let plane = Self.noise(PixelSize(width: 40, height: 24), 1, amplitude: 100)
    let quality = PictureQuality(plane, plane)
    #expect(quality.psnr == .infinity)
    #expect(quality.ssim == 1)
  }

  @Test("A difference of one everywhere is 48.13 dB")
  func one() throws {
    let size = PixelSize(width: 32, height: 16)
    let quality = PictureQuality(LumaPlane(size: size, repeating: 100), LumaPlane(size: size, repeating: 101))
    #expect(abs(quality.psnr - 48.1308) < 0.0001)
    let ssim = try #require(quality.ssim)
    #expect(ssim > 0.999 && ssim < 1)
  }

  @Test("Pictures below 8x8 have no structure to compare")
  func small() {
    let size = PixelSize(width: 7, height: 20)
    #expect(PictureQuality(LumaPlane(size: size), LumaPlane(size: size, repeating: 9)).ssim == nil)
  }

  @Test(
    "PSNR and SSIM equal those of FFmpeg's filters", .enabled(if: ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [(64, 48), (128, 96), (96, 40)], [3, 25, 90])
  func asFFmpeg(side: (Int, Int), amplitude: Int) async throws {
    let size = PixelSize(width: side.0, height: side.1)
    let original = Self.noise(size, 5, amplitude: 60)
    let changed = Self.noise(size, 6, amplitude: amplitude, around: original)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-quality-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(original.bytes).write(to: folder.appendingPathComponent("a.gray"))
    try Data(changed.bytes).write(to: folder.appendingPathComponent("b.gray"))
    let raw = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(size)", "-i"]
    // Without vector instructions, because FFmpeg 5.1's SSIM is wrong for some widths with them.
    let result = try await Program.runAside(
      try #require(Self.ffmpeg),
      ["-nostdin", "-v", "info", "-cpuflags", "0"] + raw + ["a.gray"] + raw + ["b.gray"]
        + ["-lavfi", "[0][1]psnr=stats_file=psnr.txt;[0][1]ssim=stats_file=ssim.txt", "-f", "null", "-"],
      in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    let quality = PictureQuality(original, changed)
    let psnr = try Self.value("psnr_y:", in: folder.appendingPathComponent("psnr.txt"))
    let ssim = try Self.value("Y:", in: folder.appendingPathComponent("ssim.txt"))
    #expect(abs(quality.psnr - psnr) < 0.0051)
    #expect(abs(try #require(quality.ssim) - ssim) < 0.0000011)
  }

  /// The number after a name in the first line of a filter's output file.
  private static func value(_ name: String, in file: URL) throws -> Double {
    let text = try String(contentsOf: file, encoding: .utf8)
    let words = text.split(whereSeparator: \.isWhitespace)
    let word = words.first { $0.hasPrefix(name) }
    return try #require(word.flatMap { Double($0.dropFirst(name.count)) }, "\(text)")
  }

  @Test(
    "Every pixel counts once, also in complete tiles, at all sizes",
    arguments: [(8, 8), (33, 19), (64, 64), (67, 35), (131, 97), (1027, 517)])
  func sums(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let a = Self.noise(size, 11, amplitude: 120)
    let b = Self.noise(size, 12, amplitude: 90)
    let blocks = BlockComparison(a, b)
    func error(_ x: Range<Int>, _ y: Range<Int>) -> Int {
      y.reduce(0) { sum, y in
        x.reduce(sum) { $0 + (Int(a[$1, y]) - Int(b[$1, y])) * (Int(a[$1, y]) - Int(b[$1, y])) }
      }
    }
    #expect(blocks.squaredError == error(0..<width, 0..<height))
    #expect(blocks.tileColumns == width / 32)
    let tiles = (0..<height / 32).flatMap { row in
      (0..<width / 32).map { error($0 * 32..<$0 * 32 + 32, row * 32..<row * 32 + 32) }
    }
    #expect(blocks.tiles == tiles)
    // The two bands of a large picture leave no seam.
    let upper = BlockComparison(a.cut(x: 0..<width, y: 0..<8), b.cut(x: 0..<width, y: 0..<8))
    #expect(upper.squaredError == error(0..<width, 0..<8))
  }

  // MARK: - Fitting

  @Test("A picture turned, mirrored, cropped or left alone is fitted without loss")
  func exact() {
    let plane = Self.noise(PixelSize(width: 24, height: 16), 9, amplitude: 100)
    #expect(plane.fitted(by: .identity, to: plane.size) == plane)
    // After a clockwise quarter turn, x becomes y, and y counts from the right.
    let turned = plane.fitted(
      by: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 16, ty: 0), to: PixelSize(width: 16, height: 24))
    #expect((0..<24).allSatisfy { x in (0..<16).allSatisfy { y in turned[15 - y, x] == plane[x, y] } })
    let cropped = plane.fitted(by: .translation(x: -4, y: -6), to: PixelSize(width: 10, height: 8))
    #expect((0..<10).allSatisfy { x in (0..<8).allSatisfy { y in cropped[x, y] == plane[x + 4, y + 6] } })
  }

  @Test("A flat picture stays flat at every scale", arguments: [0.25, 0.5, 1.5, 3.0])
  func flat(scale: Double) {
    let plane = LumaPlane(size: PixelSize(width: 48, height: 32), repeating: 77)
    let size = PixelSize(width: Int(48 * scale), height: Int(32 * scale))
    #expect(plane.fitted(by: .scale(scale), to: size) == LumaPlane(size: size, repeating: 77))
  }
}
