import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTesting
import ReelTiming
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Frames that are converted where they are drawn")
struct SampleSinkTests {
  @Test(
    "A movie that is refused is an error, and its first frame, drawn meanwhile, does no harm",
    arguments: [PixelSize(width: 33, height: 17), PixelSize(width: 32, height: 16)])
  func refused(size: PixelSize) async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("reel-refused-\(UUID()).mp4")
    // An odd size cannot be encoded, and a movie of another size than the source's cannot be made.
    let sink = MovieSink(to: url) {
      if size.width % 2 == 0 { $0.size = PixelSize(width: 64, height: 64) }
    }
    let recorder = try Recorder(source: CountingSource(size: size), sink: sink)
    await #expect(throws: InvalidValue.self) { try await recorder.record(frames: 5) }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("A movie's sink tells how many frames a crash would not cost, and progress tells it on; a stream keeps none")
  func saved() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-saved-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let size = PixelSize(width: 32, height: 16)
    let sink = MovieSink(to: folder.appendingPathComponent("a.mp4"))
    #expect(sink.savedFrameCount == 0)
    try await sink.begin(FrameStream(size: size, frameRate: 10, pace: .realTime))
    var counts: [Int] = []
    for index in 0..<40 {
      var bitmap = Bitmap(size: size)
      bitmap[index % 32, 3] = Pixel(red: 255, green: 0, blue: 0)
      let time = FrameTime(index: index, frameRate: 10)
      try await sink.append(Frame(time: time, bitmap: bitmap, changed: .all(of: size)))
      counts.append(sink.savedFrameCount ?? -1)
    }
    #expect(counts == counts.sorted() && counts.enumerated().allSatisfy { $0.element <= $0.offset + 1 })
    #expect(counts[39] > 0)
    _ = try await sink.finish(frameCount: 40)

    let recorder = try Recorder(
      source: CountingSource(size: size), sink: MovieSink(to: folder.appendingPathComponent("b.mp4")))
    try recorder.start(frameCount: 5)
    for await progress in recorder.progress { #expect(progress.savedFrameCount != nil) }
    _ = try await recorder.recording
    #expect(MovieSink(to: .standardOutput).savedFrameCount == nil)
  }
}
