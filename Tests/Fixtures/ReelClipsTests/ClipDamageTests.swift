import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTiming
import Testing

@testable import ReelClips
@testable import ReelVideo

@Suite("Damaged clips")
struct ClipDamageTests {
  @Test("A file is damaged as its bytes are, in one piece or several", arguments: [10, (1 << 20) + 40])
  func files(length: Int) async throws {
    try await withFolder { folder in
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
      let moov: [UInt8] = [0, 0, 0, 12] + Array("moov".utf8) + [1, 2, 3, 4]
      let whole = moov + [0, 0, 0, 0] + Array("mdat".utf8) + bytes
      for damage in [
        ClipDamage.empty, .truncate(percent: 40), .truncate(percent: 100), .flipBits(count: 33, seed: 5), .removeIndex,
      ] {
        let file = folder.appending(path: "clip.mp4")
        try Data(whole).write(to: file)
        let broken = try damage.apply(to: whole)
        #expect(try damage.apply(toFile: file.path) == broken.count, "\(damage)")
        #expect(try [UInt8](Data(contentsOf: file)) == broken, "\(damage)")
      }
    }
  }

  @Test(
    "A damaged clip is read to its end or refused, and never ends the program",
    arguments: ["mp4", "mkv", "webm", "avi", "ts", "gif"])
  func mutations(ending: String) async throws {
    try await withFolder { folder in
      let whole = try Self.clip(ending, in: folder)
      let broken = folder.appending(path: "broken.\(ending)").path
      var trouble = 0
      for seed in 0..<34 as Range<UInt64> {
        let damage: ClipDamage =
          seed % 4 == 3 ? .truncate(percent: Double(seed) * 3) : .flipBits(count: 1 << Int(seed % 8), seed: seed)
        try Data(damage.apply(to: whole)).write(to: URL(filePath: broken))
        let result = Self.read(broken)
        #expect(result.frames < 1000, "seed \(seed)")
        if result.errors > 0 || result.frames != 12 { trouble += 1 }
        if seed % 4 == 0 { _ = try? FrameHashFile.text(of: broken) }
        let packets = try? ClipPacketReader(path: broken)
        var count = 0
        while packets?.next() != nil, count < 10_000 { count += 1 }
        #expect(count < 10_000, "seed \(seed)")
      }
      #expect(trouble > 0)
    }
  }

  @Test("Without its index an MP4 is not read", arguments: ["mp4", "mov"])
  func removedIndex(ending: String) async throws {
    try await withFolder { folder in
      let whole = try Self.clip(ending, in: folder)
      let broken = try ClipDamage.removeIndex.apply(to: whole)
      #expect(broken.count < whole.count)
      let path = folder.appending(path: "broken.\(ending)").path
      try Data(broken).write(to: URL(filePath: path))
      #expect(throws: MovieError.self) { try ClipReader(path: path) }
      #expect(throws: InvalidValue.self) { try ClipDamage.removeIndex.apply(to: broken) }
    }
  }

  @Test("Times beyond all bounds do not move the clock of frames", arguments: [Int64.min, .min + 1, .max])
  func hugeTimes(pts: Int64) throws {
    for denominator in [1, 25, 1 << 29, Int(Int32.max)] {
      var clock = FrameClock(tick: TimeBase(1, denominator).native)
      let huge = clock.showing(pts: pts, duration: .max, clock: TimeBase(Int(Int32.max), 1).native)
      #expect((huge?.tick ?? 0) == 0)
      let usual = clock.showing(pts: 0, duration: 0, clock: TimeBase(1, 25).native)
      #expect((0...1).contains(try #require(usual).tick))
    }
  }

  @Test("An empty file is not read")
  func empty() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "empty.mp4").path
      try Data(ClipDamage.empty.apply(to: [1, 2, 3])).write(to: URL(filePath: path))
      #expect(throws: MovieError.self) { try ClipReader(path: path) }
      #expect(throws: MovieError.self) { try FrameHashFile.text(of: path) }
    }
  }

  @Test("Bits are flipped at different positions, the same for a seed")
  func flips() throws {
    let bytes = [UInt8](repeating: 0, count: 500)
    let flipped = try ClipDamage.flipBits(count: 12, seed: 7).apply(to: bytes)
    #expect(flipped.map(\.nonzeroBitCount).reduce(0, +) == 12)
    #expect(try ClipDamage.flipBits(count: 12, seed: 7).apply(to: bytes) == flipped)
    #expect(try ClipDamage.flipBits(count: 12, seed: 8).apply(to: bytes) != flipped)
    let all = try ClipDamage.flipBits(count: 16, seed: 1).apply(to: [0, 0])
    #expect(all == [255, 255])
    #expect(throws: InvalidValue.self) { try ClipDamage.flipBits(count: 17, seed: 1).apply(to: [0, 0]) }
    #expect(throws: InvalidValue.self) { try ClipDamage.flipBits(count: 1, seed: 1).apply(to: []) }
  }

  @Test("So many percent are kept, rounded down", arguments: [(0.0, 0), (60, 6), (99.9, 10), (100, 11)])
  func truncation(percent: Double, count: Int) throws {
    let bytes = Array(0..<11 as Range<UInt8>)
    #expect(try ClipDamage.truncate(percent: percent).apply(to: bytes) == Array(bytes.prefix(count)))
    #expect(throws: InvalidValue.self) { try ClipDamage.truncate(percent: 101).apply(to: bytes) }
    #expect(throws: InvalidValue.self) { try ClipDamage.truncate(percent: .nan).apply(to: bytes) }
  }

  private static func clip(_ ending: String, in folder: URL) throws -> [UInt8] {
    let path = folder.appending(path: "whole.\(ending)").path
    let container = try MediaContainer(fileName: path)
    let configuration = ClipConfiguration(
      size: PixelSize(width: 64, height: 48), frameRate: 25, keyframeInterval: 5,
      sound: container.soundCodec == nil ? nil : ClipConfiguration.Sound())
    try writeClip(to: path, configuration, Showing.even(12), sound: [Float](repeating: 0.1, count: 9000))
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private static func read(_ path: String) -> (frames: Int, errors: Int) {
    guard let reader = try? ClipReader(path: path, withSound: true) else { return (0, 1) }
    var count = 0
    while let item = reader.next(), count < 1000 {
      guard case .picture(let frame) = item else { continue }
      count += 1
      _ = try? frame.bitmap()
      _ = try? frame.gray()
    }
    return (count, reader.errorCount)
  }
}
