import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import ReelTiming
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Movies that have to fit into a number of bytes") struct FittingFilmTests {
  private static let size = PixelSize(width: 320, height: 192)
  private static let count = 90

  /// A film of blocks that change, with a still in the middle.
  private static func picture(_ index: Int) -> Bitmap {
    var bitmap = Bitmap(size: size)
    var noise = Seeded(seed: UInt64(index < 40 ? index : max(40, index - 20)))
    for y in stride(from: 0, to: size.height, by: 8) {
      for x in stride(from: 0, to: size.width, by: 8) {
        let level = UInt8(90 + noise.next() % 24)
        let pixel = Pixel(red: level, green: level, blue: UInt8(noise.next() % 80), alpha: 255)
        for row in y..<y + 8 { for column in x..<x + 8 { bitmap[column, row] = pixel } }
      }
    }
    return bitmap
  }

  private struct Made {
    var output: RecordedOutput
    var bytes: Data
    var pictures: Int
    var files: [String]
  }

  private func film(_ limit: Int?, clock: TimeBase? = nil, pace: Pace = .virtual) async throws -> Made {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let sink = MovieSink(to: .file(url), byteLimit: limit)
      var stream = FrameStream(size: Self.size, frameRate: 25, pace: pace, frameCount: Self.count)
      stream.clock = clock
      try await sink.begin(stream)
      for index in 0..<Self.count {
        let isStill = (41..<60).contains(index)
        let time =
          clock == nil
          ? FrameTime(index: index, frameRate: 25)
          : FrameTime(
            index: index, frameRate: 25, ticks: index * index, duration: 2 * index + 1, clock: TimeBase(1, 1000))
        try await sink.append(
          Frame(time: time, bitmap: Self.picture(index), changed: isStill ? Region(of: Self.size) : .all(of: Self.size))
        )
      }
      let output = try await sink.finish(frameCount: Self.count)
      let reader = try MovieReader(url: url)
      var (pictures, last) = (0, 0.0)
      while let frame = try reader.nextFrame() {
        pictures += 1
        last = frame.time?.seconds ?? -1
      }
      if clock != nil { #expect(abs(last - Double((Self.count - 1) * (Self.count - 1)) / 1000) < 0.0005) }
      return Made(
        output: output, bytes: try Data(contentsOf: url), pictures: pictures,
        files: try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
  }

  @Test("A movie uses nine tenths of what it may or more, and the same bytes each time", arguments: [0.8, 0.5, 0.3])
  func fits(share: Double) async throws {
    let whole = try await film(nil)
    let limit = Int(Double(whole.bytes.count) * share)
    let first = try await film(limit)
    #expect(first.bytes.count <= limit && first.bytes.count * 10 >= limit * 9, "\(first.bytes.count) of \(limit)")
    #expect(first.output.choice?.hasPrefix("crf ") == true)
    #expect(first.pictures == Self.count)
    #expect(first.files == ["movie.mp4"])
    #expect(try await film(limit).bytes == first.bytes)
  }

  @Test("Frames keep their own times")
  func times() async throws {
    let whole = try await film(nil, clock: TimeBase(1, 1000))
    let limit = whole.bytes.count / 2
    let fitted = try await film(limit, clock: TimeBase(1, 1000))
    #expect(fitted.bytes.count <= limit && fitted.bytes.count * 10 >= limit * 9, "\(fitted.bytes.count) of \(limit)")
    #expect(fitted.pictures == whole.pictures)
  }

  @Test("A movie that fits with no quality leaves nothing, and the error names the size and the limit")
  func tooSmall() async throws {
    let failure = await #expect(throws: OutputError.self) { try await film(5000) }
    guard case .tooLarge(_, let byteCount, 5000, nil)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(byteCount > 5000)
  }

  @Test("A live movie is encoded in one pass, and says so")
  func live() async throws {
    let whole = try await film(nil)
    let live = try await film(whole.bytes.count / 2, pace: .realTime)
    #expect(live.bytes.count <= whole.bytes.count / 2)
    #expect(live.output.choice?.contains("one pass") == true)
  }
}
