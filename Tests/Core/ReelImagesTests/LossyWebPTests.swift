import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelImages

@Suite("Animated WebP with loss")
struct LossyWebPTests {
  /// Alpha, red, green and blue of each picture, from the highest byte down.
  private func pictures(_ data: Data) throws -> [[UInt32]] {
    let file = try #require(WebPUnpacker([UInt8](data)))
    var pictures: [[UInt32]] = []
    while pictures.count < file.durations.count {
      let bytes = try #require(file.next())
      pictures.append(
        (0..<file.width * file.height).map {
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
        })
    }
    return pictures
  }

  private func isLossy(_ data: Data) throws -> Bool { try #require(WebPUnpacker([UInt8](data))).isLossy }

  @Test(
    "A photograph from a lossy movie takes less than half of the bytes, and looks alike; at quality 100 it is exact")
  func photograph() throws {
    let film = TestFilm.photograph()
    let exact = try film.data(.webp) { ($0.isInputLossy, $0.quality) = (true, 100) }
    #expect(try pictures(exact).map { $0.map { $0 & 0xFF_FFFF } } == film.frames.indices.map(film.colors))
    let lossy = try film.data(.webp) { $0.isInputLossy = true }
    #expect(lossy.count * 2 < exact.count, "\(lossy.count) of \(exact.count) bytes")
    #expect(try isLossy(lossy))
    let seen = try pictures(lossy)
    #expect(seen.count == film.frames.count)
    for (index, picture) in seen.enumerated() {
      let error = zip(picture, film.colors(index)).reduce(0) {
        $0 + Int(Palette.distance(Palette.channels($1.0), Palette.channels($1.1)))
      }
      #expect(error < 150 * film.size.area, "picture \(index): \(error / film.size.area)")
    }
  }

  @Test("Lower quality takes fewer bytes, and the same film gives the same bytes")
  func quality() throws {
    let film = TestFilm.photograph()
    let sizes = try [99, 90, 60, 1].map { quality in
      let data = try film.data(.webp) { ($0.isInputLossy, $0.quality) = (true, quality) }
      #expect(try data == film.data(.webp) { ($0.isInputLossy, $0.quality) = (true, quality) })
      return data.count
    }
    #expect(sizes == sizes.sorted(by: >) && sizes[3] * 2 < sizes[0], "\(sizes)")
  }

  @Test("What stands still in a lossy film does not change by a bit")
  func still() throws {
    let film = TestFilm.photograph()
    let seen = try pictures(film.data(.webp) { $0.isInputLossy = true })
    // From the first block that does not reach into the moving half.
    for (previous, next) in zip(seen, seen.dropFirst()) {
      for y in 0..<film.size.height {
        let row = y * film.size.width + 40..<(y + 1) * film.size.width
        #expect(previous[row] == next[row])
      }
    }
  }

  @Test("Drawings stay lossless where that takes fewer bytes, also those of a lossy movie")
  func drawing() throws {
    let film = TestFilm.flat()
    let data = try film.data(.webp) { $0.isInputLossy = true }
    #expect(try !isLossy(data))
    #expect(try pictures(data).last?.map { $0 & 0xFF_FFFF } == film.colors(film.frames.count - 1))
    #expect(try film.data(.webp) == film.data(.webp) { $0.quality = 100 })
  }

  @Test("A photograph without a lossy input is exact, until a quality is given")
  func exactInput() throws {
    // Too many colours for a palette.
    var film = TestFilm()
    film.add { x, y in
      Pixel(red: UInt8(x * 7 / 2), green: UInt8(y * 5), blue: UInt8(128 + 100 * sin(Double(x + y) / 5)))
    }
    #expect(try !isLossy(film.data(.webp)))
    #expect(try isLossy(film.data(.webp) { $0.quality = 1 }))
    #expect(try !isLossy(film.data(.webp) { ($0.quality, $0.colors) = (1, 64) }))
  }

  @Test("A lossy image keeps its alpha")
  func alpha() throws {
    var film = TestFilm.photograph(frames: 3)
    for index in film.frames.indices {
      for y in 0..<film.size.height {
        for x in 0..<film.size.width {
          let (pixel, alpha) = (film.frames[index][x, y], (x + 7 * index) * 3 % 256)
          func part(_ value: UInt8) -> UInt8 { UInt8(Int(value) * alpha / 255) }
          film.frames[index][x, y] = Pixel(
            red: part(pixel.red), green: part(pixel.green), blue: part(pixel.blue), alpha: UInt8(alpha))
        }
      }
    }
    let data = try film.data(.webp, hasAlpha: true) { $0.isInputLossy = true }
    #expect(try isLossy(data))
    for (index, picture) in try pictures(data).enumerated() {
      #expect(picture.map { $0 >> 24 } == film.frames[index].straightPixels().map { $0 >> 24 })
    }
  }

  @Test(
    "The quality of libwebp is the one that quantizes in steps of a size",
    arguments: [(4, 100), (10, 93.1), (26, 78.4), (58, 28.4), (300, 0)] as [(Float, Float)])
  func quality(step: Float, quality: Float) {
    #expect(abs(MixedWebPImage.quality(step: step) - quality) < 0.5, "\(MixedWebPImage.quality(step: step))")
  }
}
