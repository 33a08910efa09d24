import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite struct ColorTests {
  @Test(
    "CSS notations are read, capitals or not",
    arguments: [
      ("#f00", "#ff0000"), ("#F00", "#ff0000"), ("#1a2", "#11aa22"), ("#1a2c", "#11aa22cc"),
      ("#102030", "#102030"), ("#10203040", "#10203040"), ("#102030FF", "#102030"), ("red", "#ff0000"),
      ("Navy", "#000080"), ("RebeccaPurple", "#663399"), ("transparent", "#00000000"), ("grey", "#808080"),
      ("gray", "#808080"), ("lightgoldenrodyellow", "#fafad2"), ("aqua", "#00ffff"), ("yellowgreen", "#9acd32"),
    ])
  func reading(css: String, description: String) throws {
    let color = try #require(Color(css))
    #expect(color.description == description)
    #expect(Color(description) == color)
  }

  @Test(
    "What is no colour is refused",
    arguments: [
      "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#12 456", "#+12", "redd", " red", "rgb(1,2,3)",
      "##fff", "#١٢٣", "0xff0000",
    ])
  func refusing(css: String) {
    #expect(Color(css) == nil)
    #expect(throws: InvalidValue.self) { try Color(parsing: css) }
  }

  @Test("There are the 148 names of CSS and transparent, none twice")
  func names() {
    #expect(cssColors.count == 149)
    #expect(
      cssColors.filter { $0.key.contains("gray") }.allSatisfy { name, value in
        cssColors[String(name.replacing("gray", with: "grey"))] == value
      })
    #expect(cssColors.allSatisfy { $0.value & 255 == 255 || $0.key == "transparent" })
  }

  @Test("The refusal names the text and what is accepted")
  func message() {
    let error = #expect(throws: InvalidValue.self) { try Color(parsing: "blu") }
    #expect(
      error?.description
        == "colour blu is not valid: it must be #rgb, #rrggbb, #rrggbbaa or a CSS name such as navy")
  }

  @Test("Mixing meets both ends, and a fade to clear keeps its hue")
  func mixing() {
    #expect(Color.red.interpolated(to: .blue, fraction: 0) == .red)
    #expect(Color.red.interpolated(to: .blue, fraction: 1) == .blue)
    #expect(Color.red.interpolated(to: .blue, fraction: 0.5) == Color(red: 0.5, green: 0, blue: 0.5))
    #expect(Color.red.interpolated(to: .clear, fraction: 0.75) == Color.red.with(alpha: 0.25))
    #expect(Color.clear.interpolated(to: .clear, fraction: 0.5) == .clear)
    #expect(Color.red.interpolated(to: .clear, fraction: 1.5).alpha == 0)
  }

  @Test("The constants are what their names say")
  func constants() {
    let expected: [(Color, String)] = [
      (.black, "black"), (.white, "white"), (.clear, "transparent"), (.gray, "gray"), (.red, "red"), (.green, "lime"),
      (.blue, "blue"), (.yellow, "yellow"), (.cyan, "cyan"), (.magenta, "magenta"), (.orange, "orange"),
    ]
    for (color, name) in expected { #expect(color == Color(name)) }
  }
}
