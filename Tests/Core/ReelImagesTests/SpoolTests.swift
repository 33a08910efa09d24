import Foundation
import ReelGeometry
import Testing

@testable import ReelImages

@Suite("What waits for the second pass")
struct SpoolTests {
  @Test("What does not fit into memory comes back from a file without a name", arguments: [0, 3 << 20, 1 << 30])
  func spills(memoryBytes: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reel-spool-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let area = 100_000
    var spool = PixelSpool(area: area, path: folder.appending(path: "spool").path, memoryBytes: memoryBytes)
    // Every second picture changes the first half, every third the second.
    for index in 0..<30 {
      var spans: [PixelSpool.Span] = []
      if index % 2 == 0 { spans.append(.init(start: 0, count: area / 2)) }
      if index % 3 == 0 { spans.append(.init(start: area / 2, count: area / 2)) }
      let pixels = [UInt32](repeating: UInt32(index), count: spans.count * area / 2)
      if !spans.isEmpty { try spool.append(index, spans: spans, pixels: pixels) }
    }
    #expect(spool.hasSpilled == (memoryBytes < 1 << 30))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    var weights: [UInt32: Int] = [:]
    try spool.countUses(end: 30) { weights[$0, default: 0] += $1 }
    #expect(weights[2] == area / 2 * 2 && weights[3] == area / 2 * 3 && weights[6] == area / 2 * 5)
    var indices: [Int] = []
    try spool.forEach { picture, words in
      indices.append(picture.index)
      let expected = picture.index % 2 == 0 ? UInt32(2) : 3
      #expect(words[picture.pixelsStart] == UInt32(picture.index) | expected << 24)
    }
    #expect(indices == (0..<30).filter { $0 % 2 == 0 || $0 % 3 == 0 })
  }

  @Test(
    "A flat picture keeps its colour at any ratio", arguments: [(720, 1), (4097, 1), (20_000, 1), (721, 3), (1280, 2)])
  func flatColor(from: Int, to: Int) {
    let scaler = PictureScaler(from: PixelSize(width: from, height: 2), to: PixelSize(width: to, height: 1))
    let bytes = [UInt8](repeating: 200, count: from * 2 * 4)
    var line = [UInt32](repeating: 0, count: to)
    bytes.withUnsafeBytes { source in
      line.withUnsafeMutableBufferPointer {
        scaler.scale(row: 0, columns: 0..<to, of: source, bytesPerRow: from * 4, into: $0)
      }
    }
    #expect(line.allSatisfy { $0 == 0xC8C8_C8C8 })
  }

  @Test("Pictures are made smaller by the mean of what each pixel covers")
  func scaler() {
    let scaler = PictureScaler(from: PixelSize(width: 5, height: 3), to: PixelSize(width: 2, height: 2))
    // Each pixel: its column in blue, its row in green, and 200 in red.
    var bytes: [UInt8] = []
    for y in 0..<3 { for x in 0..<5 { bytes += [UInt8(10 * x), UInt8(30 * y), 200, 255] } }
    var line = [UInt32](repeating: 0, count: 2)
    for (row, green) in [(0, 10), (1, 50)] {
      bytes.withUnsafeBytes { source in
        line.withUnsafeMutableBufferPointer {
          scaler.scale(row: row, columns: 0..<2, of: source, bytesPerRow: 20, into: $0)
        }
      }
      // (0 + 10 + 20 / 2) / 2.5 = 8, and (20 / 2 + 30 + 40) / 2.5 = 32.
      #expect(line.map { $0 & 0xFF } == [8, 32])
      #expect(line.allSatisfy { $0 >> 8 & 0xFF == UInt32(green) && $0 >> 16 & 0xFF == 200 })
    }
  }
}
