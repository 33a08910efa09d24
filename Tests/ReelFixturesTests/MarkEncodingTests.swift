import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct MarkEncodingTests {
  /// Frames of a pattern, encoded as H.264 at crf 40 in a size, and decoded again.
  private static func encoded(_ pattern: String, at size: PixelSize, frames: Int) throws -> [GrayPicture] {
    var painter = try FixturePainter(try recipe([.pattern: pattern]))
    let scratch = try Scratch()
    let configuration = ClipConfiguration(size: size, frameRate: 30, codec: "h264", quality: .crf(40), bFrames: 2)
    let writer = try ClipWriter(to: scratch.place("clip.mp4"), configuration: configuration)
    for number in 0..<frames {
      let gray = GrayPicture(try painter.draw(frame: number), limited: false).scaled(to: size)
      var bitmap = Bitmap(size: size)
      for y in 0..<size.height { for x in 0..<size.width { bitmap[x, y] = Pixel(gray: UInt8(gray[x, y])) } }
      try writer.append(bitmap, pts: number, duration: 1)
    }
    try writer.finish()
    let reader = try ClipReader(path: scratch.place("clip.mp4"))
    var pictures: [GrayPicture] = []
    while let frame = reader.nextFrame() { pictures.append(GrayPicture(size: frame.size, levels: try frame.gray())) }
    return pictures
  }

  @Test(
    "Marks are read after H.264 at crf 40 at a quarter of the size",
    .enabled(if: ClipCodecs.encoders.contains { $0.name == "libx264" }, "needs libx264"),
    arguments: ["motion", "noise", "checker", "bars"])
  func quarter(pattern: String) async throws {
    let pictures = try await aside { try Self.encoded(pattern, at: PixelSize(width: 160, height: 90), frames: 6) }
    #expect(pictures.count == 6)
    let clip = try recipe([.pattern: pattern]).clip
    for (number, picture) in pictures.enumerated() {
      var reader = FrameMarkReader()
      let mark = try FrameMark(number: number, clip: clip)
      #expect(reader.read(gray: picture.levels, size: picture.size) == .mark(mark))
      // And at one and a half of that, once more.
      let larger = PixelSize(width: 240, height: 135)
      var other = FrameMarkReader()
      #expect(other.read(gray: picture.scaled(to: larger).levels, size: larger) == .mark(mark))
    }
  }
}
