import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite("Writing a movie picture by picture")
struct MovieWriterTests {
  private let size = PixelSize(width: 64, height: 48)

  private func writer(_ url: URL, quality: EncodingQuality = .lossless) throws -> MovieWriter {
    try MovieWriter(to: .file(url), configuration: VideoConfiguration(size: size, frameRate: 10, quality: quality))
  }

  /// The grey level of each frame of a lossless movie of flat greys.
  private func luma(_ url: URL) throws -> [UInt8] {
    try MovieReader(url: url).remainingFrames().map { $0.plane(0)[0] }
  }

  private func grey(_ level: UInt8) -> Bitmap { Bitmap(size: size, red: level, green: level, blue: level) }

  @Test("One frame makes a movie of one frame")
  func oneFrame() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "one.mp4")
      let summary = try await writeMovie(to: url, frames: 1)
      #expect(summary.frameCount == 1)
      let reader = try MovieReader(url: url)
      #expect(reader.facts.frameCount == 1)
      #expect(reader.facts.streamDuration?.frameIndex(at: 10) == 1)
      #expect(try reader.remainingFrames().map(\.index) == [0])
    }
  }

  @Test("No frames at all is an error, and leaves nothing behind")
  func noFrames() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "none.mp4")
      let writer = try writer(url)
      await #expect(throws: MovieError.noFrames(path: url.path)) { try await writer.finish(frameCount: 10) }
      #expect(try fileNames(in: folder) == [])
      await #expect(throws: MovieError.writerClosed) { try await writer.finish() }
    }
  }

  @Test("Numbers left out repeat the picture before, those before the first the first")
  func gaps() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "gaps.mp4")
      let writer = try writer(url)
      for (index, level) in [(2, 255), (3, 0), (7, 255)] {
        try await writer.append(grey(UInt8(level)), changed: .all(of: size), at: index)
      }
      let summary = try await writer.finish()
      #expect(summary.frameCount == 8)
      #expect(summary.repeatedFrameCount == 5)
      #expect(try luma(url) == [235, 235, 235, 16, 16, 16, 16, 235])
      #expect(try MovieReader(url: url).facts.frameCount == 8)
    }
  }

  @Test("A later end holds the last picture, an earlier one changes nothing")
  func holdsLast() async throws {
    try await withFolder { folder in
      for (length, expected) in [(5, 5), (2, 2), (1, 2)] {
        let url = folder.appending(path: "held.mp4")
        let writer = try writer(url)
        try await writer.append(grey(255), changed: .all(of: size), at: 0)
        try await writer.append(grey(0), changed: .all(of: size), at: 1)
        let summary = try await writer.finish(frameCount: length)
        #expect(summary.frameCount == expected)
        #expect(try luma(url) == [235] + Array(repeating: 16, count: expected - 1))
        #expect(try MovieReader(url: url).facts.streamDuration?.frameIndex(at: 10) == expected)
      }
    }
  }

  @Test("A picture in which nothing changed is not converted, and is the same")
  func skipsConversion() async throws {
    try await withFolder { folder in
      let seed = UInt64.random(in: 0...UInt64.max)
      var generator = Seeded(seed: seed)
      let url = folder.appending(path: "still.mp4")
      let writer = try writer(url)
      var bitmap = Bitmap.noise(size, using: &generator)
      // Empty from the start: the first picture is converted all the same.
      try await writer.append(bitmap, changed: Region(of: size), at: 0)
      try await writer.append(bitmap, changed: Region(of: size), at: 1)
      #expect(await writer.conversionCount == 1)
      var corner = Region(of: size)
      corner.insert(Rect(x: 0, y: 0, width: 1, height: 1))
      bitmap.addNoise(corner, using: &generator)
      try await writer.append(bitmap, changed: corner, at: 2)
      try await writer.append(bitmap, changed: Region(of: size), at: 5)
      #expect(await writer.conversionCount == 2)
      try await writer.finish()
      let frames = try MovieReader(url: url).remainingFrames()
      var converter = try PixelConverter(size: size, format: .yuv420p)
      try converter.convert(bitmap, changed: .all(of: size))
      for plane in 0..<3 {
        #expect(frames[0].plane(plane) == frames[1].plane(plane), "seed \(seed)")
        #expect(frames[1].plane(plane) != frames[2].plane(plane), "seed \(seed)")
        for index in 2...5 {
          #expect(frames[index].plane(plane) == converter.frame.plane(plane), "frame \(index), seed \(seed)")
        }
      }
    }
  }

  @Test("The planes are converted in place: the encoder keeps no hold on them")
  func convertsInPlace() throws {
    let configuration = VideoConfiguration(size: size, frameRate: 10)
    let encoder = try VideoEncoder(configuration)
    var converter = try PixelConverter(size: size, format: .yuv420p)
    let planes = converter.frame.pointer.pointee.data.0
    for index in 0..<40 {
      try converter.convert(.numbered(index, size), changed: .all(of: size))
      try encoder.encode(converter.frame, index: index) { _ in }
      #expect(converter.frame.pointer.pointee.data.0 == planes)
    }
  }

  @Test("A wrong picture or number is refused, and the movie goes on")
  func refusals() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writer = try writer(url)
      let all = Region.all(of: size)
      try await writer.append(grey(255), changed: all, at: 0)
      for index in [0, -1, Int.max] {
        await #expect(throws: InvalidValue.self) { try await writer.append(grey(0), changed: all, at: index) }
      }
      let other = PixelSize(width: 32, height: 32)
      await #expect(throws: InvalidValue.self) { try await writer.append(Bitmap(size: other), changed: all, at: 1) }
      await #expect(throws: InvalidValue.self) {
        try await writer.append(grey(0), changed: Region(of: other), at: 1)
      }
      await #expect(throws: InvalidValue.self) { try await writer.finish(frameCount: Int.max) }
      try await writer.append(grey(0), changed: all, at: 1)
      try await writer.finish()
      #expect(try luma(url) == [235, 16])
    }
  }

  @Test("Cancelling removes the partial file and leaves what was there")
  func cancel() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try Data("before".utf8).write(to: url)
      let writer = try writer(url)
      try await writer.append(30) { _ in grey(99) }
      #expect(try fileNames(in: folder) == ["movie.mp4", "movie.partial.mp4"])
      await writer.cancel()
      await writer.cancel()
      #expect(try fileNames(in: folder) == ["movie.mp4"])
      #expect(try Data(contentsOf: url) == Data("before".utf8))
      await #expect(throws: MovieError.writerClosed) {
        try await writer.append(grey(0), changed: .all(of: size), at: 30)
      }
      await #expect(throws: MovieError.writerClosed) { try await writer.finish() }
    }
  }

  @Test("Cancelling after the end leaves the movie")
  func cancelAfterFinish() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let writer = try writer(url)
      try await writer.append(3) { _ in grey(99) }
      try await writer.finish()
      await writer.cancel()
      #expect(try MovieReader(url: url).remainingFrames().count == 3)
    }
  }

  @Test("Writers block threads of their own, not those that tasks share")
  func ownThreads() async throws {
    try await withFolder { folder in
      // More than the cooperative pool has threads: there, the last of them would never arrive.
      let count = ProcessInfo.processInfo.activeProcessorCount + 2
      let barrier = Barrier(count: count)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<count {
          let writer = try writer(folder.appending(path: "\(index).mp4"))
          group.addTask { await writer.wait(at: barrier) }
        }
        for try await haveAllCome in group { #expect(haveAllCome) }
      }
      #expect(try fileNames(in: folder) == [])
    }
  }
}

extension MovieWriter {
  fileprivate func wait(at barrier: Barrier) -> Bool { barrier.wait() }
}

/// Blocks the threads that wait until all have come, or one of them has waited for a minute.
private final class Barrier: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var missing: Int

  init(count: Int) { missing = count }

  /// Whether all have come.
  func wait() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    condition.broadcast()
    let deadline = Date(timeIntervalSinceNow: 60)
    while missing > 0 {
      if !condition.wait(until: deadline) { return missing <= 0 }
    }
    return true
  }
}
