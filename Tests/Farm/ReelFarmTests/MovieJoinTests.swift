import Foundation
import Reel
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelFarm

@Suite("Parts whose index is laid out before the pictures come")
struct MovieJoinTests {
  private let size = PixelSize(width: 160, height: 96)

  @Test(
    "Pieces that are joined so have the bytes of one film", arguments: ["mp4", "mov"],
    [(0, .encode), (1, .skip), (2, .encode), (2, .skip)] as [(Int, VideoConfiguration.Stills)])
  func joined(ending: String, way: (empty: Int, stills: VideoConfiguration.Stills)) async throws {
    let empty = way.empty
    try await withFolder { folder in
      let configuration = VideoConfiguration(
        size: size, frameRate: 5, quality: .crf(2), preset: .medium, stills: way.stills)
      let length = FilmSegments(configuration).length
      let url = folder.appending(path: "film.\(ending)")
      let whole = try MovieWriter(to: .file(url), configuration: configuration)
      var parts: [MoviePart] = []
      defer { for part in parts { close(part.descriptor) } }
      let frames = 2 * length + 7
      try await addPairs(0..<frames) { try await whole.append($0, changed: $1, at: $2) }
      try await whole.finish()
      for segment in 0..<3 {
        let destination = try destination("\(segment)", in: folder, segment)
        let writer = try FilmWriter(to: .part(destination), configuration: configuration)
        let first = segment * length
        try await addPairs(first..<min(first + length, frames)) { try writer.append($0, changed: $1, at: $2) }
        _ = try writer.finish()
        parts.append(try part(destination))
      }
      // One in the middle or in front, and one at the end.
      for index in [[], [1], [0, 4]][empty] {
        let destination = try destination("empty-\(index)", in: folder)
        try destination.writeNothing()
        parts.insert(try part(destination), at: index)
      }
      for measuredSize in [Int.max, 0] {
        let other = folder.appending(path: "joined-\(measuredSize).\(ending)")
        let join = try #require(
          try MovieJoin(
            parts, frameCount: frames, to: .file(other), configuration: configuration, tracks: FilmTracks(),
            measuredSize: measuredSize))
        let summary = try await join.write { false }
        #expect(summary.frameCount == frames)
        #expect(try Data(contentsOf: other) == Data(contentsOf: url), "measured from \(measuredSize) bytes on")
      }
    }
  }

  @Test(
    "Pictures that FFmpeg takes for key frames are told as such, whoever joins the film", arguments: ["mp4", "mov"])
  func keys(ending: String) async throws {
    try await withFolder { folder in
      let configuration = VideoConfiguration(size: size, frameRate: 5, preset: .veryfast)
      let url = folder.appending(path: "film.\(ending)")
      let whole = try MovieWriter(to: .file(url), configuration: configuration)
      let destination = try destination("part", in: folder)
      let writer = try FilmWriter(to: .part(destination), configuration: configuration)
      var numbers = Seeded(seed: 23)
      // Noise that follows noise has no reference, and is no key frame of the encoder either.
      for index in 0..<8 {
        let picture = Bitmap.noise(size, using: &numbers)
        try await whole.append(picture, changed: .all(of: size), at: index)
        try writer.append(picture, changed: .all(of: size), at: index)
      }
      try await whole.finish()
      _ = try writer.finish()
      let part = try part(destination)
      defer { close(part.descriptor) }
      #expect(part.measured.packets.filter(\.isKey).count > 1)
      let other = folder.appending(path: "joined.\(ending)")
      let join = try #require(
        try MovieJoin(
          [part], frameCount: 8, to: .file(other), configuration: configuration, tracks: FilmTracks(), measuredSize: 0)
      )
      try await join.write { false }
      #expect(try Data(contentsOf: other) == Data(contentsOf: url))
    }
  }

  /// Adds frames of which each second one holds still.
  private func addPairs(_ frames: Range<Int>, to append: (Bitmap, Region, Int) async throws -> Void) async throws {
    for frame in frames {
      let isNew = frame % 2 == 0
      try await append(
        .numbered(frame, size), isNew ? .all(of: size) : Region(of: size), frame - frames.lowerBound)
    }
  }

  private func destination(_ name: String, in folder: URL, _ segment: Int = 0) throws -> PacketDestination {
    let path = folder.appending(path: name).path
    let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    try #require(file >= 0)
    return PacketDestination(descriptor: file, path: path, segment: segment)
  }

  private func part(_ made: PacketDestination) throws -> MoviePart {
    let measured = try PacketFileReader(descriptor: made.descriptor, path: made.path).measure()
    return MoviePart(descriptor: made.descriptor, path: made.path, measured: measured)
  }
}

extension Bitmap {
  /// A grey picture with a square whose place is its number.
  fileprivate static func numbered(_ index: Int, _ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size)
    bitmap.fill(with: Pixel(.gray))
    for y in 0..<16 {
      for x in 0..<16 { bitmap[x + 16 * (index % 10), y + 16 * (index / 10 % 6)] = Pixel(.red) }
    }
    return bitmap
  }

  /// A picture of random pixels.
  fileprivate static func noise(_ size: PixelSize, using numbers: inout Seeded) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let bits = UInt32.random(in: 0...0xFFFFFF, using: &numbers)
        bitmap[x, y] = Pixel(
          red: UInt8(bits & 255), green: UInt8(bits >> 8 & 255), blue: UInt8(bits >> 16), alpha: 255)
      }
    }
    return bitmap
  }
}
