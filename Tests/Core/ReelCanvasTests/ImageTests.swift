import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelCanvas

@Suite struct ImageTests {
  /// Every corner and side of it is different.
  private let image = Bitmap("rgb\nwk.")

  @Test(
    "An image stands upright in each of the eight orientations",
    arguments: [
      (.up, "rgb\nwk."), (.upMirrored, "bgr\n.kw"), (.down, ".kw\nbgr"), (.downMirrored, "wk.\nrgb"),
      (.leftMirrored, "rw\ngk\nb."), (.right, "wr\nkg\n.b"), (.rightMirrored, ".b\nkg\nwr"), (.left, "b.\ngk\nrw"),
    ] as [(ImageOrientation, String)])
  func orientations(orientation: ImageOrientation, expected: String) throws {
    #expect(image.oriented(orientation).colorPicture == expected)
    let size = orientation.oriented(image.size)
    let drawn = try Bitmap.drawn(size.width, size.height) { context in
      context.draw(image, in: Rect(origin: .zero, size: size.size), orientation: orientation)
    }
    #expect(drawn.colorPicture == expected)
  }

  @Test("The raw values are those of EXIF")
  func rawValues() {
    #expect(ImageOrientation.allCases.map(\.rawValue) == Array(1...8))
    #expect(ImageOrientation(rawValue: 6) == .right)
    #expect(ImageOrientation(rawValue: 0) == nil)
    #expect(ImageOrientation.allCases.filter(\.swapsSides) == [.leftMirrored, .right, .rightMirrored, .left])
  }

  @Test("Turning by pixels and by drawing agree for any picture", arguments: ImageOrientation.allCases)
  func agreement(orientation: ImageOrientation) throws {
    var random = Seeded()
    let picture = Bitmap.random(13, 7, using: &random)
    let size = orientation.oriented(picture.size)
    let drawn = try Bitmap.drawn(size.width, size.height) { context in
      context.draw(
        picture, in: Rect(origin: .zero, size: size.size), orientation: orientation, interpolation: .nearest)
    }
    #expect(drawn == picture.oriented(orientation), "\(random)")
  }

  @Test("Enlarged to the nearest pixel, an image has sharp squares")
  func nearest() throws {
    let drawn = try Bitmap.drawn(8, 6) { context in
      context.draw(image, in: Rect(x: 1, y: 1, width: 6, height: 4), interpolation: .nearest)
    }
    #expect(drawn.colorPicture == "........\n.rrggbb.\n.rrggbb.\n.wwkk...\n.wwkk...\n........")
  }

  @Test("The edges of an image do not fade, however it is scaled", arguments: Interpolation.allCases)
  func edges(interpolation: Interpolation) throws {
    var flat = Bitmap(width: 5, height: 5)
    flat.fill(with: Pixel(.red))
    for side in [2.0, 3, 8, 20] {
      let drawn = try Bitmap.drawn(22, 22) { context in
        context.draw(flat, in: Rect(x: 1, y: 1, width: side, height: side), interpolation: interpolation)
      }
      let expected = try Bitmap.drawn(22, 22) { context in
        context.fill(Rect(x: 1, y: 1, width: side, height: side), with: .color(.red))
      }
      #expect(drawn == expected, "side \(side)")
    }
  }

  @Test("Reduced, an image is averaged and not picked from")
  func reducing() throws {
    var board = Bitmap(width: 64, height: 64)
    for y in 0..<64 { for x in 0..<64 { board[x, y] = Pixel((x + y) % 2 == 0 ? .white : .black) } }
    let drawn = try Bitmap.drawn(8, 8) { $0.draw(board, in: Rect(x: 0, y: 0, width: 8, height: 8)) }
    for y in 0..<8 {
      for x in 0..<8 { #expect(abs(Int(drawn[x, y].red) - 128) < 12, "(\(x), \(y))") }
    }
  }

  @Test("An image that is transparent in part lies over what is below, whatever its width and its pixels")
  func over() throws {
    var random = Seeded()
    for width in 1...11 {
      let below = Bitmap.random(width, 3, using: &random)
      var image = Bitmap(width: width, height: 3)
      for y in 0..<3 {
        for x in 0..<width {
          // One of three is transparent, and one opaque.
          let alpha = [0, 255, UInt8.random(in: 0...255, using: &random)][Int.random(in: 0..<3, using: &random)]
          func part() -> UInt8 { UInt8.random(in: 0...alpha, using: &random) }
          image[x, y] = Pixel(red: part(), green: part(), blue: part(), alpha: alpha)
        }
      }
      let drawn = try Bitmap.drawn(width, 3) { context in
        context.draw(below, at: .zero)
        context.draw(image, at: .zero)
      }
      for y in 0..<3 {
        for x in 0..<width {
          let (above, under) = (image[x, y], below[x, y])
          // "Over" of Porter and Duff, rounded to the nearest as pixman does.
          func mixed(_ above: UInt8, _ under: UInt8, _ alpha: UInt8) -> UInt8 {
            above + UInt8((Int(under) * (255 - Int(alpha)) * 2 + 255) / 510)
          }
          let expected = Pixel(
            red: mixed(above.red, under.red, above.alpha), green: mixed(above.green, under.green, above.alpha),
            blue: mixed(above.blue, under.blue, above.alpha), alpha: mixed(above.alpha, under.alpha, above.alpha))
          #expect(drawn[x, y] == expected, "\(x) of \(width) \(random)")
        }
      }
    }
  }

  @Test("An image in its own size keeps every pixel, under a shift too")
  func ownSize() throws {
    var random = Seeded()
    let picture = Bitmap.random(11, 9, using: &random)
    let drawn = try Bitmap.drawn(20, 20) { context in
      context.translate(x: 2, y: 3)
      context.draw(picture, at: Point(x: 4, y: 5))
    }
    for y in 0..<9 { for x in 0..<11 { #expect(drawn[x + 6, y + 8] == picture[x, y], "\(random)") } }
  }

  @Test(
    "A rectangle that is empty or not finite draws nothing",
    arguments: [
      Rect(x: 0, y: 0, width: 0, height: 2), Rect(x: .nan, y: 0, width: 2, height: 2),
      Rect(x: 0, y: 0, width: .infinity, height: 2), Rect(x: 0, y: 0, width: 1e-30, height: 1e-30),
      Rect(x: 0, y: 0, width: -2, height: 2),
    ])
  func nowhere(rect: Rect) throws {
    let drawn = try Bitmap.drawn(4, 1) { context in
      context.draw(image, in: rect)
      context.fill(Rect(x: 3, y: 0, width: 1, height: 1), with: .white)
    }
    #expect(drawn.colorPicture == "...w")
  }
}
