import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("Pictures that are held after a movement")
struct MovementMeterTests {
  private static let size = PixelSize(width: 160, height: 96)

  private func share(_ pictures: [Bitmap], followingStill: Int? = nil) throws -> Double {
    var converter = try PixelConverter(size: Self.size, format: .yuv420p)
    var meter = MovementMeter()
    for (index, picture) in pictures.enumerated() {
      try converter.convert(picture, changed: .all(of: Self.size))
      meter.add(converter.frame, followsStill: index == followingStill)
    }
    return meter.share
  }

  private static func grey(_ level: Int) -> Bitmap {
    Bitmap(size: size, red: UInt8(level), green: UInt8(level), blue: UInt8(level))
  }

  @Test("A fade changes the whole picture, a small thing that moves little of it")
  func share() throws {
    #expect(try share((0..<20).map { Self.grey(20 + 5 * $0) }) == 1)
    #expect(try share([Self.grey(20)]) == 0)
    let small = (0..<20).map { index in
      var bitmap = Self.grey(20)
      bitmap.fill(x: index * 4..<index * 4 + 8, y: 8..<24, Pixel(red: 255, green: 255, blue: 255, alpha: 255))
      return bitmap
    }
    let part = try share(small)
    #expect(part > 0 && part < 0.05, "\(part)")
  }

  @Test("Only the last pictures count, and none from before a still")
  func window() throws {
    let still = Array(repeating: Self.grey(90), count: 12)
    #expect(try share((0..<20).map { Self.grey(20 + 5 * $0) } + still) < 0.1)
    #expect(
      try share((0..<20).map { Self.grey(20 + 5 * $0) } + [Self.grey(90), Self.grey(90)], followingStill: 20) < 0.6)
  }

  /// A page of small blocks, as fine as text.
  private static func page(_ seed: UInt64) -> [UInt8] {
    var noise = Seeded(seed: seed)
    return (0..<size.area / 16).map { _ in noise.next() & 3 == 0 ? 30 : 220 }
  }

  private static func dissolve(_ share: Double) -> Bitmap {
    let (one, other) = (page(1), page(2))
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let block = y / 4 * (size.width / 4) + x / 4
        let level = UInt8(Double(one[block]) * (1 - share) + Double(other[block]) * share)
        bitmap[x, y] = Pixel(red: level, green: level, blue: level, alpha: 255)
      }
    }
    return bitmap
  }

  @Test("What stays after a dissolve does not change by a bit")
  func dissolved() async throws {
    try await withFolder { folder in
      let configuration = VideoConfiguration(size: Self.size, frameRate: 25)
      let writer = try MovieWriter(to: .file(folder.appending(path: "movie.mp4")), configuration: configuration)
      for index in 0...24 {
        try await writer.append(Self.dissolve(Double(index) / 24), changed: .all(of: Self.size), at: index)
      }
      let url = try #require(try await writer.finish(frameCount: 60).url)
      let drawn = try PreparedFrames(configuration)
      try drawn.append(Self.dissolve(1), changed: .all(of: Self.size))
      let shown = try MovieReader(url: url).remainingFrames()
      try #require(shown.count == 60)
      let held = drawn.likeness(of: shown[24], to: 0)
      for index in 25..<60 { #expect(drawn.likeness(of: shown[index], to: 0) == held, "frame \(index)") }
    }
  }

  @Test("The quantiser falls with the number of stills, and more after a large movement")
  func offset() {
    func offset(_ stills: Int, _ movement: Double) -> Double {
      H264Encoder.qualityOffset(stills: stills, followsStill: false, movement: movement)
    }
    #expect(offset(0, 1) == 0)
    #expect(offset(3, 0) < offset(10, 0) && offset(10, 0) == offset(50, 0))
    #expect(offset(10, 0.5) > offset(10, 0.02))
    #expect(offset(10, 0.5) == H264Encoder.qualityOffset(stills: 10, followsStill: true, movement: 0))
  }
}
