import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite struct TextTests {
  private let font = Font("sans", size: 20)

  @Test("A measured text has a baseline in its box, and grows with its words and its font")
  func measures() {
    let short = TextLayout("Koch", font: font)
    let long = TextLayout("Koch snowflake", font: font)
    #expect(short.lineCount == 1 && long.lineCount == 1)
    #expect(short.size.width > 20 && long.size.width > short.size.width * 2)
    #expect(short.size.height == long.size.height)
    #expect(short.baseline > 10 && short.baseline < short.size.height)
    let double = TextLayout("Koch", font: Font("sans", size: 40))
    #expect(abs(double.size.width - 2 * short.size.width) < 0.1)
    #expect(abs(double.size.height - 2 * short.size.height) < 0.1)
  }

  @Test("Everything that is drawn lies within the ink bounds", arguments: [false, true])
  func ink(italic: Bool) throws {
    for text in ["Koch", "fjord", "_", "Ä\ng"] {
      let layout = TextLayout(text, font: Font("serif", size: 30, italic: italic))
      let point = Point(x: 20, y: 20)
      let bitmap = try Bitmap.drawn(160, 140) { $0.draw(layout, at: point, with: .black) }
      let drawn = try #require(bitmap.drawnBounds)
      let ink = layout.inkBounds
      // Whole pixels around the bounds, and one for hinting, which moves outlines onto the grid.
      let left = (ink.minX + 20).rounded(.down) - 1
      let top = (ink.minY + 20).rounded(.down) - 1
      let expected = Rect(
        x: left, y: top, width: (ink.maxX + 20).rounded(.up) + 1 - left, height: (ink.maxY + 20).rounded(.up) + 1 - top)
      #expect(expected.union(drawn) == expected, "\(text)")
      // Where no italic is installed, an upright font is slanted, and its bounds are told with room to spare.
      if !italic { #expect(abs(drawn.width - ink.width) <= 3 && abs(drawn.height - ink.height) <= 3, "\(text)") }
    }
  }

  @Test("Text wraps at its width and at its line breaks")
  func wrapping() {
    let text = "the quick brown fox jumps over the lazy dog"
    let free = TextLayout(text, font: font)
    let wrapped = TextLayout(text, font: font, width: 150)
    #expect(wrapped.lineCount >= 3)
    #expect(wrapped.size.width == 150)
    #expect(abs(wrapped.size.height - Double(wrapped.lineCount) * free.size.height) < 0.1)
    #expect(TextLayout("a\nb\nc", font: font).lineCount == 3)
    #expect(TextLayout("Donaudampfschifffahrt", font: font, width: 60).lineCount > 2)
  }

  @Test("Lines stand at the side that the alignment says", arguments: TextAlignment.allCases)
  func alignment(alignment: TextAlignment) throws {
    let layout = TextLayout("il", font: font, alignment: alignment, width: 100)
    let bitmap = try Bitmap.drawn(100, 30) { $0.draw(layout, at: .zero, with: .black) }
    let drawn = try #require(bitmap.drawnBounds)
    switch alignment {
    case .leading: #expect(drawn.minX < 5 && drawn.maxX < 30)
    case .center: #expect(abs(drawn.center.x - 50) < 3)
    case .trailing: #expect(drawn.maxX > 95 && drawn.minX > 70)
    }
  }

  @Test("A bold font is blacker, an italic one different, an unknown family drawn all the same")
  func fonts() throws {
    func ink(_ font: Font) throws -> Int {
      let bitmap = try Bitmap.drawn(120, 40) { context in
        context.draw(TextLayout("Hamburg", font: font), at: .zero, with: .black)
      }
      return (0..<40).reduce(0) { sum, y in (0..<120).reduce(sum) { $0 + Int(bitmap[$1, y].alpha) } }
    }
    let regular = try ink(font)
    #expect(try ink(Font("sans", size: 20, weight: .bold)) > regular * 11 / 10)
    #expect(try ink(Font("sans", size: 20, italic: true)) != regular)
    #expect(try ink(Font("No Such Family At All", size: 20)) > 0)
    #expect(try ink(Font("", size: 20)) > 0)
  }

  @Test(
    "Fonts and widths that cannot be give an empty layout that does no harm",
    arguments: [0, -12, Double.nan, .infinity, -.infinity])
  func impossible(value: Double) throws {
    let layout = TextLayout("x", font: Font(size: value))
    #expect(layout.size == .zero && layout.lineCount == 0 && layout.baseline == 0)
    let bitmap = try Bitmap.drawn(2, 1) { context in
      context.draw(layout, at: .zero, with: .black)
      context.draw(TextLayout("x", font: font, width: .nan), at: .zero, with: .black)
      context.draw(TextLayout("x", font: font), at: Point(x: .nan, y: 0), with: .black)
      context.draw(TextLayout("x", font: font), at: Point(x: 1e30, y: 0), with: .black)
      context.fill(Rect(x: 1, y: 0, width: 1, height: 1), with: .white)
    }
    #expect(bitmap.colorPicture == ".w")
    // No width breaks lines after every letter, any width none.
    let lines = TextLayout("ab", font: font, width: value)
    #expect(lines.lineCount == (value.isNaN ? 0 : value > 0 ? 1 : 2))
    #expect(lines.size.width < 40)
  }

  @Test("An empty text has the height of a line and draws nothing")
  func empty() throws {
    let layout = TextLayout("", font: font)
    #expect(layout.size.width == 0 && layout.size.height == TextLayout("x", font: font).size.height)
    #expect(try Bitmap.drawn(5, 5) { $0.draw(layout, at: .zero, with: .black) }.isBlank)
  }

  @Test("Any scale draws text or nothing, and does no harm", arguments: [1e-8, 1e-4, 0.01, 100, 1e4, 1e8])
  func scales(scale: Double) throws {
    let bitmap = try Bitmap.drawn(3, 1) { context in
      context.withState {
        context.clip(to: Rect(x: 0, y: 0, width: 2, height: 1))
        context.scale(scale)
        context.draw(TextLayout("Koch", font: font), at: .zero, with: .black)
        context.draw(TextLayout("Koch", font: Font(size: 1e9)), at: .zero, with: .black)
        context.draw(TextLayout("Koch", font: Font(size: 1e-9)), at: .zero, with: .black)
      }
      context.fill(Rect(x: 2, y: 0, width: 1, height: 1), with: .white)
    }
    #expect(bitmap.colorPicture.hasSuffix("w"))
  }

  @Test("Letters drawn as pictures and those drawn as outlines look the same", arguments: [5.0, 400])
  func outlines(size: Double) throws {
    // 508 pixels are drawn as a picture, 525 as outlines.
    let scale = size == 400 ? 1.27 : 105
    let layout = TextLayout("R", font: Font("sans", size: size))
    let expected = layout.inkBounds
    let bitmap = try Bitmap.drawn(700, 700) { context in
      context.scale(scale)
      context.draw(layout, at: Point(x: 10 / scale, y: -expected.minY + 10 / scale), with: .black)
    }
    let drawn = try #require(bitmap.drawnBounds)
    #expect(abs(drawn.minX - (expected.minX * scale + 10)) <= 2)
    #expect(abs(drawn.minY - 10) <= 2)
    #expect(abs(drawn.width - expected.width * scale) <= 3)
    #expect(abs(drawn.height - expected.height * scale) <= 3)
  }

  @Test("Letters too small for pictures do not take the font from those that come after", arguments: ["sans", "serif"])
  func tinyOutlines(family: String) throws {
    for pixels in stride(from: 0.4, to: 0.2, by: -0.02) {
      let layout = TextLayout("Koch", font: Font(family, size: 4))
      _ = try Bitmap.drawn(8, 8) { context in
        context.scale(pixels / 4)
        context.draw(layout, at: .zero, with: .black)
      }
    }
    #expect(try !Bitmap.drawn(40, 20) { $0.draw("Koch", at: .zero, font: Font(family, size: 12)) }.isBlank)
  }

  @Test("A text that grows keeps its proportions at every scale")
  func growing() throws {
    let layout = TextLayout("Hamburgefonstiv", font: Font("sans", size: 20))
    for scale in stride(from: 0.5, through: 4, by: 0.07) {
      let bitmap = try Bitmap.drawn(700, 110) { context in
        context.scale(scale)
        context.draw(layout, at: Point(x: 4, y: 2), with: .black)
      }
      let drawn = try #require(bitmap.drawnBounds)
      #expect(abs(drawn.width - layout.inkBounds.width * scale) <= 4, "at \(scale)")
    }
  }

  @Test("Measures follow the font size beyond what FreeType can bear", arguments: [1e-6, 0.1, 3, 499, 501, 1e5, 1e9])
  func sizes(size: Double) {
    let (plain, scaled) = (TextLayout("Koch", font: Font(size: 100)), TextLayout("Koch", font: Font(size: size)))
    #expect(abs(scaled.size.width / plain.size.width * 100 / size - 1) < 0.01)
    #expect(abs(scaled.size.height / plain.size.height * 100 / size - 1) < 0.01)
  }

  @Test("A zero byte in a text does not cut it off")
  func zeroByte() {
    #expect(TextLayout("a\0b", font: font).size.width > TextLayout("a", font: font).size.width * 2)
  }

  @Test("Text has the same shape wherever a whole pixel puts it, and takes any paint")
  func positions() throws {
    let layout = TextLayout("Ag", font: font)
    let paint = Paint.linearGradient(Gradient(.red, .red), from: .zero, to: Point(x: 9, y: 9))
    let a = try Bitmap.drawn(60, 40) { $0.draw(layout, at: Point(x: 10, y: 5), with: .color(.red)) }
    let b = try Bitmap.drawn(60, 40) { context in
      context.translate(x: 7, y: 3)
      context.draw(layout, at: Point(x: 3, y: 2), with: paint)
    }
    #expect(a.alphaPicture == b.alphaPicture)
  }

  @Test("A font map goes from user to user, and is never with two at once")
  func fontMaps() {
    let maps = FontMaps()
    let (outer, inner) = maps.use { outer in maps.use { inner in (outer, inner) } }
    #expect(outer != inner)
    let next = maps.use { outer in maps.use { inner in [outer, inner] } }
    #expect(Set(next) == [outer, inner])
  }

  @Test("Many threads measure and draw text at once")
  func threads() async throws {
    let expected = TextLayout("snowflake", font: font)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask {
          let layout = TextLayout("snowflake", font: Font("sans", size: 20))
          _ = try Bitmap.drawn(90, 30) { $0.draw(layout, at: .zero, with: .black) }
          return layout == expected
        }
      }
      for try await same in group { #expect(same) }
    }
  }

  @Test("A string is drawn in a rectangle: at its side, in the middle of its height, wrapped to its width")
  func rect() throws {
    let rect = Rect(x: 20, y: 10, width: 100, height: 80)
    func ink(_ text: String, _ alignment: TextAlignment) throws -> Rect {
      var bitmap = Bitmap(width: 160, height: 120)
      try bitmap.draw { $0.draw(text, in: rect, alignment: alignment, font: Font(size: 20)) }
      let columns = (0..<160).filter { x in (0..<120).contains { bitmap[x, $0].alpha > 40 } }
      let rows = (0..<120).filter { y in (0..<160).contains { bitmap[$0, y].alpha > 40 } }
      let (left, top) = (Double(columns.first ?? 0), Double(rows.first ?? 0))
      return Rect(x: left, y: top, width: Double(columns.last ?? 0) - left, height: Double(rows.last ?? 0) - top)
    }
    let (left, middle, right) = (try ink("HH", .leading), try ink("HH", .center), try ink("HH", .trailing))
    #expect(left.minX < 24 && right.maxX > 116 && abs(middle.center.x - 70) < 2)
    #expect([left, middle, right].allSatisfy { abs($0.center.y - 50) < 4 })
    let wrapped = try ink("HHHH HHHH HHHH", .leading)
    #expect(wrapped.height > 50 && wrapped.maxX < 121 && abs(wrapped.center.y - 50) < 4)
  }

  @Test("Tracking changes the space between letters, in proportion to their size")
  func tracking() {
    var font = Font(size: 100)
    let plain = TextLayout("HHHH", font: font).size.width
    font.tracking = -0.05
    #expect(abs(plain - TextLayout("HHHH", font: font).size.width - 20) < 6)
    font.size = 600
    #expect(abs(6 * plain - TextLayout("HHHH", font: font).size.width - 120) < 36)
  }
}

extension Bitmap {
  /// The smallest rectangle around all pixels that are not transparent.
  fileprivate var drawnBounds: Rect? {
    var bounds: Rect?
    for y in 0..<height {
      for x in 0..<width where self[x, y].alpha > 0 {
        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
        bounds = bounds?.union(pixel) ?? pixel
      }
    }
    return bounds
  }
}
