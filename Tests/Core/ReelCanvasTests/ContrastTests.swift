import ReelCanvas
import Testing

@Suite struct ContrastTests {
  @Test(
    "The contrast is that of WCAG: its own examples, and what its checkers say",
    arguments: [
      ("black", "white", 21), ("white", "white", 1), ("#777", "white", 4.48), ("#767676", "white", 4.54),
      ("red", "white", 4.0), ("blue", "black", 2.44), ("yellow", "navy", 14.9), ("#00000080", "white", 3.98),
    ] as [(String, String, Double)])
  func contrast(color: String, background: String, ratio: Double) throws {
    let (color, background) = (try #require(Color(color)), try #require(Color(background)))
    #expect(abs(color.contrast(on: background) - ratio) < 0.06, "\(color.contrast(on: background))")
  }

  @Test("A colour that is seen stays; another is mixed with white or black until it is, or as far as it goes")
  func seen() {
    #expect(Color.red.seen(on: [(.white, 3)]) == .red)
    #expect(Color.black.seen(on: [(.black, 21)]) == .white)
    let red = Color.red.seen(on: [(Color(red: 0.9, green: 0, blue: 0), 3)])
    #expect(red.contrast(on: Color(red: 0.9, green: 0, blue: 0)) >= 3 && red.red >= red.green)
    #expect(Color.gray.seen(on: [(.gray, 21)]) == .black)
  }
}
