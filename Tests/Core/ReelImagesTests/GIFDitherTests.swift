import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelImages

@Suite("Mixed colours and colours of shots in GIFs")
struct GIFDitherTests {
  private static let size = PixelSize(width: 128, height: 96)
  private static let all = AnimationSettings.Dither.allCases

  /// A gradient from left to right, as tall as the picture.
  private static func slope(_ x: Int, _ y: Int) -> Pixel {
    Pixel(red: UInt8(40 + x), green: UInt8(60 + x / 2), blue: UInt8(90 + y / 3))
  }

  /// A square walks over a gradient and out of the picture again.
  private static func visited() -> TestFilm {
    var film = TestFilm(size: size)
    for index in 0..<8 {
      film.add { x, y in
        let isSquare = (1...6).contains(index) && (x - index * 12 + 12) / 20 == 1 && y / 24 == 1
        return isSquare ? .white : slope(x, y)
      }
    }
    return film
  }

  private func decoded(_ film: TestFilm, _ dither: AnimationSettings.Dither, colors: Int = 16) throws -> GIFDecoder {
    try GIFDecoder(
      try film.gif {
        $0.dither = dither
        $0.colors = colors
        $0.quality = 100
      })
  }

  /// The mean squared error of red, green and blue of a picture, pixel by pixel, or of the means of squares with a side.
  private func error(_ seen: [UInt32], _ wanted: [UInt32], width: Int, side: Int = 1) -> Double {
    var sums: [Int: SIMD4<Int32>] = [:]
    for index in seen.indices {
      let square = index / width / side << 16 | index % width / side
      sums[square, default: .zero] &+= Palette.channels(seen[index]) &- Palette.channels(wanted[index])
    }
    let area = Double(side * side)
    return sums.values.reduce(0) { sum, difference in
      sum + (0..<3).reduce(0) { $0 + pow(Double(difference[$1]) / area, 2) }
    } / Double(3 * sums.count)
  }

  @Test(
    "A mixed gradient is nearer to what is drawn where one looks from afar",
    arguments: [(AnimationSettings.Dither.ordered, 0.5), (.diffusion, 0.55)])
  func gradient(_ dither: AnimationSettings.Dither, part: Double) throws {
    var film = TestFilm(size: Self.size)
    film.add(Self.slope)
    let plain = try #require(try decoded(film, .none).pictures.first).pixels
    let mixed = try #require(try decoded(film, dither).pictures.first).pixels
    let wanted = film.colors(0)
    #expect(
      error(mixed, wanted, width: 128, side: 8) < part * error(plain, wanted, width: 128, side: 8),
      "\(error(mixed, wanted, width: 128, side: 8)), \(error(plain, wanted, width: 128, side: 8))")
    // Pixel by pixel the nearest colour is the nearest.
    #expect(error(mixed, wanted, width: 128) < 4 * error(plain, wanted, width: 128))
  }

  @Test("Flat areas and edges are never mixed", arguments: all)
  func flat(_ dither: AnimationSettings.Dither) throws {
    let film = TestFilm.flat()
    #expect(try film.gif { $0.dither = dither } == film.gif())
    // More colours than there are, in areas that touch.
    var stripes = TestFilm(size: Self.size)
    stripes.add { x, y in Pixel(red: UInt8(x / 16 * 30), green: UInt8(y / 16 * 40), blue: 0) }
    #expect(try decoded(stripes, dither).pictures.map(\.pixels) == decoded(stripes, .none).pictures.map(\.pixels))
  }

  @Test("A gradient that is drawn again in a pattern looks as before, but beside the edge of what has left")
  func stable() throws {
    let film = Self.visited()
    let gif = try decoded(film, .ordered)
    #expect(film.frames[0] == film.frames[7])
    let (before, after) = (try #require(gif.picture(at: 0)).pixels, try #require(gif.picture(at: 70)).pixels)
    let different = before.indices.filter { before[$0] != after[$0] }
    // While the square was beside them these were no part of a gradient, and what does not change is not drawn again.
    let besides = different.filter { index in
      !(1...6).contains { frame in
        let (x, y) = (index % 128 - frame * 12 + 12, index / 128)
        return (19...40).contains(x) && (23...48).contains(y)
      }
    }
    #expect(besides.isEmpty, "\(besides.map { ($0 % 128, $0 / 128) })")
    #expect(different.count < 20 * 24)
  }

  @Test("A pixel that did not change never flickers, however colours are mixed", arguments: all, [90, 40])
  func still(_ dither: AnimationSettings.Dither, quality: Int) throws {
    for film in [Self.visited(), TestFilm.colorful(), Self.shots] {
      let gif = try GIFDecoder(
        try film.gif {
          $0.dither = dither
          $0.colors = 24
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
  }

  @Test("The same film is the same bytes, and an animated PNG and WebP mix, too", arguments: all)
  func deterministic(_ dither: AnimationSettings.Dither) throws {
    let film = Self.visited()
    for format in AnimationFormat.allCases {
      let data = try (0..<2).map { _ in
        try film.data(format) {
          $0.dither = dither
          $0.colors = 16
        }
      }
      let plain = try film.data(format) { $0.colors = 16 }
      #expect(data[0] == data[1])
      #expect((data[0] == plain) == (dither == .none), "\(format)")
    }
  }

  // MARK: - Shots

  /// A warm shot, a cold one that leaves a corner as it was, and the warm one again; in each a square walks.
  private static let shots: TestFilm = {
    var film = TestFilm(size: size)
    for index in 0..<12 {
      film.add { x, y in
        if (x - index * 4) / 10 == 2, y / 10 == 3 { return .white }
        let isCold = (4..<8).contains(index) && (x > 20 || y > 20)
        return isCold
          ? Pixel(red: UInt8(y), green: UInt8(20 + x / 2), blue: UInt8(120 + x))
          : Pixel(red: UInt8(120 + x), green: UInt8(y * 2), blue: UInt8(x / 4))
      }
    }
    return film
  }()

  @Test("A shot with other colours has a palette of its own: it is as like as alone")
  func ownPalettes() throws {
    let gif = try decoded(Self.shots, .none, colors: 32)
    #expect(gif.tableCount > 0 && gif.tableCount < gif.pictures.count)
    for (first, index) in [(0, 2), (4, 6), (8, 10)] {
      var alone = TestFilm(size: Self.size)
      alone.frames = Array(Self.shots.frames[first..<first + 4])
      let own = try #require(try decoded(alone, .none, colors: 32).picture(at: (index - first) * 10)).pixels
      let seen = try #require(gif.picture(at: index * 10)).pixels
      let wanted = Self.shots.colors(index)
      let (shared, best) = (error(seen, wanted, width: 128), error(own, wanted, width: 128))
      #expect(shared < best * 1.4, "\(shared), alone \(best)")
    }
  }

  @Test("A film without cuts has one palette, and so has one with cuts and few colours")
  func onePalette() throws {
    for film in [Self.visited(), TestFilm.colorful(frames: 20), TestFilm.flat()] {
      #expect(try decoded(film, .none).tableCount == 0)
    }
    var cuts = TestFilm(size: Self.size)
    for index in 0..<9 {
      cuts.add { x, _ in Pixel(red: UInt8(index / 3 * 80), green: UInt8(x / 32 * 60), blue: UInt8(index)) }
    }
    #expect(try decoded(cuts, .none, colors: 64).tableCount == 0)
  }
}
