import ReelClips
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct MarkEncodingTests {
  /// Frames of a pattern, encoded as H.264 at crf 40 and decoded again.
  private static func encoded(_ pattern: String, frames: Int) throws -> [GrayPicture] {
    let recipe = try recipe([.pattern: pattern, .size: "640x360"])
    var painter = try FixturePainter(recipe)
    let scratch = try Scratch()
    let configuration = ClipConfiguration(
      size: recipe.size, frameRate: 30, codec: "h264", quality: .crf(40), bFrames: 2)
    let writer = try ClipWriter(to: scratch.path(of: "clip.mp4"), configuration: configuration)
    for number in 0..<frames { try writer.append(try painter.draw(frame: number), pts: number, duration: 1) }
    try writer.finish()
    let reader = try ClipReader(path: scratch.path(of: "clip.mp4"))
    var pictures: [GrayPicture] = []
    while let frame = reader.nextFrame() { pictures.append(GrayPicture(size: frame.size, levels: try frame.gray())) }
    return pictures
  }

  @Test(
    "Marks are read after H.264 at crf 40, and after that at a quarter and one and a half of the size",
    .enabled(if: EncoderCatalog.encoders.contains { $0.name == "libx264" }, "needs libx264"),
    arguments: ["motion", "noise", "checker", "bars"])
  func coarse(pattern: String) async throws {
    let pictures = try await aside { try Self.encoded(pattern, frames: 4) }
    #expect(pictures.count == 4)
    let clip = try recipe([.pattern: pattern, .size: "640x360"]).clip
    for (number, picture) in pictures.enumerated() {
      let mark = try FrameMark(number: number, clip: clip)
      for (width, height) in [(640, 360), (160, 90), (960, 540)] {
        var reader = FrameMarkReader()
        let size = PixelSize(width: width, height: height)
        #expect(reader.read(gray: picture.scaled(to: size).levels, size: size) == .mark(mark), "\(size)")
      }
    }
  }
}
