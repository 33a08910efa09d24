import ReelGeometry
import ReelTestSupport

@testable import ReelCanvas

extension Bitmap {
  /// The bitmap as text, a line for each row: `.` transparent, `#` opaque, `+` between them.
  var alphaPicture: String {
    picture { pixel in pixel.alpha == 0 ? "." : pixel.alpha == 255 ? "#" : "+" }
  }

  /// The bitmap as text by colour: `r`, `g`, `b`, `w`, `k` for the pure ones, `.` transparent, `?` all others.
  var colorPicture: String {
    let names: [Pixel: Character] = [
      .transparent: ".", Pixel(.red): "r", Pixel(.green): "g", Pixel(.blue): "b", Pixel(.white): "w",
      Pixel(.black): "k",
    ]
    return picture { names[$0] ?? "?" }
  }

  private func picture(_ character: (Pixel) -> Character) -> String {
    (0..<height).map { y in String((0..<width).map { character(self[$0, y]) }) }.joined(separator: "\n")
  }

  /// A bitmap drawn by a closure.
  static func drawn(
    _ width: Int, _ height: Int, clippedTo region: Region? = nil, _ body: (GraphicsContext) throws -> Void
  ) throws -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    try bitmap.draw(clippedTo: region, body)
    return bitmap
  }

  /// A bitmap from a picture in the letters of `colorPicture`.
  init(_ picture: String) {
    let colors: [Character: Color] = [
      "r": .red, "g": .green, "b": .blue, "w": .white, "k": .black, ".": .clear,
    ]
    let rows = picture.split(separator: "\n").map(Array.init)
    self.init(width: rows[0].count, height: rows.count)
    for (y, row) in rows.enumerated() {
      for (x, character) in row.enumerated() { self[x, y] = Pixel(colors[character] ?? .magenta) }
    }
  }

  /// Random pixels that a picture can have: no colour above its alpha.
  static func random(_ width: Int, _ height: Int, using random: inout Seeded) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = UInt8.random(in: 0...255, using: &random)
        func part() -> UInt8 { .random(in: 0...alpha, using: &random) }
        bitmap[x, y] = Pixel(red: part(), green: part(), blue: part(), alpha: alpha)
      }
    }
    return bitmap
  }

  /// Whether nothing was drawn.
  var isBlank: Bool { self == Bitmap(size: size) }
}
