import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelImages

@Suite("Animated PNGs")
struct APNGTests {
  @Test(
    "Each frame is seen at its exact time, in its exact colours",
    arguments: ["10", "30000/1001", "7", "1/65", "65537/65536"], [true, false])
  func exact(rate: String, isFlat: Bool) throws {
    var film = isFlat ? TestFilm.flat() : TestFilm.colorful()
    film.frameRate = try FrameRate(parsing: rate)
    let picture = try APNGDecoder(try film.data(.apng))
    // 65537 has no room in two bytes: to the millisecond.
    let error = rate == "65537/65536" ? 0.0005 : 1e-9
    for index in film.frames.indices {
      let time = film.frameRate.seconds(ofFrame: index)
      #expect(picture.picture(at: time + error)?.pixels == film.colors(index), "frame \(index)")
    }
    let last = film.frameRate.seconds(ofFrame: film.frames.count - 1)
    #expect(abs(picture.duration - last - max(2, film.frameRate.seconds(ofFrame: 1))) <= 0.0011)
    #expect(picture.loop == 0)
    #expect(try film.data(.apng) == film.data(.apng))
  }

  @Test("Few colours take a byte a pixel, many take three")
  func colors() throws {
    #expect(try APNGDecoder(try TestFilm.flat().data(.apng)).colorType == 3)
    #expect(try APNGDecoder(try TestFilm.colorful().data(.apng)).colorType == 2)
    var film = TestFilm(size: PixelSize(width: 16, height: 16))
    film.add { x, y in Pixel(red: 0, green: UInt8(y * 16 + x), blue: 0) }
    film.add { x, y in x == 5 && y == 7 ? .black : Pixel(red: 0, green: UInt8(y * 16 + x), blue: 0) }
    // 256 colours leave none for what is transparent.
    let picture = try APNGDecoder(try film.data(.apng))
    #expect(picture.colorType == 2)
    for index in 0..<2 { #expect(picture.picture(at: Double(index) / 10)?.pixels == film.colors(index)) }
  }

  @Test("Filtered rows are what they were, once the filters are undone")
  func filters() {
    var random = Seeded(seed: 9)
    let (width, rows) = (11, 40)
    // Rows that continue to the right, and rows that are as the one above but for a little.
    var bytes: [UInt8] = []
    for row in 0..<rows {
      for x in 0..<width * 3 {
        let before = row % 3 == 0 ? (x < 3 ? 100 : bytes[bytes.count - 3]) : bytes[bytes.count - width * 3]
        bytes.append(row % 7 == 0 ? UInt8.random(in: 0...255, using: &random) : before &+ UInt8(x % 3))
      }
    }
    let filtered = PNGRows.filtered(bytes, bytesPerRow: width * 3, bytesPerPixel: 3)
    #expect(filtered.count == bytes.count + rows)
    var above = [UInt8](repeating: 0, count: width * 3)
    var filters: Set<UInt8> = []
    for row in 0..<rows {
      let start = row * (width * 3 + 1)
      var line = Array(filtered[start + 1..<start + 1 + width * 3])
      filters.insert(filtered[start])
      for x in line.indices {
        let (left, corner) = x >= 3 ? (Int(line[x - 3]), Int(above[x - 3])) : (0, 0)
        let up = Int(above[x])
        let estimate = left + up - corner
        let nearest = [left, up, corner].min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
        let guess = [0, left, up, (left + up) / 2, nearest][Int(filtered[start])]
        line[x] &+= UInt8(guess)
      }
      #expect(line == Array(bytes[row * width * 3..<(row + 1) * width * 3]))
      above = line
    }
    #expect(filters.count > 1)
  }

  @Test("A delay that two bytes cannot tell is several")
  func delays() throws {
    let times = AnimationTimes(try FrameRate(30_000, 1001), limit: 50)
    for (start, end) in [(0, 1), (3, 70), (0, 1000)] {
      let delays = times.delays(from: start, to: end)
      #expect(delays.allSatisfy { $0.numerator <= 65_535 && $0.denominator == 30_000 })
      #expect(delays.reduce(0) { $0 + $1.numerator } == (end - start) * 1001)
    }
  }
}
