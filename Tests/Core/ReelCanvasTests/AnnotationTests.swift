import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite("Marks on a picture") struct AnnotationTests {
  private let size = PixelSize(width: 320, height: 240)

  private func picture(_ pixel: Pixel = .white) -> Bitmap {
    var bitmap = Bitmap(size: size)
    bitmap.fill(with: pixel)
    return bitmap
  }

  private func pixels(of bitmap: Bitmap, where isWanted: (Pixel) -> Bool) -> Set<[Int]> {
    var found: Set<[Int]> = []
    for y in 0..<size.height { for x in 0..<size.width where isWanted(bitmap[x, y]) { found.insert([x, y]) } }
    return found
  }

  private func isOrange(_ pixel: Pixel) -> Bool {
    pixel.red > 220 && (80..<140).contains(pixel.green) && pixel.blue < 60
  }

  @Test("Pictures that differ only in how the pixels of each quarter are arranged look the same once blurred")
  func blurred() throws {
    let rect = Rect(x: 40, y: 30, width: 120, height: 40)
    var (first, second) = (picture(), picture())
    for y in 30..<70 {
      for x in 40..<160 {
        first[x, y] = x % 4 == 0 ? .black : .white
        second[x, y] = (x + 2 * y) % 4 == 0 ? .black : .white
      }
    }
    #expect(first != second)
    try first.annotate([.blur(rect)])
    try second.annotate([.blur(rect)])
    #expect(first == second)
    // Nothing else has changed, and all of the part has.
    let changed = pixels(of: first) { $0 != .white }
    #expect(changed.allSatisfy { (40..<160).contains($0[0]) && (30..<70).contains($0[1]) } && changed.count > 4500)
  }

  @Test("A part of one pixel, of the whole picture and of what is transparent can be blurred")
  func edges() throws {
    var clear = Bitmap(size: size)
    try clear.annotate([.blur(size.bounds)])
    #expect(clear == Bitmap(size: size))
    var one = picture()
    try one.annotate([.blur(Rect(x: 319, y: 239, width: 1, height: 1))])
    #expect(one[318, 238] == .white && one[319, 239].alpha == 255)
    var all = picture(.red)
    try all.annotate([.blur(size.bounds)])
    #expect(pixels(of: all) { $0.red < 200 || $0.green > 40 }.isEmpty)
  }

  @Test("Pixels are hidden before anything is drawn, whatever the order")
  func order() throws {
    let (blur, box) = (Annotation.blur(size.bounds), Annotation.box(Rect(x: 50, y: 50, width: 100, height: 80)))
    var (first, second) = (picture(), picture())
    try first.annotate([blur, box])
    try second.annotate([box, blur])
    #expect(first == second && !pixels(of: first, where: isOrange).isEmpty)
  }

  @Test(
    "A box is a frame around its part, with rims that show on any ground",
    arguments: [Pixel.white, .black, Pixel(red: 255, green: 107, blue: 20)])
  func box(ground: Pixel) throws {
    var bitmap = picture(ground)
    try bitmap.annotate([.box(Rect(x: 100, y: 60, width: 120, height: 90))])
    #expect(bitmap[160, 105] == ground && bitmap[20, 20] == ground)
    #expect(isOrange(bitmap[160, 60]) && isOrange(bitmap[100, 105]) && isOrange(bitmap[219, 105]))
    // Going outwards from the line there is white, then something darker than white.
    let rim = (50..<60).map { bitmap[160, $0] }
    #expect(rim.contains { $0.red > 200 && $0.green > 200 && $0.blue > 180 })
    #expect(rim.contains { $0 != ground && $0.green < 240 })
  }

  @Test("An arrow points with its head, as long as it is or smaller")
  func arrow() throws {
    var bitmap = picture()
    try bitmap.annotate([.arrow(from: Point(x: 40, y: 120), to: Point(x: 200, y: 120))])
    let orange = pixels(of: bitmap, where: isOrange)
    #expect(orange.contains([198, 120]) && orange.contains([60, 120]) && !orange.contains([204, 120]))
    /// The height of the arrow at a column.
    func height(_ x: Int) -> Int { orange.count { $0[0] == x } }
    #expect(height(188) >= 2 * height(150) && height(197) < height(188))
    // Both sides are alike.
    #expect(orange.allSatisfy { orange.contains([$0[0], 239 - $0[1]]) || orange.contains([$0[0], 240 - $0[1]]) })
    var small = picture()
    try small.annotate([.arrow(from: Point(x: 100, y: 100), to: Point(x: 103, y: 104))])
    let marked = pixels(of: small) { $0 != .white }
    #expect(!marked.isEmpty && marked.allSatisfy { (92..<112).contains($0[0]) && (92..<112).contains($0[1]) })
  }

  @Test("A note stays in the picture: moved inwards, wrapped, and smaller if it is long", arguments: [1, 12, 60])
  func note(words: Int) throws {
    var bitmap = picture(.red)
    let text = Array(repeating: "word", count: words).joined(separator: " ")
    try bitmap.annotate([.note(text, at: Point(x: 319, y: 239))])
    let dark = pixels(of: bitmap) { $0.red < 60 && $0.green < 60 && $0.blue < 70 }
    #expect(dark.count > 300)
    #expect((dark.map { $0[1] }.min() ?? 0) > 10 && (dark.map { $0[0] }.min() ?? 0) > 100)
    // Its left edge has the colour of the other marks.
    #expect(!pixels(of: bitmap, where: isOrange).isEmpty)
  }
}
