import Foundation
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelImages

@Suite("Animated WebP")
struct WebPTests {
  /// What the file says of one image.
  private struct Frame {
    var x, y, width, height, duration: Int
  }

  /// Reads the chunks of an animated WebP: the canvas, how often it is played, and the images.
  private static func parse(_ data: Data) throws -> (size: PixelSize, loop: Int, frames: [Frame]) {
    let bytes = [UInt8](data)
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func name(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
    try #require(name(0) == "RIFF" && name(8) == "WEBP" && name(12) == "VP8X")
    #expect(number(4, 4) == bytes.count - 8)
    var (frames, loop, offset): ([Frame], Int, Int) = ([], -1, 12)
    while offset < bytes.count {
      let length = number(offset + 4, 4)
      if name(offset) == "ANIM" { loop = number(offset + 12, 2) }
      if name(offset) == "ANMF" {
        let start = offset + 8
        frames.append(
          Frame(
            x: 2 * number(start, 3), y: 2 * number(start + 3, 3), width: number(start + 6, 3) + 1,
            height: number(start + 9, 3) + 1, duration: number(start + 12, 3)))
        // Blended over what is there, which stays.
        #expect(bytes[start + 15] == 0)
        #expect(name(start + 16) == "VP8L")
      }
      offset += 8 + length + length % 2
    }
    #expect(offset == bytes.count)
    return (PixelSize(width: number(24, 3) + 1, height: number(27, 3) + 1), loop, frames)
  }

  @Test("Images lie within the canvas, their times add up, and stills cost nothing", arguments: [nil, 80] as [Int?])
  func frames(quality: Int?) throws {
    let film = TestFilm.flat()
    let (size, loop, frames) = try Self.parse(
      try film.data(.webp) {
        $0.quality = quality
        $0.loop = 3
        $0.holdLast = 1.5
      })
    #expect(size == film.size)
    #expect(loop == 3)
    #expect(frames.count <= film.frames.count)
    for frame in frames {
      #expect(frame.x + frame.width <= size.width && frame.y + frame.height <= size.height)
    }
    let last = (film.frameRate.seconds(ofFrame: film.frames.count - 1) * 1000).rounded()
    #expect(frames.reduce(0) { $0 + $1.duration } == Int(last) + 1500)
  }

  @Test("The same film gives the same bytes")
  func deterministic() throws {
    let film = TestFilm.colorful()
    #expect(try film.data(.webp) == film.data(.webp))
    // Fewer colours are mixed, which need not take fewer bytes.
    #expect(try film.data(.webp) { $0.colors = 8 } != film.data(.webp))
  }

  @Test("A picture that is shown longer than an image can be comes again")
  func longDelay() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "reel-webp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = open(file.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    defer { close(descriptor) }
    var webp = WebPFile(to: descriptor, size: PixelSize(width: 4, height: 2), loop: 0)
    let image = try WebPImageMaker.image(of: Array(repeating: 0x102030, count: 8), width: 4, x: 0, y: 0)
    try webp.append(image, after: 0)
    try webp.finish(after: 20_000_000)
    let (_, _, frames) = try Self.parse(try Data(contentsOf: file))
    let durations: [Int] = frames.map(\.duration)
    #expect(durations == [16_777_215, 20_000_000 - 16_777_215] as [Int])
  }

  @Test("An image on an odd column and row begins one earlier, with what stays as it is")
  func odd() throws {
    let image = try WebPImageMaker.image(of: [1, 2, nil, 4, 5, 6], width: 3, x: 5, y: 7)
    let box: [Int] = [image.x, image.y, image.width, image.height]
    #expect(box == [4, 6, 4, 3] as [Int])
  }

  @Test("A picture that is larger than the format allows is refused")
  func large() throws {
    try AnimationFormat.webp.check(PixelSize(width: 16_383, height: 16_383))
    #expect(throws: InvalidValue.self) { try AnimationFormat.webp.check(PixelSize(width: 16_384, height: 2)) }
    try AnimationFormat.apng.check(PixelSize(width: 16_384, height: 16_384))
  }
}
