import Foundation
import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes
import ReelTurtle
import Testing

@testable import ReelCurves

@Suite struct ZoomSceneTests {
  private let size = PixelSize(width: 160, height: 90)

  private func film(_ center: String = "2/15", factor: Double = 3) throws -> ZoomFilm {
    var film = ZoomFilm(center: try Fraction(parsing: center), factor: factor)
    film.theme.starCount = 0
    film.showsCaption = false
    return film
  }

  private func picture(of film: ZoomFilm, at seconds: Double, size: PixelSize? = nil) throws -> Bitmap {
    let size = size ?? self.size
    var bitmap = Bitmap(size: size)
    _ = try SceneSource(film, size: size).draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  /// The largest difference of a colour between two pictures.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var largest = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        for part in [\Pixel.red, \.green, \.blue] {
          largest = max(largest, abs(Int(a[x, y][keyPath: part]) - Int(b[x, y][keyPath: part])))
        }
      }
    }
    return largest
  }

  @Test("A frame does not depend on the frames before it")
  func pure() throws {
    let film = try film(factor: 7)
    let scene = try SceneSource(film, size: size)
    var bitmap = Bitmap(size: size)
    for index in 0..<6 {
      let seconds = Double(index) * 0.7
      _ = try scene.draw(atSeconds: seconds, into: &bitmap)
      #expect(bitmap == (try picture(of: film, at: seconds)), "frame \(index)")
    }
  }

  @Test(
    "A picture of which only parts are drawn again equals one that is drawn at once",
    arguments: [SnowflakeTheme.night, .paper, .classic], ["2/15", "0", "1/7"])
  func parts(theme: SnowflakeTheme, center: String) throws {
    let size = PixelSize(width: 400, height: 226)
    var film = try film(center, factor: 5)
    film.theme = theme
    for alpha in [1, 0.5] {
      film.theme.fill = theme.fill.map { $0.with(alpha: alpha) }
      let scene = try SceneSource(film, size: size)
      var bitmap = Bitmap(size: size)
      // Small steps and large ones, near the beginning and far from it.
      for seconds in [0, 0.04, 0.3, 0.31, 2, 2.1, 2.2, 9, 9.02] {
        _ = try scene.draw(atSeconds: seconds, into: &bitmap)
        #expect(bitmap == (try picture(of: film, at: seconds, size: size)), "\(seconds) s, alpha \(alpha)")
      }
    }
  }

  @Test("Of a zoom only what is near the line, or changes sides, is drawn again")
  func damage() throws {
    let size = PixelSize(width: 1280, height: 720)
    let scene = try SceneSource(try film(), size: size)
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 5, into: &bitmap)
    let before = bitmap
    let changed = try scene.draw(atSeconds: 5.1, into: &bitmap)
    let drawn = changed.rects.reduce(0) { $0 + $1.width * $1.height }
    #expect(drawn < 0.6 * Double(size.area))
    #expect(bitmap != before)
  }

  @Test("Each threefold picture is the one before where the centre repeats", arguments: [("1/6", 1.0), ("2/15", 2)])
  func seamless(center: String, period: Double) throws {
    let film = try film(center)
    let first = try picture(of: film, at: 15.4)
    #expect(try difference(first, picture(of: film, at: 15.4 + period)) <= 1)
    #expect(try difference(first, picture(of: film, at: 15.4 + period / 2)) > 40)
  }

  @Test(
    "After a zoom by a billion, and by 10¹⁰⁰, the picture has inside, outside and sharp edges", arguments: [9.0, 100])
  func sharp(powerOfTen: Double) throws {
    var film = try film(factor: 10)
    film.theme = .classic
    film.theme.fill = [.black]
    let bitmap = try picture(of: film, at: powerOfTen)
    var (dark, light, edges) = (0, 0, 0)
    for y in 0..<size.height {
      for x in 1..<size.width {
        let (left, here) = (Int(bitmap[x - 1, y].red), Int(bitmap[x, y].red))
        if here < 30 { dark += 1 }
        if here > 225 { light += 1 }
        if abs(left - here) > 150 { edges += 1 }
      }
    }
    #expect(dark > 1000 && light > 1000 && edges > 50, "\(dark) dark, \(light) light, \(edges) edges")
  }

  @Test("At the beginning the whole flake stands in the picture")
  func beginning() throws {
    var film = try film()
    film.background = .black
    let bitmap = try picture(of: film, at: 0)
    #expect(bitmap[size.width / 2, size.height / 2].red > 180)
    for x in 0..<size.width {
      #expect(bitmap[x, 0].red < 120 && bitmap[x, size.height - 1].red < 120)
    }
  }

  @Test("The caption tells how many times larger the picture is")
  func captions() throws {
    let texts = [
      (0.0, "× 1.0"), (0.5, "× 3.2"), (0.9999, "× 10"), (1.5, "× 32"), (3.0, "× 1000"), (4.9, "× 79000"),
      (5.0, "× 1.0 · 10⁵"), (9.25, "× 1.8 · 10⁹"), (123.0, "× 1.0 · 10¹²³"),
    ]
    for (power, text) in texts { #expect(ZoomFilmLayer.captionText(powerOfTen: power) == text) }
    var film = try film()
    film.showsCaption = true
    let size = PixelSize(width: 480, height: 270)
    let (plain, written) = (try self.film(), film)
    #expect(try difference(picture(of: plain, at: 5, size: size), picture(of: written, at: 5, size: size)) > 40)
  }

  @Test("A factor out of range is refused", arguments: [0, 0.99, 1000.1, -2, .nan, .infinity])
  func factor(factor: Double) throws {
    var film = try film()
    film.factor = factor
    #expect(throws: InvalidValue.self) { try SceneSource(film, size: size) }
  }

  @Test("A zoom that was written and read is the same zoom", arguments: SnowflakeTheme.Name.allCases)
  func written(theme: SnowflakeTheme.Name) throws {
    func read(_ json: Data) throws -> ZoomFilm { try JSONDecoder().decode(ZoomFilm.self, from: json) }
    var zoom = ZoomFilm(center: try Fraction(1, 3), factor: 7)
    zoom.theme = theme.theme
    (zoom.background, zoom.showsCaption) = (Color.magenta, false)
    #expect(try read(JSONEncoder().encode(zoom)) == zoom)
    #expect(try read(Data("{}".utf8)) == ZoomFilm())
    #expect(throws: DescriptionError.self) { try read(Data(#"{"factors": 3}"#.utf8)) }
  }
}
