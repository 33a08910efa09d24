import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@Suite("The colours and edges of a movie")
struct MovieColorTests {
  @Test(
    "A flat colour decodes to itself within 3 of 255",
    arguments: [
      [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [0, 0, 0], [255, 255, 255], [18, 52, 86], [240, 128, 2],
    ] as [[UInt8]], [PixelFormat.yuv420p, .yuv444p])
  func flat(color: [UInt8], format: PixelFormat) async throws {
    try await withFolder { folder in
      let size = PixelSize(width: 100, height: 54)
      let url = folder.appending(path: "flat.mp4")
      try await writeMovie(to: url, frames: 3, size: size, pixelFormat: format) { _ in
        Bitmap(size: size, red: color[0], green: color[1], blue: color[2])
      }
      for frame in try MovieReader(url: url).remainingFrames() {
        let bitmap = try frame.bitmap()
        let worst = (0..<size.height).flatMap { y in (0..<size.width).map { x in distance(bitmap[x, y], color) } }.max()
        #expect(try #require(worst) <= 3)
        #expect(bitmap[50, 20].alpha == 255)
      }
    }
  }

  @Test("Grey has no colour at all, and the limits of the range are kept", arguments: [PixelFormat.yuv420p, .yuv444p])
  func grey(format: PixelFormat) async throws {
    try await withFolder { folder in
      let size = PixelSize(width: 64, height: 64)
      let url = folder.appending(path: "grey.mp4")
      let levels: [UInt8] = [0, 1, 77, 128, 200, 255]
      try await writeMovie(to: url, frames: levels.count, size: size, pixelFormat: format, quality: .lossless) {
        Bitmap(size: size, red: levels[$0], green: levels[$0], blue: levels[$0])
      }
      let frames = try MovieReader(url: url).remainingFrames()
      for (frame, level) in zip(frames, levels) {
        #expect(Set(frame.plane(1)) == [128])
        #expect(Set(frame.plane(2)) == [128])
        let luma = (16 + Double(level) * 219 / 255).rounded()
        #expect(Set(frame.plane(0)) == [UInt8(luma)])
      }
    }
  }

  @Test(
    "Widths that are no multiple of 16 neither shear nor show a green edge",
    arguments: [16, 18, 30, 50, 98, 102, 126, 130, 322])
  func noShear(width: Int) async throws {
    try await withFolder { folder in
      let size = PixelSize(width: width, height: width + 4)
      let url = folder.appending(path: "edge.mp4")
      // Vertical stripes on white: a wrong stride would tilt them, a wrong margin would show at the edges.
      let stripe = 6..<10
      try await writeMovie(to: url, frames: 3, size: size, quality: .crf(12)) { _ in
        var bitmap = Bitmap(size: size, red: 255, green: 255, blue: 255)
        bitmap.fill(x: stripe, y: 0..<size.height, Pixel(red: 0, green: 0, blue: 0, alpha: 255))
        return bitmap
      }
      let bitmap = try #require(try MovieReader(url: url).remainingFrames().last).bitmap()
      #expect(bitmap.size == size)
      for y in 0..<size.height {
        #expect(distance(bitmap[width - 1, y], [255, 255, 255]) <= 12)
        #expect(distance(bitmap[0, y], [255, 255, 255]) <= 12)
        #expect(distance(bitmap[8, y], [0, 0, 0]) <= 24)
      }
      for x in 12..<width {
        #expect(distance(bitmap[x, size.height - 1], [255, 255, 255]) <= 12)
      }
    }
  }

  @Test("Odd sizes work in full colour, to the last column and row")
  func oddSizes() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "odd.mp4")
      let size = PixelSize(width: 33, height: 21)
      try await writeMovie(to: url, frames: 2, size: size, pixelFormat: .yuv444p, quality: .lossless) { _ in
        var bitmap = Bitmap(size: size, red: 255, green: 255, blue: 255)
        bitmap.fill(x: 32..<33, y: 0..<21, Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        bitmap.fill(x: 0..<33, y: 20..<21, Pixel(red: 0, green: 0, blue: 255, alpha: 255))
        return bitmap
      }
      let reader = try MovieReader(url: url)
      #expect(reader.facts.size == size)
      let bitmap = try #require(try reader.nextFrame()).bitmap()
      #expect(distance(bitmap[31, 10], [255, 255, 255]) <= 3)
      #expect(distance(bitmap[32, 10], [255, 0, 0]) <= 3)
      #expect(distance(bitmap[32, 20], [0, 0, 255]) <= 3)
      #expect(distance(bitmap[0, 20], [0, 0, 255]) <= 3)
    }
  }

  @Test("A transparent pixel is seen as over black")
  func transparency() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "clear.mp4")
      let size = PixelSize(width: 32, height: 32)
      try await writeMovie(to: url, frames: 1, size: size) { _ in Bitmap(size: size) }
      let bitmap = try #require(try MovieReader(url: url).nextFrame()).bitmap()
      #expect(distance(bitmap[16, 16], [0, 0, 0]) <= 3)
    }
  }
}

private func distance(_ pixel: Pixel, _ color: [UInt8]) -> Int {
  zip([pixel.red, pixel.green, pixel.blue], color).map { abs(Int($0) - Int($1)) }.max() ?? 0
}
