import ReelCanvas
import ReelGeometry
import Testing

@Suite("Differences of bitmaps")
struct BitmapDifferenceTests {
  @Test("Equal bitmaps have no difference, those of other sizes none that could be told")
  func equal() throws {
    var a = Bitmap(width: 5, height: 3)
    a.fill(with: .orange)
    let difference = try #require(a.difference(from: a))
    #expect(difference.pixelCount == 0 && difference.largest == 0 && difference.mean == 0)
    #expect(difference.bounds == nil)
    #expect(difference.description == "no pixel differs")
    #expect(a.difference(from: Bitmap(width: 3, height: 5)) == nil)
    #expect(a.isClose(to: a, tolerance: 0))
    #expect(!a.isClose(to: Bitmap(width: 3, height: 5), tolerance: 255))
  }

  @Test("A difference tells how many pixels, how far, and between which")
  func parts() throws {
    var a = Bitmap(width: 10, height: 4)
    a.fill(with: .black)
    var b = a
    b[2, 1] = Pixel(red: 0, green: 7, blue: 0)
    b[8, 3] = Pixel(red: 3, green: 0, blue: 1)
    let difference = try #require(a.difference(from: b))
    #expect(difference == b.difference(from: a))
    #expect(difference.pixelCount == 2 && difference.largest == 7)
    #expect(difference.mean == 11.0 / 160)
    #expect(difference.bounds == Rect(x: 2, y: 1, width: 7, height: 3))
    #expect(difference.description == "2 pixels differ, by 7 of 255 at most, between (2, 1) and (8, 3)")
    #expect(a.isClose(to: b, tolerance: 7) && !a.isClose(to: b, tolerance: 6))
  }

  @Test("Alpha counts as the colours do")
  func alpha() throws {
    var (a, b) = (Bitmap(width: 1, height: 1), Bitmap(width: 1, height: 1))
    a[0, 0] = .black
    b[0, 0] = .transparent
    #expect(a.difference(from: b)?.largest == 255)
    #expect(a.difference(from: b)?.description == "1 pixel differs, by 255 of 255 at most, between (0, 0) and (0, 0)")
  }
}
