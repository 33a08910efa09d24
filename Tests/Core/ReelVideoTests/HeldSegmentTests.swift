import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("Pictures that are held where a segment ends")
struct HeldSegmentTests {
  private static let configuration = VideoConfiguration(size: PixelSize(width: 160, height: 96), frameRate: 5)
  private static let length = FilmSegments(configuration).length
  /// The frame from which the film holds still.
  private static let lastPicture = 30

  private static func picture(_ frame: Int) -> Bitmap {
    let picture = min(frame, lastPicture)
    var bitmap = Bitmap.numbered(picture, configuration.size)
    // Another one in each picture: what is copied costs no bits.
    var noise = Seeded(seed: UInt64(picture))
    var corner = Region(of: configuration.size)
    corner.insert(Rect(x: 0, y: 0, width: 64, height: 64))
    bitmap.addNoise(corner, using: &noise)
    return bitmap
  }

  /// Writes a film, and returns its frames as they are shown and the likeness of one of them to what was drawn.
  ///
  /// - Parameter length: What is known of its length beforehand.
  private func film(
    frames count: Int, of length: Int? = nil, likenessOf index: Int
  ) async throws -> (indices: [Int?], likeness: Double) {
    try await withFolder { folder in
      var configuration = Self.configuration
      configuration.frameCount = length
      let writer = try MovieWriter(to: .file(folder.appending(path: "movie.mp4")), configuration: configuration)
      for index in 0..<min(count, Self.lastPicture + 1) {
        try await writer.append(Self.picture(index), changed: .all(of: Self.configuration.size), at: index)
      }
      let url = try #require(try await writer.finish(frameCount: count).url)
      let drawn = try PreparedFrames(Self.configuration)
      try drawn.append(Self.picture(index), changed: .all(of: Self.configuration.size))
      let shown = try MovieReader(url: url).remainingFrames()
      try #require(shown.count == count)
      return (shown.map(\.index), drawn.likeness(of: shown[index], to: 0))
    }
  }

  @Test("They are better than at the end of a film that is cut off before, and no frame is added")
  func held() async throws {
    let whole = try await film(frames: Self.length, likenessOf: Self.length - 2)
    let short = try await film(frames: Self.length - 1, likenessOf: Self.length - 2)
    #expect(whole.likeness > short.likeness + 0.3, "\(whole.likeness) dB and \(short.likeness) dB")
    #expect(whole.indices == Array(0..<Self.length))
  }

  @Test("Where the film is known to end there, nothing is held on")
  func end() async throws {
    var known = Self.configuration
    known.frameCount = 300
    let length = FilmSegments(known).length
    try #require(length == 300)
    let whole = try await film(frames: length, of: length, likenessOf: length - 2)
    let short = try await film(frames: length - 1, of: length, likenessOf: length - 2)
    #expect(abs(whole.likeness - short.likeness) < 0.05, "\(whole.likeness) dB and \(short.likeness) dB")
    #expect(whole.indices == Array(0..<length))
  }

  @Test("A film that goes on behind them has each frame once")
  func goesOn() async throws {
    let film = try await film(frames: 2 * Self.length + 7, likenessOf: 0)
    #expect(film.indices == Array(0..<2 * Self.length + 7))
  }
}
