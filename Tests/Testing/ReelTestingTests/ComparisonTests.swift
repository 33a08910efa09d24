import ReelCanvas
import ReelGeometry
import ReelTesting
import Testing

@Suite("Comparison of a picture with its golden")
struct ComparisonTests {
  /// Ten by ten pixels of gray, of which some have other samples.
  private func picture(_ others: [Int: UInt8] = [:]) -> Bitmap {
    var bitmap = Bitmap(width: 10, height: 10)
    bitmap.fill(with: .gray)
    for (index, value) in others { bitmap[index % 10, index / 10] = Pixel(red: value, green: 128, blue: 128) }
    return bitmap
  }

  private func matches(_ bitmap: Bitmap, _ tolerance: Tolerance) -> Bool {
    PictureComparison(bitmap, with: picture(), within: tolerance).matches
  }

  @Test("A tolerance lets through what is within it, and nothing beyond")
  func tolerances() {
    #expect(matches(picture(), .exact))
    #expect(!matches(picture([7: 129]), .exact))
    #expect(matches(picture([7: 131]), .channels(3)) && !matches(picture([7: 132]), .channels(3)))
    #expect(matches(picture([7: 0]), .channels(3, exceptShare: 0.01)))
    #expect(!matches(picture([7: 0, 8: 0]), .channels(3, exceptShare: 0.01)))
    // One step of red in gray is 0.575 in CIEDE2000.
    #expect(matches(picture([7: 129]), .perceptual(0.58)) && !matches(picture([7: 129]), .perceptual(0.57)))
    #expect(matches(picture([7: 255]), .perceptual(1, exceptShare: 0.01)))
    #expect(!matches(picture([7: 255, 8: 255]), .perceptual(1, exceptShare: 0.01)))
  }

  @Test("What is translucent is looked at over black and over white")
  func translucent() {
    var (black, white) = (Bitmap(width: 1, height: 1), Bitmap(width: 1, height: 1))
    black[0, 0] = Pixel(red: 0, green: 0, blue: 0, alpha: 255)
    white[0, 0] = .transparent
    // Over black the two are alike.
    #expect(PictureComparison(black, with: white, within: .perceptual(1)).worst > 99)
    #expect(PictureComparison(white, with: black, within: .perceptual(1)).worst > 99)
  }

  @Test("Pictures of other sizes never match, and there is nothing to be drawn of them")
  func sizes() {
    let comparison = PictureComparison(
      Bitmap(width: 3, height: 2), with: picture(), within: .channels(255, exceptShare: 1))
    #expect(!comparison.matches && comparison.picture == nil)
    #expect(comparison.description == "it has 3x2 pixels, and its golden 10x10")
  }

  @Test("The picture of a difference is pale where nothing differs, amber within the limit and red beyond")
  func differencePicture() throws {
    let comparison = PictureComparison(picture([0: 130, 99: 255]), with: picture(), within: .channels(2))
    let drawn = try #require(comparison.picture)
    #expect(drawn[5, 5] == Pixel(red: 192, green: 192, blue: 192))
    #expect(drawn[0, 0] == Pixel(red: 255, green: 191, blue: 0))
    #expect(drawn[9, 9] == .red)
    #expect(
      comparison.description
        == "2 pixels differ, by 127 of 255 at most, between (0, 0) and (9, 9); 1 of them by more than 2 of 255")
  }
}
