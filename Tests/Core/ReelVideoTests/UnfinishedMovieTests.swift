import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

@Suite("Movies that were left unfinished")
struct UnfinishedMovieTests {
  private let size = PixelSize(width: 64, height: 48)

  /// A writer of numbered pictures, and the path of the file in which its movie grows.
  private func writer(
    _ folder: URL, frameRate: FrameRate = 10, change: (inout VideoConfiguration) -> Void = { _ in }
  ) throws -> (MovieWriter, URL) {
    var configuration = VideoConfiguration(size: size, frameRate: frameRate)
    change(&configuration)
    let writer = try MovieWriter(to: .file(folder.appending(path: "movie.mp4")), configuration: configuration)
    return (writer, folder.appending(path: "movie.partial.mp4"))
  }

  @Test(
    "Live, all but the last second is in the partial file at every moment",
    arguments: ["1", "2", "10", "30000/1001", "60"], [1, 3, 1000])
  func lastSecond(rate: String, every: Int) async throws {
    let frameRate = try FrameRate(parsing: rate)
    try await withFolder { folder in
      let (writer, partial) = try writer(folder, frameRate: frameRate) { $0.delay = .none }
      var least = 0
      for index in 0..<frameRate.frameCount(seconds: 6) {
        let isNew = index % every == 0
        try await writer.append(
          .numbered(index / every, size), changed: isNew ? .all(of: size) : Region(of: size), at: index)
        // The frames whose time was over a second ago.
        let due = index + 1 - max(1, frameRate.frameCount(seconds: 1))
        guard due > least, index % max(1, frameRate.frameCount(seconds: 0.5)) == 0 else { continue }
        least = due
        let frames = try MovieReader(url: partial).remainingFrames()
        #expect(frames.count >= due, "after \(index + 1) frames")
        #expect(frames.map(\.index) == Array(0..<frames.count))
      }
      #expect(least > 0)
      await writer.cancel()
    }
  }

  @Test(
    "With B-frames, too, the partial file ends where no frame before is missing, and lacks a second and what the encoder keeps",
    arguments: [VideoConfiguration.Preset.ultrafast, .veryfast, .medium, .slower])
  func noHoles(preset: VideoConfiguration.Preset) async throws {
    try await withFolder { folder in
      let (writer, partial) = try writer(folder, frameRate: 30) {
        $0.preset = preset
        $0.stills = .encode
      }
      try await writer.append(200) { .numbered($0, size) }
      let frames = try MovieReader(url: partial).remainingFrames()
      #expect(frames.map(\.index) == Array(0..<frames.count))
      #expect(frames.count >= 200 - 30 - 75)
      let path = await writer.abandon()
      #expect(path == partial.path)
      #expect(try UnfinishedMovie(url: partial).frameCount >= frames.count)
    }
  }

  @Test("Torn at any byte, as a crash leaves it, the partial file plays every whole fragment and can be finished")
  func tornWrites() async throws {
    try await withFolder { folder in
      let (writer, partial) = try writer(folder) { $0.preset = .ultrafast }
      try await writer.append(60) { .numbered($0, size) }
      await writer.abandon()
      let whole = try Data(contentsOf: partial)
      let starts = Self.fragments(of: whole)
      let counts = try starts.dropFirst().map { end -> Int in
        try whole.prefix(end).write(to: partial)
        return try UnfinishedMovie(url: partial).frameCount
      }
      #expect(counts.count >= 10)
      var random = Seeded()
      let seed = "\(random)"
      for cut in (0..<60).map({ _ in Int.random(in: starts[1]..<whole.count, using: &random) }) {
        let fragment = try #require(starts.lastIndex { $0 <= cut })
        var bytes = whole.prefix(cut)
        // So it is written: no `moof` before the whole is there. Then as a loss of power may leave it: one that is torn.
        for isHidden in [true, false] {
          let type = starts[fragment] + 4
          if isHidden, bytes.count >= type + 4 { bytes.replaceSubrange(type..<type + 4, with: "free".utf8) }
          try bytes.write(to: partial)
          if isHidden {
            let frames = try MovieReader(url: partial).remainingFrames()
            #expect(frames.count == counts[fragment - 1], "\(cut) \(seed)")
          }
          #expect(try UnfinishedMovie(url: partial).frameCount == counts[fragment - 1], "\(cut) \(seed)")
          bytes = whole.prefix(cut)
        }
      }
    }
  }

  @Test("A part that was never brought to the disk ends the film before it")
  func zeros() async throws {
    try await withFolder { folder in
      let (writer, partial) = try writer(folder) { $0.preset = .ultrafast }
      try await writer.append(60) { .numbered($0, size) }
      await writer.abandon()
      var bytes = try Data(contentsOf: partial)
      let starts = Self.fragments(of: bytes)
      let data = try #require(bytes[starts[6]...].range(of: Data("mdat".utf8)))
      bytes.replaceSubrange(data.upperBound..<starts[7], with: Data(count: starts[7] - data.upperBound))
      try bytes.write(to: partial)
      #expect(try UnfinishedMovie(url: partial).frameCount == 30)
    }
  }

  @Test("A part that promises more pictures than it has bytes ends the film before it, and takes no memory for them")
  func promises() async throws {
    try await withFolder { folder in
      let (writer, partial) = try writer(folder) { $0.preset = .ultrafast }
      try await writer.append(60) { .numbered($0, size) }
      await writer.abandon()
      let whole = try Data(contentsOf: partial)
      // Behind the type of the box: version, flags, and the count; or the size of all samples before it.
      func promise(_ box: String, after start: Int, at offset: Int) throws {
        var bytes = whole
        let type = try #require(bytes[start...].range(of: Data(box.utf8))).upperBound
        bytes.replaceSubrange(type + offset..<type + offset + 4, with: [0x05, 0, 0, 0])
        try bytes.write(to: partial)
      }
      try promise("trun", after: Self.fragments(of: whole)[6], at: 4)
      #expect(try UnfinishedMovie(url: partial).frameCount == 30)
      try promise("stsz", after: 0, at: 8)
      #expect(throws: MovieError.self) { try UnfinishedMovie(url: partial) }
    }
  }

  @Test(
    "Finished later, a film is the one that the recording would have made, byte for byte", arguments: ["mp4", "mov"])
  func sameFilm(ending: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      let partial = folder.appending(path: ending == "mp4" ? "movie.partial.mp4" : "movie.mov.partial.mp4")
      let configuration = VideoConfiguration(size: size, frameRate: try FrameRate(30000, 1001))
      let writer = try MovieWriter(to: .file(url), configuration: configuration)
      try await writer.append(70) { .numbered($0, size) }
      // A folder at the path of the film: it can't be finished.
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      await #expect(throws: OutputError.self) { try await writer.finish() }
      try FileManager.default.removeItem(at: url)
      let summary = try UnfinishedMovie(url: partial).finish()
      #expect(summary.frameCount == 70)
      #expect(summary.frameRate == configuration.frameRate)
      #expect(summary.size == size)
      #expect(summary.url?.path == url.path)
      let recovered = try Data(contentsOf: url)
      #expect(summary.byteCount == recovered.count)
      let again = try MovieWriter(to: .file(url), configuration: configuration)
      try await again.append(70) { .numbered($0, size) }
      try await again.finish()
      #expect(try Data(contentsOf: url) == recovered)
      #expect(try fileNames(in: folder) == [url.lastPathComponent])
    }
  }

  @Test(
    "A partial file whose film is complete blocks nothing, and one that holds anything else stays",
    arguments: ["mp4", "mov", "mkv"])
  func finishedAlready(ending: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      let partial = folder.appending(path: ending == "mp4" ? "movie.partial.mp4" : "movie.\(ending).partial.mp4")
      var configuration = VideoConfiguration(size: size, frameRate: try FrameRate(30000, 1001))
      configuration.preset = .medium
      let writer = try MovieWriter(to: .file(url), configuration: configuration)
      try await writer.append(150) { .numbered($0, size) }
      #expect(await writer.abandon() == partial.path)
      let left = try Data(contentsOf: partial)
      // What a recording leaves that dies between the last two steps.
      try UnfinishedMovie(url: partial).finish()
      let film = try Data(contentsOf: url)

      var damaged = film
      damaged[film.count * 3 / 4] ^= 1
      let starts = Self.fragments(of: left)
      let last = try #require(starts.dropLast().last)
      try #require(starts.count >= 4)
      let others: [(film: Data?, left: Data)] = [
        (nil, left), (Data("another film".utf8), left), (damaged, left), (film.dropLast(film.count / 4), left),
        // A fragment less; one that is torn within its `moof`, which the system can leave when the power goes.
        (film, left.prefix(last)), (film, left.prefix(last + 20)), (nil, left.prefix(last + 20)),
      ]
      for (there, left) in others {
        try? FileManager.default.removeItem(at: url)
        try there?.write(to: url)
        try left.write(to: partial)
        #expect(throws: OutputError.leftover(path: partial.path)) {
          try MovieWriter(to: .file(url), configuration: configuration)
        }
        #expect(try Data(contentsOf: partial) == left)
      }

      for torn in [left, left + Data(count: 5)] {
        try film.write(to: url)
        try torn.write(to: partial)
        let next = try MovieWriter(to: .file(url), configuration: configuration)
        await next.cancel()
        #expect(try fileNames(in: folder) == [url.lastPathComponent])
        #expect(try Data(contentsOf: url) == film)
      }
    }
  }

  @Test("A durable movie is the same movie")
  func durable() async throws {
    try await withFolder { folder in
      var films: [Data] = []
      for isDurable in [false, true] {
        let (writer, _) = try writer(folder) { $0.isDurable = isDurable }
        try await writer.append(20) { .numbered($0, size) }
        try await writer.finish()
        films.append(try Data(contentsOf: folder.appending(path: "movie.mp4")))
      }
      #expect(films[0] == films[1])
    }
  }

  @Test("A fragment ends with half a second, before a key frame, with too many bytes, and never with a hole")
  func cutter() {
    var cutter = FragmentCutter(frameRate: 4)
    #expect(!cutter.cuts(beforeKeyframe: true))
    // 3 is there before 1 and 2.
    let ends = [0, 3, 1, 2].map { cutter.add(frame: $0, byteCount: 10) }
    #expect(ends == [false, false, false, true])
    #expect(cutter.cuts(beforeKeyframe: true) && !cutter.cuts(beforeKeyframe: false))
    cutter.cut()
    #expect(!cutter.cuts(beforeKeyframe: true))
    let isEnd = cutter.add(frame: 4, byteCount: FragmentCutter.byteLimit)
    #expect(isEnd)
    cutter.cut()
    // What has waited for a second is saved, but not with a hole.
    let late = [(5, 999), (7, 1000), (6, 1001)].map { frame, waited in
      cutter.add(frame: frame, byteCount: 10, waited: .milliseconds(waited))
    }
    #expect(late == [false, false, true])
  }

  @Test(
    "A crash costs what the encoder looks ahead and half a second, and the writer tells how much that is",
    arguments: [VideoConfiguration.Preset.ultrafast, .veryfast, .medium], [VideoConfiguration.Stills.skip, .encode])
  func cost(preset: VideoConfiguration.Preset, stills: VideoConfiguration.Stills) async throws {
    try await withFolder { folder in
      let (writer, partial) = try writer(folder, frameRate: 30) {
        $0.preset = preset
        $0.stills = stills
      }
      var most = 0
      for index in 0..<150 {
        // Now and then the picture stands still.
        let isNew = index % 40 < 30
        try await writer.append(
          .numbered(isNew ? index : index - index % 40 + 29, size), changed: isNew ? .all(of: size) : Region(of: size),
          at: index)
        #expect(await writer.frameCount == index + 1)
        let saved = await writer.savedFrameCount
        most = max(most, index + 1 - saved)
        guard index % 25 == 24, saved > 0 else { continue }
        // Another program looks while the writer lives: so it is after a crash.
        let frames = try MovieReader(url: partial).remainingFrames()
        #expect(frames.map(\.index) == Array(0..<saved))
      }
      // Forty pictures of lookahead, or ten, some in the encoder's hands, the stills among all these, and an open fragment.
      #expect(most >= 15 && most <= (preset == .medium ? 40 + 4 + 20 : 10 + 4 + 10) + 15, "\(most)")
      await writer.cancel()
      #expect(await writer.savedFrameCount == 0)
    }
  }

  /// Where the fragments of a movie begin, and its end.
  private static func fragments(of movie: Data) -> [Int] {
    var starts: [Int] = []
    var start = 0
    while start + 8 <= movie.count {
      if movie[start + 4..<start + 8] == Data("moof".utf8) { starts.append(start) }
      start += movie[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return starts + [movie.count]
  }
}
