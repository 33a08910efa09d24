import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("What recovering a damaged film keeps")
struct DamagedRecordingTests {
  private let size = PixelSize(width: 64, height: 48)

  /// A fragment of a movie: where its boxes begin, and how many pictures it has.
  private struct Fragment {
    var moof: Int
    var mdat: Int
    var end: Int
    var pictureCount: Int
  }

  /// A partial file that a recording left, with its fragments.
  private func left(
    in folder: URL, _ codec: VideoCodec = .h264, _ container: MediaContainer = .mp4, frames: Int = 120
  ) async throws -> (partial: URL, film: URL, bytes: Data, fragments: [Fragment]) {
    let name = "film.\(container.rawValue)"
    let film = folder.appending(path: name)
    var configuration = VideoConfiguration(size: size, frameRate: 10)
    configuration.use(codec)
    configuration.preset = .ultrafast
    configuration.stills = .encode
    let writer = try MovieWriter(to: .file(film), configuration: configuration)
    try await writer.append(frames) { .numbered($0, size) }
    let partial = folder.appending(path: container == .mp4 ? "film.partial.mp4" : name + ".partial.mp4")
    let bytes = try Data(contentsOf: partial)
    await writer.cancel()
    try bytes.write(to: partial)
    return (partial, film, bytes, try Self.fragments(of: bytes))
  }

  private static func number(_ bytes: Data, _ start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func fragments(of movie: Data) throws -> [Fragment] {
    var fragments: [Fragment] = []
    var start = 0
    while start + 8 <= movie.count {
      let end = start + number(movie, start)
      if movie[start + 4..<start + 8] == Data("moof".utf8) {
        let run = try #require(movie[start..<end].range(of: Data("trun".utf8))).upperBound
        fragments.append(
          Fragment(moof: start, mdat: end, end: end + number(movie, end), pictureCount: number(movie, run + 4)))
      }
      start = end
    }
    return fragments
  }

  private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  /// A fault in a fragment in the middle.
  enum Fault: String, CaseIterable {
    case length, longLength, type, zeroedHead, zeroedBlock, track, listedTime, timeLength, dataOffset, sampleSize,
      sampleCount
    case dataLength, dataType, exchanged, doubled
  }

  private static func damage(_ bytes: Data, _ fragments: [Fragment], at place: Int, _ fault: Fault) throws -> Data {
    var bytes = bytes
    let fragment = fragments[place]
    func end(of box: String) throws -> Int {
      try #require(bytes[fragment.moof..<fragment.mdat].range(of: Data(box.utf8))).upperBound
    }
    switch fault {
    case .length: bytes[fragment.moof + 3] ^= 8
    case .longLength: bytes[fragment.moof] ^= 0x40
    case .type: bytes[fragment.moof + 4] ^= 1
    case .zeroedHead: bytes.replaceSubrange(fragment.moof..<fragment.moof + 8, with: Data(count: 8))
    case .zeroedBlock:
      let start = fragment.moof & ~511
      bytes.replaceSubrange(start..<start + 512, with: Data(count: 512))
    case .track: bytes[try end(of: "tfhd") + 6] ^= 0x40
    case .listedTime: bytes[try end(of: "tfdt") + 9] ^= 0x80
    case .timeLength: bytes[try end(of: "tfdt") - 5] ^= 0x10
    case .dataOffset: bytes[try end(of: "trun") + 11] ^= 0x80
    case .sampleSize: bytes[fragment.mdat - 1] ^= 0x10
    case .sampleCount: bytes[try end(of: "trun") + 7] ^= 1
    case .dataLength: bytes[fragment.mdat + 3] ^= 1
    case .dataType: bytes[fragment.mdat + 6] ^= 1
    case .exchanged:
      let next = fragments[place + 1]
      let both = bytes[next.moof..<next.end] + bytes[fragment.moof..<fragment.end]
      bytes.replaceSubrange(fragment.moof..<next.end, with: both)
    case .doubled: bytes.insert(contentsOf: bytes[fragments[place - 1].moof..<fragment.moof], at: fragment.moof)
    }
    return bytes
  }

  @Test(
    "Of a film with a damaged fragment the pictures before it are saved, and the partial file stays",
    arguments: Fault.allCases, [VideoCodec.h264, .vp9])
  func damagedFragment(fault: Fault, codec: VideoCodec) async throws {
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    try await withFolder { folder in
      let (partial, film, whole, fragments) = try await left(in: folder, codec, codec == .h264 ? .mp4 : .webm)
      try #require(fragments.count >= 8)
      let bytes = try Self.damage(whole, fragments, at: 5, fault)
      try bytes.write(to: partial)
      // A block of zeros may reach into the fragment before, whose last picture is then damaged, too.
      let count = fragments[..<5].reduce(0) { $0 + $1.pictureCount }
      var saved = 0
      do {
        try UnfinishedMovie(url: partial).finish()
        Issue.record("the film was taken for whole")
      } catch MovieError.partlyRecovered(_, let frameCount, let path) {
        #expect(path == partial.path)
        saved = frameCount
      }
      #expect(fault == .zeroedBlock ? (1...count).contains(saved) : saved == count)
      #expect(try MovieReader(url: film).remainingFrames().map(\.index) == Array(0..<saved))
      #expect(try Data(contentsOf: partial) == bytes)
    }
  }

  @Test(
    "With any bit flipped, or any block zeroed, a partial file goes only if the film has every picture",
    arguments: [
      (VideoCodec.h264, MediaContainer.mp4), (.hevc, .mov), (.vp9, .webm), (.av1, .mkv), (.prores, .mov), (.ffv1, .mkv),
    ])
  func anyDamage(codec: VideoCodec, container: MediaContainer) async throws {
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    try await withFolder { folder in
      let (partial, film, whole, fragments) = try await left(in: folder, codec, container, frames: 60)
      let count = fragments.reduce(0) { $0 + $1.pictureCount }
      try #require(try UnfinishedMovie(url: partial).frameCount == count)
      #expect(count >= 30)
      let lastByte = try #require(whole.lastIndex { $0 != 0 })
      var random = Seeded()
      let seed = "\(random)"
      var kept = 0
      for turn in 0..<60 {
        var bytes = whole
        var place = Int.random(in: 0..<whole.count - 1, using: &random)
        // Most bits are in pictures; what matters most is between them.
        if turn % 3 > 0, let fragment = fragments.randomElement(using: &random) {
          place = Int.random(in: fragment.moof..<fragment.mdat + 8, using: &random)
        }
        if turn % 2 == 0 {
          bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        } else {
          // The last byte that is not zero stays: a film that ends in zeros was cut off.
          let end = max(place, min(place + [8, 64, 512].randomElement(using: &random)!, lastByte))
          bytes.replaceSubrange(place..<end, with: Data(count: end - place))
        }
        try? FileManager.default.removeItem(at: film)
        try bytes.write(to: partial)
        do { try UnfinishedMovie(url: partial).finish() } catch {
          #expect(try Data(contentsOf: partial) == bytes, "\(turn) \(place) \(seed)")
          kept += 1
        }
        guard !exists(partial) else { continue }
        let saved = try FilmInventory(path: film.path, container: container).pictures
        #expect(saved == count, "\(turn) \(place) \(seed)")
      }
      #expect(kept >= 20, "\(seed)")
    }
  }

  @Test(
    "Zeros at the end of the last picture keep the partial file",
    arguments: [
      (VideoCodec.h264, MediaContainer.mp4, 70), (.h264, .mp4, 2), (.h264, .mp4, 1), (.hevc, .mov, 70),
      (.hevc, .mov, 1), (.vp9, .webm, 70), (.prores, .mov, 70),
    ])
  func zerosInLastPicture(codec: VideoCodec, container: MediaContainer, zeros: Int) async throws {
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    try await withFolder { folder in
      let (partial, film, whole, fragments) = try await left(in: folder, codec, container)
      let data = whole.count - fragments[fragments.count - 1].mdat - 8
      let bytes = whole.dropLast(min(zeros, data)) + Data(count: min(zeros, data))
      try bytes.write(to: partial)
      #expect(throws: MovieError.self) { try UnfinishedMovie(url: partial).finish() }
      #expect(try Data(contentsOf: partial) == bytes)
      let count = fragments.reduce(0) { $0 + $1.pictureCount }
      #expect(try FilmInventory(path: film.path, container: container).pictures < count)
    }
  }

  @Test("A film whose first fragment is damaged blocks the next one: there may be pictures after it")
  func damagedFirstFragment() async throws {
    try await withFolder { folder in
      let (partial, film, whole, fragments) = try await left(in: folder)
      let bytes = try Self.damage(whole, fragments, at: 0, .zeroedHead)
      try bytes.write(to: partial)
      #expect(throws: MovieError.self) { try UnfinishedMovie(url: partial).finish() }
      #expect(throws: OutputError.leftover(path: partial.path)) {
        try MovieWriter(to: .file(film), configuration: VideoConfiguration(size: size, frameRate: 10))
      }
      #expect(try Data(contentsOf: partial) == bytes)
    }
  }

  @Test(
    "A film that was killed while pictures stood still is recovered whole, however many fragments they span",
    arguments: [
      (VideoCodec.vp9, MediaContainer.webm), (.vp9, .mkv), (.av1, .webm), (.av1, .mkv), (.ffv1, .mkv), (.h264, .mkv),
    ], [true, false])
  func stills(form: (codec: VideoCodec, container: MediaContainer), onlyStills: Bool) async throws {
    let (codec, container) = form
    guard EncoderCatalog.hasEncoder(for: codec) else { return }
    try await withFolder { folder in
      let film = folder.appending(path: "film.\(container.rawValue)")
      let partial = folder.appending(path: "film.\(container.rawValue).partial.mp4")
      var configuration = VideoConfiguration(size: size, frameRate: 30)
      configuration.use(codec)
      configuration.preset = .ultrafast
      let writer = try MovieWriter(to: .file(film), configuration: configuration)
      // Pauses of 1.3 s, or of up to 5 s with pictures that move in between. Encoders look ahead for up to 35 pictures.
      let frameCount = onlyStills ? 2400 : 1500
      var changes: [Int] = []
      for start in stride(from: 0, to: frameCount, by: onlyStills ? 40 : 150) {
        changes += onlyStills ? [start] : [start] + Array(start + 97 - start / 30..<start + 110)
      }
      let isNew = Set(changes)
      for index in 0..<frameCount {
        let last = changes.last { $0 <= index } ?? 0
        try await writer.append(
          .numbered(last, size), changed: isNew.contains(index) ? .all(of: size) : Region(of: size), at: index)
      }
      let (saved, killed) = (await writer.savedFrameCount, try Data(contentsOf: partial))
      await writer.cancel()
      try killed.write(to: partial)
      let movie = try UnfinishedMovie(url: partial)
      #expect(movie.frameCount == saved && saved >= 450)
      #expect(movie.frameRate == 30)
      try movie.finish()
      #expect(try fileNames(in: folder) == [film.lastPathComponent])
      let shown = try MovieReader(url: film).remainingFrames().compactMap(\.index)
      #expect(shown == shown.sorted() && Set(shown).isSuperset(of: changes.filter { $0 < saved }))
    }
  }
}
