import Foundation
import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelVideo
import Testing

@testable import ReelScenes

@Suite("The quality of pictures that are held")
struct HeldPictureTests {
  private static let size = PixelSize(width: 1280, height: 720)

  /// How good a film is.
  private struct Quality {
    /// The mean PSNR of the pictures that stand still, in decibels.
    var held = 0.0
    var byteCount = 0
  }

  /// Films the growth with and without skipping, and compares each decoded frame with the drawn one.
  @Test(
    "Pictures that are held are as good as those of x264, which encodes every frame, and the film is no larger",
    arguments: [18, 23, 28] as [Double])
  func held(crf: Double) async throws {
    let film = SnowflakeFilm(duration: 30)
    let frames = try PreparedFrames(VideoConfiguration(size: Self.size, frameRate: 10))
    let scene = try SceneSource(film, size: Self.size)
    var bitmap = Bitmap(size: Self.size)
    var isStill: [Bool] = []
    for index in 0..<300 {
      let changed = try scene.draw(at: FrameTime(index: index, frameRate: 10), into: &bitmap)
      isStill.append(changed.isEmpty)
      try frames.append(bitmap, changed: changed)
    }
    let isHeld = isStill.indices.map { isStill[$0] || isStill.indices.contains($0 + 1) && isStill[$0 + 1] }

    func quality(_ stills: VideoConfiguration.Stills) async throws -> Quality {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("reel-held-\(UUID()).mp4")
      defer { try? FileManager.default.removeItem(at: url) }
      let sink = MovieSink(to: url) {
        $0.stills = stills
        $0.quality = .crf(crf)
      }
      let recording = try await Recorder(source: SceneSource(film, size: Self.size), sink: sink).record(frames: 300)
      let reader = try MovieReader(url: url)
      var likenesses: [Double] = []
      var count = 0
      while let frame = try reader.nextFrame() {
        if isHeld[count] { likenesses.append(frames.likeness(of: frame, to: count)) }
        count += 1
      }
      #expect(count == 300)
      return Quality(
        held: likenesses.reduce(0, +) / Double(likenesses.count), byteCount: recording.output.byteCount)
    }

    let (skipped, encoded) = (try await quality(.skip), try await quality(.encode))
    #expect(skipped.held >= encoded.held, "crf \(crf)")
    #expect((1...encoded.byteCount).contains(skipped.byteCount), "crf \(crf)")
  }
}
