import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelImages

@Suite("Animated GIFs")
struct GIFTests {
  @Test("Each frame is seen at its time, in its colours", arguments: ["10", "25", "30", "30000/1001", "50", "7", "1"])
  func times(rate: String) throws {
    let film = TestFilm.flat(rate: try FrameRate(parsing: rate))
    let gif = try GIFDecoder(try film.gif { $0.quality = 100 })
    for index in film.frames.indices {
      let time = Int((film.frameRate.seconds(ofFrame: index) * 100).rounded())
      #expect(gif.picture(at: time)?.pixels == film.colors(index), "frame \(index)")
    }
    for picture in gif.pictures {
      let nearest = film.frames.indices.map { film.frameRate.seconds(ofFrame: $0) * 100 - Double(picture.time) }
        .map(abs).min()
      #expect(try #require(nearest) <= 0.5, "\(picture.time)")
    }
    // Stills are not stored.
    #expect(gif.pictures.count == Set(film.frames).count)
  }

  @Test(
    "A rate beyond 50, or beyond the limit, shows fewer pictures, each no earlier than its frame",
    arguments: [60, 100, 1000])
  func fastFilms(rate: Int) throws {
    let film = TestFilm.flat(frames: 40, rate: try FrameRate(rate))
    for limit in [50, 25] {
      let gif = try GIFDecoder(
        try film.gif {
          $0.quality = 100
          $0.rateLimit = FrameRate(integerLiteral: limit)
        })
      let delays = zip(gif.pictures.dropFirst(), gif.pictures).map { $0.time - $1.time }
      #expect(delays.allSatisfy { $0 >= 100 / limit }, "\(delays)")
      for picture in gif.pictures {
        let frame = min(39, picture.time * rate / 100)
        #expect(picture.pixels == film.colors(frame), "\(picture.time)")
      }
      #expect(gif.pictures.last?.pixels == film.colors(39))
    }
  }

  @Test("The last picture is held, and the film begins again without end or so often as asked")
  func ends() throws {
    let film = TestFilm.flat()
    let usual = try GIFDecoder(try film.gif())
    #expect(usual.duration == 110 + 200 && usual.loop == 0)
    let once = try GIFDecoder(
      try film.gif {
        $0.holdLast = 0
        $0.loop = 1
      })
    #expect(once.duration == 120 && once.loop == nil)
    #expect(try GIFDecoder(try film.gif { $0.loop = 3 }).loop == 2)
  }

  @Test("A still that is longer than a delay can be keeps its length")
  func longStill() throws {
    var film = TestFilm.flat(frames: 2, rate: try FrameRate(1, 1000))
    film.frames.append(film.frames[0])
    let gif = try GIFDecoder(try film.gif { $0.quality = 100 })
    #expect(gif.duration == 200_000 + 100_000)
    for index in 0..<3 { #expect(gif.picture(at: index * 100_000)?.pixels == film.colors(index)) }
  }

  @Test(
    "A pixel that did not change never flickers, whatever is lost", arguments: [(255, 100), (40, 60), (7, 30), (2, 1)])
  func still(colors: Int, quality: Int) throws {
    let film = TestFilm.colorful()
    let gif = try GIFDecoder(
      try film.gif {
        $0.colors = colors
        $0.quality = quality
      })
    for index in film.frames.indices.dropFirst() {
      let (before, now) = (film.colors(index - 1), film.colors(index))
      let seenBefore = try #require(gif.picture(at: index * 10 - 10)).pixels
      let seen = try #require(gif.picture(at: index * 10)).pixels
      let flickers = before.indices.filter { before[$0] == now[$0] && seenBefore[$0] != seen[$0] }
      #expect(flickers.isEmpty, "frame \(index), pixel \(flickers.first ?? 0)")
    }
  }

  @Test("Less quality is fewer bytes, and little of it costs little likeness")
  func quality() throws {
    let film = TestFilm.colorful(frames: 20)
    let sizes = try [100, 90, 50, 1].map { quality in try film.gif { $0.quality = quality }.count }
    #expect(sizes == sizes.sorted(by: >), "\(sizes)")
    let (best, good) = (try error(of: film, quality: 100), try error(of: film, quality: 80))
    #expect(best < good && good < best * 1.5, "\(best), \(good)")
  }

  /// The mean squared error of red, green and blue over all frames.
  private func error(of film: TestFilm, quality: Int) throws -> Double {
    let gif = try GIFDecoder(try film.gif { $0.quality = quality })
    var sum = 0
    for index in film.frames.indices {
      for (seen, color) in zip(try #require(gif.picture(at: index * 10)).pixels, film.colors(index)) {
        sum += Int(Palette.distance(Palette.channels(seen), Palette.channels(color)))
      }
    }
    return Double(sum) / Double(3 * film.size.area * film.frames.count)
  }

  @Test("Only the rectangle that changed is written")
  func rectangles() throws {
    let film = TestFilm.flat()
    let gif = try GIFDecoder(try film.gif())
    #expect(gif.writtenPixels < film.size.area + (gif.pictures.count - 1) * 30 * 11)
  }

  @Test("The same film is the same bytes")
  func deterministic() throws {
    let film = TestFilm.colorful()
    #expect(try film.gif() == film.gif())
  }

  @Test("A film of one frame, of one pixel and of one colour is a GIF", arguments: [(1, 1), (1, 9), (300, 1)])
  func tiny(width: Int, height: Int) throws {
    var film = TestFilm(size: PixelSize(width: width, height: height))
    film.add { _, _ in .red }
    let gif = try GIFDecoder(try film.gif())
    #expect(gif.pictures.map(\.pixels) == [film.colors(0)])
    #expect(gif.duration == 200)
  }

  @Test("Noise fills the table of strings again and again", arguments: [255, 127, 3])
  func noise(colors: Int) throws {
    var film = TestFilm(size: PixelSize(width: 200, height: 150))
    var random = Seeded(seed: 3)
    for _ in 0..<3 {
      film.add { _, _ in
        let value = UInt8(Int.random(in: 0..<colors, using: &random))
        return Pixel(red: value, green: value, blue: 255 - value)
      }
    }
    let gif = try GIFDecoder(
      try film.gif {
        $0.colors = colors
        $0.quality = 100
      })
    for index in 0..<3 { #expect(gif.picture(at: index * 10)?.pixels == film.colors(index)) }
  }

  @Test("A film that is too wide is made smaller, and flat colours stay what they are")
  func width() throws {
    var film = TestFilm(size: PixelSize(width: 333, height: 100))
    for index in 0..<3 { film.add { x, _ in x < 111 * index ? .white : Pixel(red: 9, green: 99, blue: 199) } }
    let gif = try GIFDecoder(
      try film.gif {
        $0.width = 111
        $0.quality = 100
      })
    #expect((gif.width, gif.height) == (111, 33))
    for index in 0..<3 {
      let seen = try #require(gif.picture(at: index * 10)).pixels
      #expect(seen.enumerated().allSatisfy { $0.element == ($0.offset % 111 < 37 * index ? 0xFFFFFF : 0x0963C7) })
    }
    // Never larger.
    #expect(try GIFDecoder(try film.gif { $0.width = 1000 }).width == 333)
  }
}
