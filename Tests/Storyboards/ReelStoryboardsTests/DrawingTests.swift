import Foundation
import ReelCanvas
import ReelFilms
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelStoryboards

@Suite("SVG drawings in storyboards")
struct DrawingTests {
  /// Red at the left, blue at the right, transparent above and below.
  private static let svg =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'><rect y='2' width='10' height='6' fill='red'/><rect x='10' y='2' width='10' height='6' fill='blue'/></svg>"

  private func frame(_ yaml: String, _ files: [String: String] = [:], at time: Double = 0) throws -> Bitmap {
    let folder = try StoryFolder(["logo.svg": Self.svg].merging(files) { $1 })
    let film = try folder.read("film: {size: 160x120, fps: 10, theme: classic}\n" + yaml).description()
    // A recipe contains the drawing itself.
    let source = try FilmDescription(json: film.json, catalog: .storyboards).source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  @Test("A drawing is fitted like a picture, with sharp edges")
  func fit() throws {
    // The safe area is 140×100 pixels, so the drawing is 140×70.
    let page = try frame("scenes: [{image: logo.svg, seconds: 1}]")
    #expect([page[12, 60], page[147, 60], page[80, 28]] == [.red, .blue, .white].map { Pixel($0) })
    #expect([page[79, 60], page[80, 60]] == [Pixel(.red), Pixel(.blue)])
  }

  @Test("When magnified it is redrawn: an edge stays sharp at eight times the size")
  func zoom() throws {
    let line =
      "<svg xmlns='http://www.w3.org/2000/svg' width='160' height='120'><rect width='160' height='120' fill='white'/><rect x='80' width='80' height='120' fill='black'/></svg>"
    let yaml = "scenes: [{image: {file: line.svg, fit: fill, zoom: 8}, seconds: 1}]"
    let page = try frame(yaml, ["line.svg": line], at: 1)
    #expect([page[78, 60], page[81, 60]] == [Pixel(.white), Pixel(.black)])
  }

  @Test("An overlay can be a drawing, with the scene visible through it")
  func overlay() throws {
    let page = try frame(
      "scenes: [{blank: black, seconds: 1}]\noverlays: [{image: {file: logo.svg, size: 180}, place: top-left}]")
    // 45 points are 5 pixels and 180 points are 20, so the drawing is 40×20.
    #expect([page[10, 15], page[40, 15], page[10, 6]] == [.red, .blue, .black].map { Pixel($0) })
  }

  @Test(
    "A file that is not a drawing is refused, with the reason and its position",
    arguments: [
      ("<svg", "bad.svg"), ("<html></html>", "expected an SVG"), ("", "expected"),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", "give the SVG a viewBox"),
      ("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='9999'/>", "another shape"),
      (String(repeating: "<svg width='1' height='1'>", count: 300), "bad.svg"),
    ])
  func wrong(text: String, message: String) throws {
    #expect {
      _ = try frame("scenes: [{image: bad.svg, seconds: 1}]", ["bad.svg": text])
    } throws: { "\($0)".contains(message) && "\($0)".split(separator: "\n").count == 1 }
  }

  @Test("Files that a drawing refers to are not read")
  func outside() throws {
    let folder = try StoryFolder(["x.txt": ""])
    var red = Bitmap(width: 8, height: 8)
    try red.draw { $0.fill(Rect(x: 0, y: 0, width: 8, height: 8), with: .color(.red)) }
    let picture = folder.url.appending(path: "red.png")
    try Data(red.pngData()).write(to: picture)
    let names = [picture.path, "red.png", "file://" + picture.path]
    for name in names {
      let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='16' height='16'><image xlink:href='\(name)' href='\(name)' width='16' height='16'/></svg>"
      let bitmap = try SVGPicture(svg).bitmap(PixelSize(width: 16, height: 16))
      #expect(bitmap[8, 8] == Bitmap(width: 1, height: 1)[0, 0], "\(name)")
    }
  }
}
