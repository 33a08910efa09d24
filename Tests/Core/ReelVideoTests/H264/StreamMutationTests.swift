import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

/// What reads H.264 here gets only what libx264 wrote; damaged or foreign streams must be refused all the same.
@Suite struct StreamMutationTests {
  /// A stream of libx264, start codes and all.
  private static func stream(pictures: Int) throws -> [UInt8] {
    let size = PixelSize(width: 32, height: 32)
    let configuration = VideoConfiguration(size: size, frameRate: 10, threads: 1)
    let encoder = try VideoEncoder(configuration, leavesRoomForStills: true)
    var converter = try PixelConverter(size: size, format: .yuv420p)
    var stream = encoder.parameterSets
    var bitmap = Bitmap(size: size)
    for index in 0..<pictures {
      bitmap.fill(with: Pixel(Color(white: Double(index) / Double(pictures))))
      try converter.convert(bitmap, changed: .all(of: size))
      try encoder.encode(converter.frame, index: index) { packet in
        stream += UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
      }
    }
    try encoder.finish { packet in
      stream += UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    }
    return stream
  }

  @Test(
    "Damaged streams are refused or understood, and never a trap",
    .enabled(if: (try? H264Encoder.choose(wanted: "libx264")) != nil, "needs libx264"))
  func mutations() throws {
    var random = Seeded()
    let stream = try Self.stream(pictures: 4)
    #expect(StillsProbe.weave(stream) != nil)
    var refused = 0
    for _ in 0..<400 {
      var damaged = stream
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: damaged[index] = .random(in: 0...255, using: &random)
        case 2: damaged.removeSubrange(index..<min(damaged.count - 1, index + 3))
        default: damaged.removeLast(damaged.count - 1 - index)
        }
        if damaged.isEmpty { damaged = [0] }
      }
      if StillsProbe.weave(damaged) == nil { refused += 1 }
    }
    #expect(refused > 20, "\(random)")
  }

  @Test(
    "Empty units and bytes that are no stream are refused",
    arguments: [[], [0], [0, 0, 1], [0, 0, 1, 0x67], [0, 0, 1, 0x67, 0, 0, 1, 0x68, 0, 0, 1], [0, 0, 1, 0x65]])
  func nothing(bytes: [UInt8]) {
    #expect(StillsProbe.weave(bytes) == nil)
  }
}
