import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Drawings of other programs as shapes") struct SVGSceneTests {
  private static let start =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 100 100'>"

  /// The picture of a drawing in a film of the size of its safe area's short side, 100 units for 100 pixels.
  private func picture(_ body: String, steps: String = "[]", at seconds: Double = 9.99) throws -> Bitmap {
    var scene = ShapesScene(Self.start + body + "</svg>")
    scene.theme = .classic
    let yaml = "film: {size: 120x120}\nscenes: [{shapes: {theme: classic, file: a.svg, steps: \(steps)}, seconds: 10}]"
    let film = try StoryFolder(["a.svg": scene.svg]).read(yaml).description()
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  private func count(_ bitmap: Bitmap, _ isSought: (Pixel) -> Bool) -> Int {
    (0..<bitmap.height).reduce(0) { sum, y in sum + (0..<bitmap.width).count { isSought(bitmap[$0, y]) } }
  }

  private func isRed(_ pixel: Pixel) -> Bool { pixel.red > 200 && pixel.green < 80 && pixel.blue < 80 }

  @Test(
    "Text, references, gradients, classes, masks, clips, filters, markers, dashes and nested drawings are drawn",
    arguments: [
      "<text x='5' y='60' font-size='40' fill='red'>Word</text>",
      "<defs><rect id='a' width='40' height='40' fill='red'/></defs><use xlink:href='#a' x='30' y='30'/>",
      "<linearGradient id='g'><stop stop-color='red'/></linearGradient><rect width='50' height='50' fill='url(#g)'/>",
      "<style>.a{fill:red}</style><rect class='a' width='50' height='50'/>",
      "<mask id='m'><rect width='50' height='50' fill='white'/></mask><rect width='90' height='90' fill='red' mask='url(#m)'/>",
      "<clipPath id='c'><rect width='50' height='50'/></clipPath><rect width='90' height='90' fill='red' clip-path='url(#c)'/>",
      "<filter id='f'><feFlood flood-color='red'/></filter><rect width='50' height='50' filter='url(#f)'/>",
      "<marker id='m' markerWidth='30' markerHeight='30'><rect width='30' height='30' fill='red'/></marker><path d='M10 10H90' marker-start='url(#m)' stroke='blue'/>",
      "<path d='M0 50H100' stroke='red' stroke-width='30' stroke-dasharray='20 20'/>",
      "<svg x='10' y='10' width='50' height='50' viewBox='0 0 5 5'><rect width='5' height='5' fill='red'/></svg>",
    ])
  func drawn(body: String) throws {
    let count = count(try picture(body), isRed)
    // Not all of the page, and more than the outlines.
    #expect((200..<7000).contains(count), "\(count)")
  }

  @Test(
    "Spaces between words that are elements of their own are drawn",
    arguments: [
      "<tspan>II</tspan><tspan> II</tspan>", "<tspan>II </tspan><tspan>II</tspan>",
      "<tspan>II </tspan><tspan> II</tspan>", "II<tspan> II</tspan>", "<tspan>II</tspan> <tspan>II</tspan>",
    ])
  func words(text: String) throws {
    /// The rightmost column with ink.
    func end(_ text: String) throws -> Int {
      let page = try picture("<text x='5' y='60' font-size='20' fill='red'>\(text)</text>")
      return try #require((0..<page.width).last { x in (0..<page.height).contains { isRed(page[x, $0]) } })
    }
    let spaced = try end("II II")
    #expect(try abs(end(text) - spaced) <= 1 && spaced > end("IIII") + 3)
    // A new line begins without the space.
    #expect(
      try end("<tspan x='5'>I</tspan><tspan x='50'> II</tspan>") == end("<tspan>I</tspan><tspan x='50'>II</tspan>"))
  }

  @Test(
    "A text hangs from its baseline, stands on it or is centred, as it says",
    arguments: [
      ("hanging", -0.05...0.5), ("text-before-edge", 0...0.5), ("central", -0.6...0.2),
      ("text-after-edge", -1.1 ... -0.6),
    ])
  func baselines(name: String, top: ClosedRange<Double>) throws {
    let page = try picture("<text x='5' y='50' font-size='40' fill='red' dominant-baseline='\(name)'>HH</text>")
    let rows = (0..<page.height).filter { y in (0..<page.width).contains { isRed(page[$0, y]) } }
    let line = Double(page.height) / 2
    let first = (Double(try #require(rows.first)) - line) / (0.4 * Double(page.height) * 5 / 6)
    #expect(top.contains(first), "\(first)")
    if name == "central" {
      #expect(abs(Double(rows[0] + rows[rows.count - 1]) / 2 - line) < 0.03 * Double(page.height))
    }
  }

  @Test("Dashes, clips and masks leave out what they should")
  func cut() throws {
    let clip = try picture(
      "<clipPath id='c'><rect width='50' height='50'/></clipPath><rect width='90' height='90' fill='red' clip-path='url(#c)'/>"
    )
    #expect(isRed(clip[30, 30]) && clip[80, 80] == Pixel(.white))
    let dashes = try picture("<path d='M0 50H100' stroke='red' stroke-width='30' stroke-dasharray='20 20'/>")
    #expect(isRed(dashes[20, 60]) && dashes[40, 60] == Pixel(.white))
  }

  @Test("Steps draw, move, colour and hide texts, references and groups by id, in front of and behind others")
  func steps() throws {
    let body =
      "<rect id='ground' width='100' height='100' fill='yellow'/><g id='node'><rect width='40' height='40' fill='blue'/><text x='2' y='30' font-size='30'>WW</text></g><defs><rect id='d' width='30' height='30' fill='lime'/></defs><use id='copy' href='#d' x='60' y='60'/>"
    let (yellow, blue) = (Pixel(red: 255, green: 255, blue: 0, alpha: 255), Pixel(.blue))
    let lime = Pixel(red: 0, green: 255, blue: 0, alpha: 255)
    #expect(try picture(body)[45, 45] == blue && picture(body)[85, 85] == lime)
    // Drawn by its step alone.
    let late = "[{draw: node}]"
    #expect(try picture(body, steps: late, at: 6.5)[45, 45] == yellow && picture(body, steps: late)[45, 45] == blue)
    let moved = try picture(body, steps: "[{move: node, by: 50 50}]")
    #expect(moved[15, 15] == yellow && moved[95, 95] == lime && moved[65, 65] == blue)
    let red = try picture(body, steps: "[{color: node, to: red}]")
    #expect(isRed(red[45, 45]) && count(red) { $0 == blue } == 0 && red[85, 85] == lime)
    let hidden = try picture(body, steps: "[{hide: copy}]")
    #expect(hidden[85, 85] == yellow && hidden[45, 45] == blue)
  }

  @Test("A drawing that would take hours is refused before librsvg has it, and it reads no other files")
  func safe() throws {
    let nested = (0..<9).map { level in
      "<g id='a\(level)'>"
        + (level == 0 ? "<path d='M0 0L9 9'/>" : String(repeating: "<use xlink:href='#a\(level - 1)'/>", count: 10))
        + "</g>"
    }.joined()
    let told = problems("scenes: [{shapes: {svg: \"\(Self.start)\(nested)</svg>\"}}]")
    #expect(told.count == 1 && told[0].contains("million steps"), "\(told)")
    let folder = try StoryFolder(["a.svg": ""])
    var red = Bitmap(width: 8, height: 8)
    red.fill(with: Pixel(.red))
    let url = folder.url.appending(path: "red.png")
    try Data(red.pngData()).write(to: url)
    for name in [url.path, "red.png", "file://" + url.path] {
      let svg = Self.start + "<rect width='1' height='1'/><image xlink:href='\(name)' width='90' height='90'/></svg>"
      try Data(svg.utf8).write(to: folder.url.appending(path: "a.svg"))
      let (film, notes) = try folder.read("film: {size: 120x120}\nscenes: [{shapes: a.svg, seconds: 4}]")
        .noted(of: StoryStretch())
      #expect(try count(film.picture(ofFrame: 119), isRed) == 0)
      #expect(
        notes == [
          "story.yaml:2: the shapes: line 1 of its SVG: <image> refers to another file, which is not read: embed it"
        ])
    }
  }

  @Test("Drawings without namespaces, in UTF-16 and Latin-1 are read")
  func texts() throws {
    let plain =
      "<svg viewBox='0 0 100 100'><use xlink:href='#a'/><rect id='a' width='50' height='50' fill='red'/></svg>"
    #expect(try SVGPicture(plain).bitmap(PixelSize(width: 10, height: 10))[2, 2] == Pixel(.red))
    let folder = try StoryFolder(["a.txt": ""])
    let url = folder.url.appending(path: "a.svg")
    for (encoding, name) in [(String.Encoding.isoLatin1, "ISO-8859-1"), (.utf16, "UTF-16")] {
      let svg =
        "<?xml version='1.0' encoding='\(name)'?>\n" + Self.start + "<text y='50' font-size='60'>ÄÄ</text></svg>"
      try #require(svg.data(using: encoding)).write(to: url)
      let film = try folder.read("film: {size: 120x120, theme: classic}\nscenes: [{shapes: a.svg, seconds: 4}]")
        .description()
      let expected = try StoryFolder(["a.svg": Self.start + "<text y='50' font-size='60'>ÄÄ</text></svg>"]).read(
        "film: {size: 120x120, theme: classic}\nscenes: [{shapes: a.svg, seconds: 4}]"
      ).description()
      #expect(try film.picture(ofFrame: 119) == expected.picture(ofFrame: 119), "\(name)")
    }
  }
}
