import CReelFFmpeg
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("Indexes that are laid out before the pictures come")
struct FastStartTests {
  private let size = PixelSize(width: 160, height: 96)

  /// Noise, of which packets are large enough to be written without a copy.
  private func write(_ frames: Int, to writer: MovieWriter, _ size: PixelSize) async throws {
    var numbers = Seeded(seed: 21)
    try await writer.append(frames) { index in
      index % 3 == 0 ? Bitmap.noise(size, using: &numbers) : .numbered(index, size)
    }
  }

  /// A sound, chapters and captions.
  private func tracks(in folder: URL) throws -> FilmTracks {
    var tracks = FilmTracks()
    let path = try Wave.noise(seconds: 0.5).write(to: folder.appending(path: "noise.wav"))
    tracks.sound.pieces = [SoundPiece(path, at: 0.25), SoundPiece(path, at: 2)]
    tracks.chapters = [FilmChapter("One", at: 0), FilmChapter("Two", at: 1.5)]
    tracks.captions = [CaptionTrack([.init("A word", from: 0.5, to: 1), .init("Another", from: 1, to: 2.75)])]
    return tracks
  }

  @Test(
    "The file is that of FFmpeg's own fast start",
    arguments: ["mp4", "m4v", "mov"], [VideoConfiguration.Preset.ultrafast, .medium])
  func sameBytes(ending: String, preset: VideoConfiguration.Preset) async throws {
    try await withFolder { folder in
      for (name, tracks) in [("silent", FilmTracks()), ("loud", try tracks(in: folder))] {
        let frameRate = try FrameRate(parsing: "30000/1001")
        var configuration = VideoConfiguration(size: size, frameRate: frameRate, preset: preset)
        configuration.quality = .crf(2)
        let writer = try MovieWriter(
          to: .file(folder.appending(path: "\(name).\(ending)")), configuration: configuration, tracks: tracks)
        try await write(90, to: writer, size)
        let partial = try #require(await writer.abandon())
        let ways = try compare(
          Remuxer.Source(path: partial), as: "\(name).\(ending)", in: folder, frameRate, tracks, frameCount: 90)
        // The last ones were still in the encoder.
        #expect(ways.frameCount > 30)
      }
    }
  }

  /// Makes a film in both ways, compares their bytes, and returns how many frames it shows.
  @discardableResult
  private func compare(
    _ source: Remuxer.Source, as name: String, in folder: URL, _ frameRate: FrameRate, _ tracks: FilmTracks,
    frameCount: Int
  ) throws -> (frameCount: Int, bytes: [UInt8]) {
    var files: [Data] = []
    for measuredSize in [Int.max, 0] {
      let url = folder.appending(path: "\(measuredSize)-\(name)")
      try Remuxer.copy(
        from: source, to: url.path, container: try MediaContainer(movieName: name), frameRate: frameRate,
        tracks: tracks, frameCount: frameCount, measuredSize: measuredSize)
      files.append(try Data(contentsOf: url))
    }
    #expect(files[0] == files[1], "\(name): \(files.map(\.count)) bytes")
    #expect(Atoms([UInt8](files[1])).topLevel.prefix(2) == ["ftyp", "moov"])
    let whole = try MovieReader(url: folder.appending(path: "0-\(name)")).remainingFrames().count
    return (whole, [UInt8](files[1]))
  }

  @Test(
    "The file is that of FFmpeg's own fast start in any codec, whole and as far as a film came that was interrupted",
    arguments: ["mp4", "mov"], VideoCodec.allCases)
  func codecs(ending: String, codec: VideoCodec) async throws {
    guard codec.fits(try MediaContainer(movieName: "film.\(ending)")), (try? codec.encoder(wanted: nil)) != nil else {
      return
    }
    try await withFolder { folder in
      var configuration = VideoConfiguration(size: size, frameRate: 10)
      configuration.use(codec)
      let tracks = try tracks(in: folder)
      let writer = try MovieWriter(
        to: .file(folder.appending(path: "film.\(ending)")), configuration: configuration, tracks: tracks)
      var numbers = Seeded(seed: 22)
      for index in 0..<120 {
        // Every third picture is new, and the last ones hold still.
        let isNew = index % 3 == 0 && index < 105
        try await writer.append(
          isNew ? .noise(size, using: &numbers) : .numbered(index, size),
          changed: isNew ? .all(of: size) : Region(of: size), at: index)
      }
      let partial = try #require(await writer.abandon())
      let torn = folder.appending(path: "torn.mp4")
      let bytes = try Data(contentsOf: URL(filePath: partial))
      var counts: [Int] = []
      for count in [bytes.count, bytes.count * 4 / 5] {
        try bytes.prefix(count).write(to: torn)
        let file = open(torn.path, O_RDONLY)
        defer { close(file) }
        let index = FragmentIndex(of: file)
        guard let end = index.end else { continue }
        var source = Remuxer.Source(path: torn.path, byteCount: end)
        let content = try FragmentContent(source, index)
        source.packetCount = content.packetCount
        counts.append(
          try compare(
            source, as: "\(count).\(ending)", in: folder, configuration.frameRate, tracks,
            frameCount: content.frameCount
          ).frameCount)
      }
      #expect(counts.count == 2 && counts.allSatisfy { $0 > 0 }, "\(counts)")
    }
  }

  private func box(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + bytes.count)] + name.utf8 + bytes
  }

  @Test("An index that finds not exactly its room stays where it is")
  func otherRoom() async throws {
    try await withFolder { folder in
      let film = folder.appending(path: "film.mp4")
      let (head, index) = (box("ftyp", [1, 2, 3, 4]), box("moov", [8]))
      let pictures = box("free", []) + box("mdat", [5, 6, 7])
      for room in [8, 9, 10] {
        let written = [UInt8](repeating: 0, count: room) + head + pictures + index
        try Data(written).write(to: film)
        #expect(try FastStart.moveIndex(in: film.path, room: room) == 9)
        #expect(try Data(contentsOf: film) == Data(room == 9 ? head + index + pictures : written), "\(room)")
      }
      try Data(box("ftyp", []) + box("mdat", [1])).write(to: film)
      #expect(throws: FFmpegError.self) { try FastStart.moveIndex(in: film.path, room: 0) }
    }
  }

  @Test(
    "Start codes become lengths",
    arguments: [
      ([0, 0, 0, 1, 0x65, 1, 2], [0, 0, 0, 3, 0x65, 1, 2]),
      ([0, 0, 1, 0x65, 1, 2], [0, 0, 0, 3, 0x65, 1, 2]),
      ([0, 0, 0, 1, 9, 0, 0, 1, 0x41, 7], [0, 0, 0, 1, 9, 0, 0, 0, 2, 0x41, 7]),
      ([0, 0, 0, 1, 9, 0, 0, 0, 1, 0x41, 7], [0, 0, 0, 1, 9, 0, 0, 0, 2, 0x41, 7]),
      // A third zero ends the unit before, as in FFmpeg's muxer.
      ([0, 0, 0, 1, 9, 0, 0, 0, 0, 1, 0x41], [0, 0, 0, 2, 9, 0, 0, 0, 0, 1, 0x41]),
      ([0, 0, 0, 0, 1, 9, 1, 1, 0, 1], [0, 0, 0, 5, 9, 1, 1, 0, 1]),
      ([0, 0, 1], []), ([0, 0], []), ([], []),
    ] as [([UInt8], [UInt8])])
  func lengths(annexB: [UInt8], expected: [UInt8]) throws {
    let packet = try Packet()
    try check(av_new_packet(packet.pointer, Int32(annexB.count)), "av_new_packet")
    packet.pointer.pointee.data?.update(from: annexB, count: annexB.count)
    packet.pointer.pointee.pts = 77
    #expect(annexB.withUnsafeBytes { LengthPrefix.byteCount(ofAnnexB: $0) } == expected.count)
    try LengthPrefix.convert(packet)
    let bytes = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    #expect(Array(bytes) == expected)
    #expect(packet.pointer.pointee.pts == 77)
  }

  @Test("Start codes are found wherever they begin")
  func units() {
    var numbers = Seeded(seed: 24)
    let letters: [UInt8] = [0, 0, 0, 1, 3, 255]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...120, using: &numbers)).map { _ in
        letters[Int.random(in: letters.indices, using: &numbers)]
      }
      let codes = bytes.indices.dropLast(2).filter { Array(bytes[$0..<$0 + 3]) == [0, 0, 1] }
      var expected = 0
      for (index, code) in codes.enumerated() where code + 3 < bytes.count {
        var end = index + 1 < codes.count ? codes[index + 1] : bytes.count
        // A zero in front of a start code belongs to it.
        if index + 1 < codes.count, end > code + 3, bytes[end - 1] == 0 { end -= 1 }
        expected += 4 + end - (code + 3)
      }
      #expect(bytes.withUnsafeBytes { LengthPrefix.byteCount(ofAnnexB: $0) } == expected, "\(bytes)")
    }
  }
}
