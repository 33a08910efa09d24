import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@Suite("Reading the frames of a movie")
struct MovieReaderTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// A movie in which frame n has the grey 16 + 4 · n, with B-frames, and a keyframe every 16 frames at least.
  private static func movie(in folder: URL, _ name: String = "a.mp4", rate: FrameRate = 29.97) async throws -> URL {
    let url = folder.appending(path: name)
    let configuration = VideoConfiguration(size: size, frameRate: rate, quality: .crf(4), keyframeInterval: 16)
    let writer = try MovieWriter(to: .file(url), configuration: configuration)
    for index in 0..<40 {
      let gray = UInt8(16 + 4 * index)
      let picture = Bitmap(size: size, red: gray, green: gray, blue: gray)
      try await writer.append(picture, changed: .all(of: size), at: index)
    }
    _ = try await writer.finish()
    return url
  }

  /// The number that the picture itself has.
  private static func number(_ frame: DecodedFrame?) throws -> Int? {
    try frame.map { Int(((Double(try $0.bitmap()[20, 20].red) - 16) / 4).rounded()) }
  }

  @Test("A movie is a sequence of its frames")
  func sequence() async throws {
    try await withFolder { folder in
      let movie = try MovieReader(url: try await Self.movie(in: folder))
      var numbers: [Int?] = []
      for try await frame in movie { numbers.append(try Self.number(frame)) }
      #expect(numbers == Array(0..<40))
    }
  }

  @Test("A loop over a movie throws where the data are damaged, as nextFrame does")
  func damage() async throws {
    try await withFolder { folder in
      let url = try await Self.movie(in: folder)
      var bytes = try Data(contentsOf: url)
      let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
      for index in (start + bytes.count) / 2..<bytes.count { bytes[index] = 0xFF }
      try bytes.write(to: url)
      let (movie, other) = (try MovieReader(url: url), try MovieReader(url: url))
      let byHand = #expect(throws: FFmpegError.self) { while try other.nextFrame() != nil {} }
      let inLoop = await #expect(throws: FFmpegError.self) { for try await _ in movie {} }
      #expect(byHand != nil && byHand == inLoop)
    }
  }

  @Test("The frame at a time is the one that is on screen then, in any order", arguments: ["a.mp4", "a.mov"])
  func frameAtTime(name: String) async throws {
    try await withFolder { folder in
      let rate: FrameRate = 29.97
      let movie = try MovieReader(url: try await Self.movie(in: folder, name))
      for index in [0, 39, 1, 17, 16, 15, 38, 2, 3, 4, 33, 31, 32] {
        let (start, next) = (rate.time(ofFrame: index), rate.time(ofFrame: index + 1))
        #expect(try Self.number(movie.frame(at: start)) == index)
        #expect(try Self.number(movie.frame(at: next - .nanoseconds(1))) == index)
        #expect(try Self.number(movie.frame(at: start)) == index)
      }
      #expect(try movie.frame(at: .milliseconds(-1)) == nil)
      #expect(try movie.frame(at: rate.time(ofFrame: 40)) == nil)
      #expect(try movie.frame(at: .seconds(1_000_000_000_000)) == nil)
      #expect(try Self.number(movie.frame(at: .zero)) == 0)
    }
  }

  @Test("Reading goes on behind the frame that was looked for")
  func goingOn() async throws {
    try await withFolder { folder in
      let rate: FrameRate = 29.97
      let movie = try MovieReader(url: try await Self.movie(in: folder))
      #expect(try Self.number(movie.frame(at: rate.time(ofFrame: 20))) == 20)
      #expect(try Self.number(movie.nextFrame()) == 21)
      #expect(try Self.number(movie.nextFrame()) == 22)
      #expect(try Self.number(movie.frame(at: rate.time(ofFrame: 21))) == 21)
      #expect(try Self.number(movie.frame(at: rate.time(ofFrame: 39))) == 39)
      #expect(try movie.nextFrame() == nil)
    }
  }

  @Test("Matroska, whose times are milliseconds, tells the frame of the middle of each")
  func matroska() async throws {
    try await withFolder { folder in
      let rate: FrameRate = 29.97
      let movie = try MovieReader(url: try await Self.movie(in: folder, "a.mkv"))
      for index in [30, 0, 39, 12] {
        #expect(try Self.number(movie.frame(at: rate.time(ofFrame: index) + .milliseconds(16))) == index)
      }
    }
  }

  @Test("A time as a duration is rounded down to the attosecond, before 0 as well")
  func elapsed() {
    #expect(MediaTime(ticks: 1, tickNumerator: 1, tickDenominator: 3).elapsed == Duration.seconds(1) / 3)
    #expect(MediaTime(ticks: -3, tickNumerator: 1, tickDenominator: 2).elapsed == .milliseconds(-1500))
    #expect(MediaTime(ticks: .max, tickNumerator: 2, tickDenominator: 1).elapsed == nil)
    #expect(MediaTime(ticks: 1, tickNumerator: 1, tickDenominator: 0).elapsed == nil)
    let rate: FrameRate = 23.976
    for index in 0..<1000 {
      #expect(
        MediaTime(ticks: index * 1001, tickNumerator: 1, tickDenominator: 24_000).elapsed == rate.time(ofFrame: index))
    }
  }
}
