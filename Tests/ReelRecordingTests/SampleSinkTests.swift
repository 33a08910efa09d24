import Foundation
import ReelCanvas
import ReelTesting
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelRecording

@Suite("Frames that are converted where they are drawn")
struct SampleSinkTests {
  @Test(
    "A movie that is refused is an error, and its first frame, drawn meanwhile, does no harm",
    arguments: [PixelSize(width: 33, height: 17), PixelSize(width: 32, height: 16)])
  func refused(size: PixelSize) async throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("reel-refused-\(UUID()).mp4")
    // An odd size cannot be encoded, and a movie of another size than the source's cannot be made.
    let sink = MovieSink(to: place) {
      if size.width % 2 == 0 { $0.size = PixelSize(width: 64, height: 64) }
    }
    let recorder = try Recorder(source: CountingSource(size: size), sink: sink)
    await #expect(throws: InvalidValue.self) { try await recorder.record(frames: 5) }
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }
}
