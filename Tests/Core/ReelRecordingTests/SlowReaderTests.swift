#if os(Linux)
  import Foundation
  import ReelCanvas
  import ReelGeometry
  import ReelTesting
  import ReelVideo
  import Testing

  @testable import ReelRecording

  /// Films to a pipe that is smaller than one picture and that nobody reads until the test says so.
  @Suite("A reader that is slow")
  struct SlowReaderTests {
    /// The bytes of a raw picture of 128×64: three of them for two pixels.
    private static let pictureBytes = 128 * 64 * 3 / 2
    /// One picture in the writer's hands, six in the queue as samples, one with the producer that waits for room.
    private static let onTheWay = 8

    @Test("In virtual time the producer waits for it, and no frame is lost")
    func virtual() async throws {
      let pipe = try NarrowPipe()
      let source = CountingSource(size: PixelSize(width: 128, height: 64))
      let recorder = try Recorder(source: source, sink: pipe.sink, frameRate: 10)
      try recorder.start(frameCount: 40)
      await source.drawn(Self.onTheWay)
      for picture in 0..<40 {
        // It has drawn no more than those on the way, however long ago the last was taken.
        #expect(source.count <= picture + Self.onTheWay)
        let bytes = try await pipe.read(Self.pictureBytes)
        #expect(bytes.count == Self.pictureBytes)
      }
      let recording = try await recorder.recording
      #expect(recording.statistics.captured == 40 && recording.statistics.dropped == 0)
      #expect(recording.output.byteCount == 40 * Self.pictureBytes)
    }

    @Test("In live time frames are dropped and counted, and the film keeps its length")
    func live() async throws {
      let pipe = try NarrowPipe()
      let clock = ManualClock()
      let recorder = try Recorder(
        source: CountingSource(size: PixelSize(width: 128, height: 64)), sink: pipe.sink, frameRate: 10,
        pace: .live(clock))
      try recorder.start(frameCount: 20)
      for _ in 1..<20 {
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(100))
      }
      // The last picture is waited for: a film does not end with another.
      async let read = pipe.read(20 * Self.pictureBytes)
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
      let recording = try await recorder.recording
      let statistics = recording.statistics
      #expect(recording.frameCount == 20 && statistics.missed == 0)
      #expect(statistics.captured + statistics.dropped == 20)
      #expect(statistics.dropped >= 20 - Self.onTheWay)
      #expect(try await read.count == 20 * Self.pictureBytes)
    }
  }

  /// A pipe that holds one page, with a sink at its one end.
  private final class NarrowPipe: Sendable {
    private let pipe = Pipe()
    let sink: MovieSink

    init() throws {
      let descriptor = pipe.fileHandleForWriting.fileDescriptor
      // F_SETPIPE_SZ, a macro that Swift does not see.
      try #require(fcntl(descriptor, 1031, 4096) == 4096)
      sink = MovieSink(target: .movie(.stream(.raw), standardOutput: descriptor))
    }

    /// Reads so many bytes on a thread of its own.
    func read(_ count: Int) async throws -> Data {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { [self] in
          continuation.resume(
            with: Result {
              var data = Data()
              while data.count < count, let more = try pipe.fileHandleForReading.read(upToCount: count - data.count),
                !more.isEmpty
              {
                data += more
              }
              return data
            })
        }
      }
    }
  }
#endif
