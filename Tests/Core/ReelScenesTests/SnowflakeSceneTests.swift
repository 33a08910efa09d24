import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelScenes

@Suite struct SnowflakeSceneTests {
  private let size = PixelSize(width: 160, height: 90)

  private func film(_ style: SnowflakeFilm.Style, theme: SnowflakeTheme = .night) -> SnowflakeFilm {
    var film = SnowflakeFilm(levels: 0...3, duration: 4)
    film.style = style
    film.theme = theme
    return film
  }

  private func picture(of film: SnowflakeFilm, at seconds: Double, size: PixelSize? = nil) throws -> Bitmap {
    let size = size ?? self.size
    var bitmap = Bitmap(size: size)
    _ = try SceneSource(film, size: size).draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  @Test("A frame does not depend on the frames before it", arguments: SnowflakeFilm.Style.allCases)
  func pure(style: SnowflakeFilm.Style) throws {
    let scene = try SceneSource(film(style), size: size)
    var bitmap = Bitmap(size: size)
    for index in 0..<40 {
      let region = try scene.draw(at: FrameTime(index: index, frameRate: 10), into: &bitmap)
      let alone = try picture(of: film(style), at: Double(index) / 10)
      #expect(bitmap == alone, "frame \(index), \(region.tileCount) tiles changed")
    }
  }

  @Test(
    "Of a flake that grows only what changes is drawn, and nothing of what was there stays",
    arguments: [SnowflakeTheme.night, .paper, .classic])
  func tracesOfGrowth(theme: SnowflakeTheme) throws {
    var random = Seeded()
    for size in [(320, 240), (150, 222), (64, 36)].map({ PixelSize(width: $0.0, height: $0.1) }) {
      var film = SnowflakeFilm(levels: 0...7, duration: 80)
      film.theme = theme
      film.growth = 1
      let scene = try SceneSource(film, size: size)
      var bitmap = Bitmap(size: size)
      var seconds = 0.0
      while seconds < 80 {
        _ = try scene.draw(atSeconds: seconds, into: &bitmap)
        let alone = try picture(of: film, at: seconds, size: size)
        #expect(bitmap == alone, "\(seconds) s, \(random)")
        // Small steps, whole levels, and leaps over several.
        let isLeap = Int.random(in: 0..<10, using: &random) == 0
        seconds =
          isLeap
          ? (seconds / 10).rounded(.up) * 10 + 10 * random.double(0...2).rounded() : seconds + random.double(0.01...2)
      }
    }
  }

  /// The tiles that were drawn anew though no pixel changed in them nor in any tile within four of them, which is as far as a
  /// bump and its light reach.
  private static func needless(_ drawn: Region, _ before: Bitmap, _ after: Bitmap) -> [String] {
    var changed: Set<[Int]> = []
    for y in 0..<after.size.height {
      for x in 0..<after.size.width where before[x, y] != after[x, y] { changed.insert([x / 16, y / 16]) }
    }
    var needless: [String] = []
    for row in 0..<drawn.rows {
      for column in 0..<drawn.columns where drawn.contains(column: column, row: row) {
        let isNear = changed.contains { abs($0[0] - column) <= 4 && abs($0[1] - row) <= 4 }
        if !isNear { needless.append("\(column), \(row)") }
      }
    }
    return needless
  }

  @Test("A flake that grows is drawn near its outline only")
  func nearTheOutline() throws {
    var film = SnowflakeFilm(levels: 2...6, duration: 40)
    film.growth = 1
    let size = PixelSize(width: 1280, height: 720)
    let scene = try SceneSource(film, size: size)
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 35, into: &bitmap)
    let before = bitmap
    let changed = try scene.draw(atSeconds: 35.1, into: &bitmap)
    #expect(Self.needless(changed, before, bitmap) == [])
    #expect(!changed.contains(column: changed.columns / 2, row: changed.rows / 2 - 2))
  }

  @Test("A whole level that begins to grow is drawn near its outline only")
  func nearTheWholeOutline() throws {
    let size = PixelSize(width: 1280, height: 720)
    let scene = try SceneSource(SnowflakeFilm(levels: 0...2, duration: 30), size: size)
    var bitmap = Bitmap(size: size)
    _ = try scene.draw(atSeconds: 9.9, into: &bitmap)
    let changed = try scene.draw(atSeconds: 10.1, into: &bitmap)
    let layout = FlakeLayout(size: size, hasCaption: true)
    for row in 0..<changed.rows {
      for column in 0..<changed.columns where changed.contains(column: column, row: row) {
        let center = Point(x: 16 * Double(column) + 8, y: 16 * Double(row) + 8)
        guard center.y < layout.caption.minY - 16 else { continue }
        // How far it is outside of the triangle, whose corners lie on a circle of the flake's height; below 0 it is inside.
        let radius = layout.flake.height / 2
        let way = center - layout.flake.center
        let sine = 3.0.squareRoot() / 2
        let distance = max(way.dy, sine * way.dx - way.dy / 2, -sine * way.dx - way.dy / 2) - radius / 2
        // Tiles, half of their diagonal, and the light.
        #expect(abs(distance) < 64, "\(column), \(row)")
      }
    }
    #expect(!changed.contains(column: changed.columns / 2, row: changed.rows / 2 - 2))
  }

  @Test("A scene that was not played to its end goes with its last owner", arguments: SnowflakeFilm.Style.allCases)
  func goes(style: SnowflakeFilm.Style) throws {
    weak var forgotten: SceneSource?
    do {
      let scene = try SceneSource(film(style), size: size)
      var bitmap = Bitmap(size: size)
      _ = try scene.draw(atSeconds: 0.1, into: &bitmap)
      forgotten = scene
    }
    #expect(forgotten == nil)
  }

  @Test("While a level holds, nothing is drawn")
  func stills() throws {
    let size = PixelSize(width: 480, height: 270)
    let scene = try SceneSource(film(.grow), size: size)
    var bitmap = Bitmap(size: size)
    let changed = try (0..<40).map { index in
      try !scene.draw(at: FrameTime(index: index, frameRate: 10), into: &bitmap).isEmpty
    }
    // Each level of 10 frames grows for 2.5 and holds; level 0 does not grow.
    for index in 0..<40 {
      let inShare = index % 10
      let expected = index == 0 || index >= 10 && inShare <= 3
      #expect(changed[index] == expected, "frame \(index)")
    }
  }

  @Test("The last frame shows the finished flake, also when it grows to the end")
  func ending() throws {
    var growing = film(.grow)
    growing.growth = 1
    var standing = film(.step)
    standing.levels = 3...3
    #expect(try picture(of: growing, at: 3.9) == picture(of: standing, at: 0))
    #expect(try picture(of: growing, at: 3.5) != picture(of: standing, at: 0))
  }

  @Test("The first of a range of levels grows out of the level below it")
  func firstGrows() throws {
    var later = film(.grow)
    later.levels = 3...3
    later.growth = 0.5
    var before = film(.step)
    before.levels = 2...2
    before.showsCaption = false
    later.showsCaption = false
    #expect(try picture(of: later, at: 0) == picture(of: before, at: 0))
    #expect(try picture(of: later, at: 3) != picture(of: before, at: 0))
  }

  @Test("The classic theme is black on white with no caption, and the flake is centred")
  func classic() throws {
    let bitmap = try picture(of: film(.step, theme: .classic), at: 3.5)
    var dark: [(x: Int, y: Int)] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = bitmap[x, y]
        #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
        if pixel.red < 250 { dark.append((x, y)) }
      }
    }
    let left = dark.map(\.x).min() ?? 0
    let right = dark.map(\.x).max() ?? 0
    let top = dark.map(\.y).min() ?? 0
    let bottom = dark.map(\.y).max() ?? 0
    #expect(abs(left - (size.width - 1 - right)) <= 1)
    #expect(abs(top - (size.height - 1 - bottom)) <= 1)
    #expect(bottom - top > size.height * 3 / 4)
  }

  @Test("Without a caption nothing is written, and with one each level has its own")
  func captions() throws {
    #expect(SnowflakeFilm.captionText(level: 0) == "Level 0  ·  3 segments")
    #expect(SnowflakeFilm.captionText(level: 6) == "Level 6  ·  12\u{2009}288 segments")
    #expect(SnowflakeFilm.captionText(level: 12) == "Level 12  ·  50\u{2009}331\u{2009}648 segments")
    var plain = film(.step)
    plain.background = .black
    let size = PixelSize(width: 480, height: 270)
    func isBlack(_ bitmap: Bitmap) -> Bool {
      let bottom = (bitmap.height * 93 / 100)..<bitmap.height
      return bottom.allSatisfy { y in (0..<bitmap.width).allSatisfy { bitmap[$0, y] == Pixel(.black) } }
    }
    #expect(try !isBlack(picture(of: plain, at: 0, size: size)))
    plain.background = .white
    let dark = try picture(of: plain, at: 0, size: size)
    #expect((0..<size.width).contains { dark[$0, size.height * 95 / 100].red < 120 })
    plain.background = .black
    plain.showsCaption = false
    #expect(try isBlack(picture(of: plain, at: 0, size: size)))
    // A frame so small that nobody could read it has none.
    plain.showsCaption = true
    #expect(try isBlack(picture(of: plain, at: 0)))
  }

  @Test("In the draw style the turtle is where the walk has come to")
  func turtle() throws {
    var walk = film(.draw)
    walk.levels = 0...0
    walk.growth = 0.75
    walk.theme.starCount = 0
    // Half of the walk is half of the second side: right of the middle.
    let half = try picture(of: walk, at: 1.5)
    // Nothing else in this picture is warm.
    func isTurtle(_ pixel: Pixel) -> Bool { pixel.red > 140 && pixel.red > pixel.blue }
    var columns: [Int] = []
    for y in 0..<size.height {
      for x in 0..<size.width where isTurtle(half[x, y]) { columns.append(x) }
    }
    #expect(!columns.isEmpty)
    #expect(columns.allSatisfy { $0 > size.width / 2 })
    let done = try picture(of: walk, at: 3.5)
    #expect((0..<size.height).allSatisfy { y in (0..<size.width).allSatisfy { !isTurtle(done[$0, y]) } })
  }

  @Test(
    "Outline, turtle and caption are seen on every background, in every theme",
    arguments: ["black", "white", "gray", "navy", "yellow", "#777", "lavender"])
  func backgrounds(text: String) throws {
    let ground = try #require(Color(text))
    for name in SnowflakeTheme.Name.allCases {
      let theme = name.theme.on(ground)
      #expect(theme.outline.color.contrast(on: ground) >= 3, "\(name)")
      #expect(theme.turtle.contrast(on: ground) >= min(3, name.theme.turtle.contrast(on: name.theme.backgroundCenter)))
      if let caption = theme.caption { #expect(caption.contrast(on: ground) >= 4.5, "\(name)") }
    }
    #expect(SnowflakeTheme.classic.on(.black).outline.color == .white)
    #expect(SnowflakeTheme.night.on(nil) == .night)
  }
}
