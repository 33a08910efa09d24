import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelCanvas

@Suite struct BitmapTests {
  @Test("A new bitmap is transparent, its rows begin at multiples of 64 bytes", arguments: [1, 15, 16, 17, 100, 1280])
  func layout(width: Int) {
    let bitmap = Bitmap(width: width, height: 3)
    #expect(bitmap.size == PixelSize(width: width, height: 3))
    #expect(bitmap.bytesPerRow % 64 == 0)
    #expect(bitmap.bytesPerRow >= width * 4 && bitmap.bytesPerRow < width * 4 + 64)
    bitmap.withUnsafeBytes { bytes in
      #expect(bytes.count == bitmap.bytesPerRow * 3)
      #expect(bytes.allSatisfy { $0 == 0 })
      #expect(UInt(bitPattern: bytes.baseAddress) % 64 == 0)
    }
  }

  @Test("A pixel is four bytes: blue, green, red, alpha")
  func pixelBytes() {
    var bitmap = Bitmap(width: 3, height: 2)
    bitmap[1, 1] = Pixel(red: 3, green: 2, blue: 1, alpha: 4)
    let offset = bitmap.bytesPerRow + 4
    #expect(bitmap.withUnsafeBytes { Array($0[offset..<offset + 4]) } == [1, 2, 3, 4])
    #expect(bitmap[1, 1] == Pixel(red: 3, green: 2, blue: 1, alpha: 4))
    #expect(bitmap[0, 1] == .transparent && bitmap[2, 1] == .transparent)
  }

  @Test("A copy is a value: changing one leaves the other, and both share memory until then")
  func copying() throws {
    var first = Bitmap(width: 5, height: 5)
    let untouched = first
    #expect(first.storage === untouched.storage)
    first[0, 0] = Pixel(.red)
    #expect(untouched[0, 0] == .transparent)
    let second = first
    try first.draw { $0.paint(.color(.blue)) }
    #expect(second[0, 0] == Pixel(.red))
    let third = first
    first.withUnsafeMutableBytes { $0[0] = 7 }
    #expect(third[0, 0] == Pixel(.blue))
    let fourth = first
    first.fill(with: Pixel(.green))
    #expect(fourth[1, 1] == Pixel(.blue) && first[1, 1] == Pixel(.green))
  }

  @Test("Memory that no other bitmap shares is never copied")
  func unique() throws {
    var bitmap = Bitmap(width: 5, height: 5)
    let before = ObjectIdentifier(bitmap.storage)
    bitmap[1, 1] = Pixel(.red)
    bitmap.withUnsafeMutableBytes { $0[9] = 1 }
    try bitmap.draw { $0.paint(.white) }
    bitmap.fill(with: Pixel(.green))
    #expect(ObjectIdentifier(bitmap.storage) == before)
  }

  @Test("Equality and hash look at pixels and never at the padding behind a row")
  func padding() {
    var a = Bitmap(width: 3, height: 4)
    var b = a
    let stride = a.bytesPerRow
    a.withUnsafeMutableBytes { bytes in
      for y in 0..<4 { for x in 12..<stride { bytes[y * stride + x] = 0xAA } }
    }
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    b[2, 3] = Pixel(red: 0, green: 0, blue: 0, alpha: 1)
    #expect(a != b)
    #expect(a.hashValue != b.hashValue)
  }

  @Test("Bitmaps of different shapes differ, though all their pixels are alike")
  func shapes() {
    #expect(Bitmap(width: 2, height: 8) != Bitmap(width: 8, height: 2))
    #expect(Set([Bitmap(width: 2, height: 8), Bitmap(width: 8, height: 2), Bitmap(width: 8, height: 2)]).count == 2)
  }

  @Test("A colour becomes the pixel that filling with it leaves")
  func pixelOfColor() throws {
    var random = Seeded()
    for _ in 0..<50 {
      let color = Color(
        red: random.double(0...1), green: random.double(0...1), blue: random.double(0...1), alpha: 1)
      let drawn = try Bitmap.drawn(1, 1) { $0.paint(.color(color)) }[0, 0]
      let made = Pixel(color)
      for part in [\Pixel.red, \.green, \.blue, \.alpha] {
        // Cairo rounds by way of 16 bits.
        #expect(abs(Int(drawn[keyPath: part]) - Int(made[keyPath: part])) <= 1, "\(color) \(random)")
      }
    }
    #expect(Pixel(Color(red: 1, green: 0, blue: 0, alpha: 0.5)) == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
    #expect(Pixel(Color(red: .nan, green: 7, blue: -1)).description == "#00ff00ff")
  }

  // MARK: Drawing in parts

  @Test("Drawing clipped to a region changes its tiles only")
  func region() throws {
    var random = Seeded()
    let size = PixelSize(width: 70, height: 50)
    var region = Region(of: size)
    for row in 0..<region.rows {
      for column in 0..<region.columns where Bool.random(using: &random) {
        region.insert(column: column, row: row)
      }
    }
    let bitmap = try Bitmap.drawn(70, 50, clippedTo: region) { context in
      context.rotate(.degrees(20))
      context.fill(Rect(x: -200, y: -200, width: 500, height: 500), with: .color(.red))
    }
    for y in 0..<50 {
      for x in 0..<70 {
        let expected = region.contains(column: x / 16, row: y / 16) ? Pixel(.red) : .transparent
        try #require(bitmap[x, y] == expected, "(\(x), \(y)) \(random)")
      }
    }
  }

  @Test("In an empty region the closure runs and nothing is drawn, nor copied")
  func emptyRegion() throws {
    var bitmap = Bitmap(width: 20, height: 20)
    let copy = bitmap
    let result = try bitmap.draw(clippedTo: Region(of: bitmap.size)) { context in
      context.paint(.white)
      context.stroke(Path(rect: Rect(x: 0, y: 0, width: 9, height: 9)), with: .black)
      context.draw(TextLayout("x", font: Font(size: 9)), at: .zero, with: .black)
      context.withGroup(opacity: 0.5) { context.paint(.black) }
      return 7
    }
    #expect(result == 7)
    #expect(bitmap.storage === copy.storage)
    #expect(bitmap.isBlank)
  }

  @Test("A context kept beyond its closure does nothing")
  func deadContext() throws {
    var bitmap = Bitmap(width: 8, height: 8)
    let kept = try bitmap.draw { context in context }
    kept.save()
    kept.translate(x: 1, y: 1)
    kept.paint(.white)
    kept.withState { kept.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .black) }
    kept.withGroup(opacity: 1) { kept.clear() }
    kept.clip(to: Path())
    kept.stroke(Path(rect: Rect(x: 0, y: 0, width: 4, height: 4)), with: .black)
    kept.draw(bitmap, at: .zero)
    kept.draw(TextLayout("x", font: Font(size: 9)), at: .zero, with: .black)
    kept.restore()
    #expect(bitmap.isBlank)
  }

  @Test("An error of the closure comes out, what was drawn before it stays")
  func throwing() throws {
    struct Stop: Error {}
    var bitmap = Bitmap(width: 2, height: 1)
    #expect(throws: Stop.self) {
      try bitmap.draw { context in
        try context.withGroup(opacity: 1) {
          context.save()
          context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: .white)
          throw Stop()
        }
      }
    }
    #expect(bitmap.colorPicture == "w.")
    try bitmap.draw { $0.paint(.black) }
    #expect(bitmap.colorPicture == "kk")
  }

  @Test("A bitmap can be drawn into its own copy")
  func ownCopy() throws {
    var bitmap = Bitmap("rg\nbw")
    let copy = bitmap
    try bitmap.draw { $0.draw(copy, in: Rect(x: 0, y: 0, width: 2, height: 2), orientation: .down) }
    #expect(bitmap.colorPicture == "wb\ngr")
    #expect(copy.colorPicture == "rg\nbw")
  }
}
