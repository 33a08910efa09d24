import ReelCanvas
import ReelGeometry
import ReelLayers
import Testing

@Suite("Stock layers") struct StockLayerTests {
  let film = Film(width: 64, height: 32)
  var stage: Stage { film.stage }

  /// Draws a layer over the whole stage, the dark pixels of every second row and column as `#`.
  private func art(_ layer: Layer, columns: Int = 16, rows: Int = 8) throws -> [String] {
    layer.frame = stage.root.bounds
    stage.root.addSublayer(layer)
    try film.render(at: stage.time)
    let (dx, dy) = (64 / columns, 32 / rows)
    return (0..<rows).map { row in
      String(
        (0..<columns).map { column in
          film.picture[column * dx + dx / 2, row * dy + dy / 2].green < 128 ? "#" : "."
        })
    }
  }

  @Test("An image fits, fills, keeps its size or is stretched")
  func contentModes() throws {
    // Black with a white right half: 16×16.
    var image = Bitmap(width: 16, height: 16)
    image.fill(with: Pixel(.black))
    for y in 0..<16 { for x in 8..<16 { image[x, y] = Pixel(.white) } }
    let layer = ImageLayer(image)
    #expect(layer.bounds.size == Size(width: 16, height: 16))
    let fit = "....####........"
    #expect(try art(layer) == Array(repeating: fit, count: 8))
    layer.contentMode = .center
    let center = "......##........"
    let empty = "................"
    #expect(try art(layer) == [empty, empty, center, center, center, center, empty, empty])
    layer.contentMode = .stretch
    #expect(try art(layer) == Array(repeating: "########........", count: 8))
    layer.contentMode = .fill
    layer.orientation = .right
    let top = String(repeating: "#", count: 16)
    #expect(try art(layer) == Array(repeating: top, count: 4) + Array(repeating: empty, count: 4))
    #expect(layer.imageRect == Rect(x: 0, y: -16, width: 64, height: 64))
    layer.image = nil
    #expect(try art(layer) == Array(repeating: empty, count: 8))
  }

  @Test("Every orientation puts the corner of the stored picture where Exif says", arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) throws {
    var image = Bitmap(width: 32, height: 32)
    image.fill(with: Pixel(.white))
    for y in 0..<16 { for x in 0..<12 { image[x, y] = Pixel(.black) } }
    let layer = ImageLayer(image, contentMode: .center)
    layer.orientation = orientation
    layer.frame = stage.root.bounds
    stage.root.addSublayer(layer)
    try film.render(at: 0)
    let upright = image.oriented(orientation)
    for y in 0..<32 { for x in 0..<32 { #expect(film.picture[x + 16, y] == upright[x, y]) } }
  }

  @Test("A path is filled, and its line goes as far as it is told")
  func shape() throws {
    let across = Path(points: [Point(x: 0, y: 16), Point(x: 64, y: 16)])
    let line = ShapeLayer(across, stroke: .black, lineWidth: 8)
    line.lineCap = .butt
    line.strokeEnd = 0.5
    let (empty, half) = ("................", "########........")
    #expect(try art(line) == [empty, empty, empty, half, half, empty, empty, empty])
    line.strokeStart = 0.25
    let quarter = "....####........"
    #expect(try art(line) == [empty, empty, empty, quarter, quarter, empty, empty, empty])
    (line.strokeStart, line.strokeEnd) = (0, 1)
    line.lineDash = [16, 16]
    let dashed = "####....####...."
    #expect(try art(line)[3] == dashed)
    line.dashPhase = 16
    #expect(try art(line)[3] == "....####....####")
    line.strokeColor = .clear
    line.path = Path(rect: Rect(x: 16, y: 8, width: 32, height: 16))
    line.fillColor = .black
    let box = "....########...."
    #expect(try art(line) == [empty, empty, box, box, box, box, empty, empty])
  }

  @Test("A line that grows is drawn where it grows only")
  func growingLine() throws {
    let wide = Film(width: 160, height: 96)
    let path = Path(points: [Point(x: 8, y: 40), Point(x: 152, y: 40)])
    let line = ShapeLayer(path, stroke: .black, lineWidth: 2)
    line.frame = wide.stage.root.bounds
    line.strokeEnd = 0.1
    wide.stage.root.addSublayer(line)
    try wide.render(at: 0)
    line.strokeEnd = 0.2
    #expect(try wide.render(at: 0) == tiles(1...2, 2...2, of: wide.stage))
    #expect(wide.picture == (try wide.stage.snapshot()))
  }

  @Test("Background, corners and border stand around the content")
  func decoration() throws {
    let box = Layer()
    box.backgroundColor = .red
    box.borderWidth = 4
    box.addSublayer(Patch(0, 0, 64, 16, color: .green))
    _ = try art(box)
    let (edge, upper, lower) = (film.picture[2, 16], film.picture[20, 10], film.picture[20, 20])
    #expect(edge == Pixel(.black))
    #expect(upper == Pixel(.green))
    #expect(lower == Pixel(.red))
    box.cornerRadius = 16
    #expect(try !film.render(at: 0).isEmpty)
    // The sublayer is not cut, the background is.
    #expect(film.picture[1, 1] == Pixel(.green))
    #expect(film.picture[1, 30] == Pixel(.white))
    box.masksToBounds = true
    try film.render(at: 0)
    #expect(film.picture[1, 1] == Pixel(.white))
    #expect(film.picture[32, 10] == Pixel(.green))
    // On the arc of the corner, 45° from its centre at (16, 16), there is the border.
    #expect(film.picture[6, 6] == Pixel(.black))
    box.backgroundColor = .clear
    box.borderWidth = 0
    try film.render(at: 0)
    #expect(film.picture[20, 20] == Pixel(.white))
    #expect(try film.render(at: 0).isEmpty)
  }

  @Test("A scroll layer shows what is in sight, draws nothing else, and knows the size of its content")
  func scroll() throws {
    let list = ScrollLayer(frame: Rect(x: 0, y: 0, width: 32, height: 32))
    let rows = (0..<100).map { Patch(0, Double($0) * 16, 32, 16, color: $0.isMultiple(of: 2) ? .red : .blue) }
    for row in rows { list.addSublayer(row) }
    stage.root.addSublayer(list)
    try film.render(at: 0)
    #expect(rows.map(\.drawings).reduce(0, +) == 2)
    #expect(list.contentSize == Size(width: 32, height: 1600))
    #expect(list.maximumOffset == Point(x: 0, y: 1568))
    Transaction.animate(duration: 1, curve: .linear) { list.offset.y = 160 }
    try film.render(at: 0.5)
    #expect(film.picture[8, 0] == Pixel(.blue) && film.picture[8, 31] == Pixel(.red))
    #expect(film.picture[40, 8] == Pixel(.white))
    #expect(rows.map(\.drawings).reduce(0, +) == 4)
    list.scroll(toVisible: rows[99].frame)
    #expect(list.offset == list.maximumOffset)
    list.scroll(toVisible: rows[98].frame)
    #expect(list.offset == list.maximumOffset)
    list.scroll(toVisible: rows[3].frame)
    #expect(list.offset.y == 48)
  }

  @Test("A text stands where it is aligned, wraps if it may, and is drawn again when it changes")
  func text() throws {
    let text = TextLayer("|", font: Font("monospace", size: 16), color: .black)
    func inked() throws -> (left: Int, right: Int, top: Int, bottom: Int) {
      try film.render(at: 0)
      var box = (left: 64, right: -1, top: 32, bottom: -1)
      for y in 0..<32 {
        for x in 0..<64 where film.picture[x, y].green < 200 {
          box = (min(box.left, x), max(box.right, x), min(box.top, y), max(box.bottom, y))
        }
      }
      return box
    }
    text.frame = stage.root.bounds
    stage.root.addSublayer(text)
    let leading = try inked()
    #expect(leading.right < 12 && leading.top < 12)
    text.alignment = .center
    let center = try inked()
    #expect(abs(center.left + center.right - 63) <= 2)
    text.alignment = .trailing
    text.verticalAlignment = .bottom
    let trailing = try inked()
    #expect(trailing.left > 52 && trailing.bottom > 22)
    #expect(try film.render(at: 0).isEmpty)
    text.text = "i i i i i i"
    #expect(text.layout.lineCount == 1)
    text.wraps = true
    #expect(text.layout.lineCount > 1)
    text.sizeToFit()
    #expect(text.bounds.height == text.layout.size.height && text.bounds.width == 64)
    text.color = .clear
    #expect(try inked().right == -1)
  }

  @Test("A text counts up in a transaction")
  func counting() throws {
    let stage = Stage(size: PixelSize(width: 60, height: 30))
    let text = TextLayer("none", font: Font(size: 20))
    text.frame = stage.root.bounds
    stage.root.addSublayer(text)
    #expect(text.layout.text == "none")
    text.format = { "\(Int($0.rounded()))" }
    Transaction.animate(duration: 2, curve: .linear) { text.number = 80 }
    func picture(_ words: String) throws -> Bitmap {
      var bitmap = Bitmap(width: 60, height: 30)
      try bitmap.draw { $0.draw(words, at: Point(x: 0, y: 0), font: Font(size: 20)) }
      return bitmap
    }
    for (time, words) in [(0.0, "0"), (1, "40"), (1.5, "60"), (3, "80")] {
      var bitmap = Bitmap(width: 60, height: 30)
      _ = try stage.render(at: time, into: &bitmap)
      #expect(try bitmap == picture(words), "\(time)")
    }
    #expect(text.layout.text == "80")
  }
}
