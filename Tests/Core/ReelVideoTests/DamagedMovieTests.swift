import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@Suite("Damaged movies")
struct DamagedMovieTests {
  @Test(
    "A movie with broken bytes is read or refused, and never ends the program",
    arguments: ["mp4", "mkv"], [1, 2, 3] as [UInt64])
  func brokenBytes(ending: String, seed: UInt64) async throws {
    var generator = Seeded(seed: seed)
    try await withFolder { folder in
      let url = folder.appending(path: "whole.\(ending)")
      let size = PixelSize(width: 64, height: 48)
      try await writeMovie(to: url, frames: 8, size: size)
      let whole = try Data(contentsOf: url)
      let broken = folder.appending(path: "broken.\(ending)")
      for _ in 0..<60 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        try bytes.write(to: broken)
        let count = framesBeforeTrouble(broken)
        #expect(count >= 0 && count < 1000)
      }
    }
  }

  @Test("A movie that was cut off gives the frames that are there")
  func cutOff() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "whole.mp4")
      let size = PixelSize(width: 320, height: 192)
      var generator = Seeded(seed: 3)
      let noise = (0..<20).map { _ in Bitmap.noise(size, using: &generator) }
      try await writeMovie(to: url, frames: 20, size: size) { noise[$0] }
      let whole = try Data(contentsOf: url)
      let cut = folder.appending(path: "cut.mp4")
      try whole.prefix(whole.count / 2).write(to: cut)
      let count = framesBeforeTrouble(cut)
      #expect((2..<20).contains(count))
    }
  }

  private func framesBeforeTrouble(_ url: URL) -> Int {
    var count = 0
    do {
      let reader = try MovieReader(url: url)
      while let frame = try reader.nextFrame(), count < 1000 {
        _ = try frame.bitmap()
        count += 1
      }
    } catch {
      // Trouble is what these files are made for; the count tells how far it went.
    }
    return count
  }
}
