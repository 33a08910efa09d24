import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Pictures, tables and overlays of a storyboard") struct StorySceneTests {
  /// A folder with a picture, red at the left and blue at the right, and frames of a storyboard in it.
  private func frame(_ yaml: String, at time: Double = 0, size: Int = 40) throws -> Bitmap {
    let folder = try StoryFolder(["rows.csv": "name,age\r\nAda,36\r\n\"Bob, the second\",4\r\n"])
    var picture = Bitmap(size: PixelSize(width: size, height: size / 2))
    for y in 0..<picture.height {
      for x in 0..<picture.width { picture[x, y] = Pixel(x < picture.width / 2 ? .red : .blue) }
    }
    try Data(picture.pngData()).write(to: folder.url.appending(path: "picture.png"))
    let film = try folder.read("film: {size: 160x120, fps: 10, theme: classic}\n" + yaml).description()
    let source = try film.source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  @Test("A picture is fitted, fills the page about its focus, or is stretched")
  func image() throws {
    // The safe area is 140×100 pixels, so a picture of 2:1 is 140×70.
    let fit = try frame("scenes: [{image: picture.png, seconds: 1}]")
    #expect(
      [fit[12, 60], fit[147, 60], fit[5, 60], fit[80, 20], fit[80, 100]]
        == [.red, .blue, .white, .white, .white].map { Pixel($0) })
    let fill = try frame("scenes: [{image: {file: picture.png, fit: fill}, seconds: 1}]")
    #expect([fill[2, 2], fill[157, 117]] == [Pixel(.red), Pixel(.blue)])
    let focus = try frame("scenes: [{image: {file: picture.png, fit: fill, focus: [1, 0.5]}, seconds: 1}]")
    #expect([focus[30, 60], focus[157, 60]] == [Pixel(.red), Pixel(.blue)])
    let stretch = try frame("scenes: [{image: {file: picture.png, fit: stretch}, seconds: 1}]")
    #expect([stretch[2, 2], stretch[157, 117], stretch[70, 117]] == [Pixel(.red), Pixel(.blue), Pixel(.red)])
    let grown = try frame("scenes: [{image: {file: picture.png, zoom: 2}, seconds: 1}]", at: 1)
    #expect(grown[2, 60] == Pixel(.red))
  }

  @Test("A table shows its rows, with any line endings in its file, and scrolls to the last one")
  func table() throws {
    let file = try frame("scenes: [{table: rows.csv, seconds: 1}]")
    let written = try frame("scenes: [{table: {rows: [[name, age], [Ada, 36], ['Bob, the second', 4]]}, seconds: 1}]")
    #expect(file == written)
    let rows = (0..<40).map { "[row \($0), \($0)]" }.joined(separator: ", ")
    let yaml = "scenes: [{table: {rows: [\(rows)], no-header: true}, seconds: 4}]"
    #expect(try frame(yaml, at: 0) == frame(yaml, at: 0.3))
    #expect(try frame(yaml, at: 0) != frame(yaml, at: 2))
    #expect(try frame(yaml, at: 3.7) == frame(yaml, at: 3.9))
  }

  @Test("An image overlay is in its corner, with its opacity, at its time")
  func overlay() throws {
    let yaml = """
      scenes: [{blank: black, seconds: 2}]
      overlays: [{image: {file: picture.png, size: 180}, place: top-left, opacity: 0.5, from: 1}]
      """
    // 45 points are 5 pixels and 180 points are 20, so the picture is 40×20.
    #expect(try frame(yaml, at: 0.9)[10, 10] == Pixel(.black))
    let shown = try frame(yaml, at: 1)
    #expect(abs(Int(shown[10, 10].red) - 128) <= 1)
    #expect(abs(Int(shown[40, 10].blue) - 128) <= 1)
    #expect([shown[3, 10], shown[47, 10], shown[10, 27]] == Array(repeating: Pixel(.black), count: 3))
  }

  @Test("A date overlay follows the film's time, and is redrawn only when its text changes")
  func date() throws {
    let yaml = """
      scenes: [{blank: black, seconds: 3}]
      overlays: [{date: {pattern: "HH:mm:ss", starts: "2016-05-18T09:00:00Z", zone: Europe/Berlin, size: 150}, place: center}]
      """
    #expect(try frame(yaml, at: 0) == frame(yaml, at: 0.9))
    #expect(try frame(yaml, at: 0) != frame(yaml, at: 1))
    // Another zone has another hour.
    let other = yaml.replacing("Europe/Berlin", with: "UTC")
    #expect(try frame(yaml) != frame(other))
    #expect(try frame(other) == frame(yaml.replacing("T09:", with: "T07:")))
  }

  @Test("Right-to-left text begins at the right, with its bullets and cursor")
  func rightToLeft() throws {
    func inked(_ yaml: String, at time: Double = 0.9) throws -> (left: Int, right: Int) {
      let bitmap = try frame(yaml, at: time)
      var counts = (left: 0, right: 0)
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width where bitmap[x, y] != Pixel(.white) {
          if x < 80 { counts.left += 1 } else { counts.right += 1 }
        }
      }
      return counts
    }
    for yaml in [
      "scenes: [{text: {heading: WORD, points: [WORD]}, seconds: 1}]",
      "scenes: [{text: {text: WORD, reveal: typed}, seconds: 1}]",
    ] {
      let latin = try inked(yaml.replacing("WORD", with: "abc"))
      let hebrew = try inked(yaml.replacing("WORD", with: "שלום"))
      #expect(latin.left > 0 && latin.right == 0, "\(yaml) \(latin)")
      #expect(hebrew.right > 0 && hebrew.left == 0, "\(yaml) \(hebrew)")
    }
  }

  @Test(
    "In portrait, square and landscape, the contents of layouts stay within the safe area",
    arguments: ["270x480", "300x300", "480x200"])
  func safe(size: String) throws {
    let words = "Incomprehensibilities that have to be wrapped more than once"
    let cells =
      "[{title: {text: \(words), subtitle: \(words)}}, {text: {heading: \(words), points: [\(words)]}}, {table: {rows: [[a, b]]}}]"
    for layout in ["columns", "stack", "grid"] {
      let source = try read("film: {size: \(size), theme: classic}\nscenes: [{\(layout): \(cells), seconds: 1}]")
        .description()
        .source()
      var bitmap = Bitmap(size: source.size)
      _ = try source.draw(atSeconds: 0.5, into: &bitmap)
      var marked = 0
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width where bitmap[x, y] != Pixel(.white) {
          marked += 1
          // The cells have their own safe areas, and none of them reaches the edge of the page.
          let isSafe = x >= 3 && y >= 3 && x < bitmap.width - 3 && y < bitmap.height - 3
          if !isSafe {
            Issue.record("(\(x), \(y)) of \(layout), \(size)")
            return
          }
        }
      }
      #expect(marked > 300)
    }
  }
}
