import ReelGeometry
import ReelInk
import ReelTracing
import Testing

@Suite struct WrittenLetterTests {
  private let alphabet = Alphabet.standard

  @Test(
    "The letters of a text are found in its paths, on the line that they stand on",
    arguments: ["Schmetterling", "Oma und Opa", "für", "i", "Ä", "to", "12.", "l'été", "Ωμέγα"])
  func letters(text: String) throws {
    let header = try alphabet.header(text)
    let letters = alphabet.letters(of: header)
    #expect(letters.map(\.text).joined() == text.filter { !$0.isWhitespace })
    #expect(letters.first?.paths.lowerBound == 0 && letters.last?.paths.upperBound == header.expected.count)
    for (letter, next) in zip(letters, letters.dropFirst()) {
      #expect(letter.paths.upperBound == next.paths.lowerBound && letter.xHeight == next.xHeight)
    }
  }

  @Test("Small letters without tails stand on their line, and reach its middle")
  func lines() throws {
    for letter in alphabet.letters(of: try alphabet.header("nexum")) {
      #expect(abs(letter.box.maxY - letter.baseLine) < 0.02 * letter.xHeight)
      #expect(abs(letter.box.minY - (letter.baseLine - letter.xHeight)) < 0.02 * letter.xHeight)
    }
  }

  @Test("Paths of other letters, or of none, have no letters")
  func others() throws {
    var header = try alphabet.header("Oma")
    for name in ["Opa", "Om", "Omas", "", "漢", "Om漢", "Ton", String(repeating: "漢", count: 1000)] {
      header.name = name
      #expect(alphabet.letters(of: header) == [], "\(name)")
    }
    header.expected = []
    #expect(alphabet.letters(of: header) == [])
  }

  @Test("A text that would be too small is laid out in one line, as large as letters are alone")
  func corridor() throws {
    let canvas = Size(width: 720, height: 960)
    let whole = try alphabet.header("Schmetterling", on: canvas)
    let wide = try alphabet.header("Schmetterling", on: canvas, minCorridor: 46)
    #expect(whole.maxDistance < 8 && 2 * wide.maxDistance >= 46)
    #expect(wide.canvas.height == 960 && wide.canvas.width > 2000 && wide.name == "Schmetterling")
    let letters = alphabet.letters(of: wide)
    #expect(letters.count == 13 && Set(letters.map { Int($0.baseLine.rounded()) }).count == 1)
    for letter in letters {
      #expect(letter.box.minX >= 0 && letter.box.maxX <= wide.canvas.width)
      #expect(letter.box.width <= canvas.width && letter.box.minY >= 0 && letter.box.maxY <= 960)
    }
    // What fits stays as it is, and so does a letter alone.
    #expect(try alphabet.header("to", on: canvas, minCorridor: 20) == alphabet.header("to", on: canvas))
    #expect(try alphabet.header("W", on: canvas, minCorridor: 900) == alphabet.header("W", on: canvas))
  }

  @Test(
    "A joined word that would be too small is written in parts that go on where the one before ended",
    arguments: ["Schmetterling", "schmetterling", "hund", "Oma im Garten"])
  func joinedParts(text: String) throws {
    let canvas = Size(width: 720, height: 960)
    let wide = try Alphabet.joined.header(text, on: canvas, minCorridor: 46)
    #expect(2 * wide.maxDistance >= 46)
    let letters = Alphabet.joined.letters(of: wide)
    #expect(letters.map(\.text).joined() == text.filter { $0 != " " })
    #expect(letters.first?.paths.lowerBound == 0 && letters.last?.paths.upperBound == wide.expected.count)
    var joints = 0
    for (letter, next) in zip(letters, letters.dropFirst()) {
      #expect(letter.box.width <= canvas.width)
      let lines = [letter, next].map { wide.expected[$0.paths.lowerBound].flattened(tolerance: 0.1)[0] }
      if lines[0][lines[0].count - 1].distance(to: lines[1][0]) < 0.01 { joints += 1 }
    }
    let words = text.split(separator: " ").map { $0.drop { $0.isUppercase } }
    #expect(joints == letters.count - words.count - text.count { $0.isUppercase } && joints > 0)
    #expect(try TraceScore(SyntheticHand(seed: 3, style: .child).session(wide)).isComplete)
    // What fits is written in one go.
    #expect(try Alphabet.joined.header("im", on: canvas, minCorridor: 20) == Alphabet.joined.header("im", on: canvas))
  }

  @Test("Lines and words become one line with spaces")
  func oneLine() throws {
    let header = try alphabet.header("Guten\nMorgen alle", on: Size(width: 360, height: 360), minCorridor: 40)
    let letters = alphabet.letters(of: header)
    #expect(letters.map(\.text).joined() == "GutenMorgenalle")
    #expect(zip(letters, letters.dropFirst()).allSatisfy { $0.box.minX < $1.box.minX })
  }
}
