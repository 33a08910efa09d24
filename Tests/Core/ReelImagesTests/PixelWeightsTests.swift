import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelImages

@Suite("How much the error of a pixel counts")
struct PixelWeightsTests {
  @Test(
    "A duration stays within a fifth, and coding it again changes nothing", arguments: [1, 7, 16, 17, 60, 255, 9999])
  func duration(duration: Int) {
    let weights = PixelWeights.masked
    let word: UInt32 = 5 << PixelWeights.activityShift | 0x12_34_56
    let coded = word & 0xFF_FFFF | weights.code(word, duration: duration) << 24
    #expect(weights.code(coded, duration: duration) == coded >> 24)
    #expect(coded >> PixelWeights.activityShift == 5)
    let known = weights.duration(coded)
    #expect(known <= duration && Double(min(duration, 255)) < 1.22 * Double(known))
    #expect(PixelWeights.durations.code(word, duration: duration) == UInt32(min(duration, 255)))
  }

  @Test("An error counts for half where four times as much happens")
  func masking() {
    let values = PixelWeights.masked.values
    for activity in 0..<6 {
      let (here, there) = (values[activity << 5 | 8], values[(activity + 2) << 5 | 8])
      #expect(abs(here / there - 2) < 1e-4)
    }
  }

  @Test("The activity of sky is the least, and that of noise the most")
  func activity() {
    var random = Seeded(seed: 2)
    let size = PixelSize(width: 20, height: 12)
    let picture = (0..<size.area).map { index -> UInt32 in
      if index % size.width < 8 { return 0x80A0C0 + UInt32(index / size.width) }
      return UInt32.random(in: 0..<2, using: &random) * 0xFFFFFF
    }
    var activity = PictureActivity(size)
    for row in 0..<size.height { activity.measure(picture, row: row, 0..<size.width) }
    #expect((0..<12).allSatisfy { activity[$0, 0] == 0 && activity[$0, 7] == 0 })
    #expect((0..<12).allSatisfy { activity[$0, 8] == 7 && activity[$0, 19] == 7 })
  }

  @Test("A GIF of a lossy movie is nearer to smooth parts of it than to grainy ones, and nearer than another film's")
  func gif() throws {
    var random = Seeded(seed: 4)
    var film = TestFilm(size: PixelSize(width: 64, height: 48))
    for index in 0..<8 {
      film.add { x, y in
        let light = x < 32 ? 60 + 2 * x + y + index : Int.random(in: 20...220, using: &random)
        return Pixel(red: UInt8(light), green: UInt8(light / 2 + y), blue: UInt8(255 - light))
      }
    }
    func errors(_ isLossy: Bool) throws -> (smooth: Int, grainy: Int) {
      let seen = try GIFDecoder(film.gif { ($0.isInputLossy, $0.quality) = (isLossy, 50) }).pictures
      #expect(seen.count == 8)
      var errors = (smooth: 0, grainy: 0)
      for (index, picture) in seen.enumerated() {
        for (position, colors) in zip(picture.pixels, film.colors(index)).enumerated() {
          let error = Int(Palette.distance(Palette.channels(colors.0), Palette.channels(colors.1)))
          if position % 64 < 32 { errors.smooth += error } else { errors.grainy += error }
        }
      }
      return errors
    }
    let (lossy, exact) = (try errors(true), try errors(false))
    #expect(lossy.smooth * 4 < lossy.grainy)
    #expect(lossy.smooth < exact.smooth, "\(lossy) \(exact)")
  }

  @Test("GIFs hold pixels no longer than at the usual quality, whatever theirs is")
  func fade() {
    #expect(AnimationFormat.gif.holdingQuality(nil) == 90 && AnimationFormat.gif.holdingQuality(20) == 90)
    #expect(AnimationFormat.gif.holdingQuality(97) == 97 && AnimationFormat.webp.holdingQuality(20) == 20)
  }
}
