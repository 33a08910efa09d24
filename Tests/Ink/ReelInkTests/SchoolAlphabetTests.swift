import ReelGeometry
import ReelInk
import ReelTracing
import Testing

@Suite struct SchoolAlphabetTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyzäöüßABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ0123456789"

  @Test("Neat and childlike hands complete every letter", arguments: letters.map(String.init))
  func hands(letter: String) throws {
    for alphabet in [Alphabet.school, .joined] {
      let header = try alphabet.header(letter)
      #expect(alphabet.letters(of: header).map(\.text) == [letter])
      for hand in [SyntheticHand(), SyntheticHand(seed: 7, style: .child)] {
        #expect(try TraceScore(hand.session(header)).isComplete)
      }
    }
  }

  @Test("Small letters of a word are one stroke, and dots and bars follow")
  func joined() throws {
    let header = try Alphabet.joined.header("schmetterling")
    #expect(header.expected.count == 4)
    let letters = Alphabet.joined.letters(of: header)
    #expect(letters.map(\.text) == ["schmetterling"])
    // The stroke has no gap: each step begins where the one before ends.
    #expect(header.expected[0].subpaths.count == 1)
    #expect(header.expected[0].flattened(tolerance: 0.1).count == 1)
  }

  @Test(
    "Capitals, digits and spaces stand between joined letters",
    arguments: [("Oma", ["O", "ma"]), ("a b", ["a", "b"]), ("A1b2", ["A", "1", "b", "2"]), ("süß", ["süß"])])
  func units(text: String, units: [String]) throws {
    #expect(Alphabet.joined.letters(of: try Alphabet.joined.header(text)).map(\.text) == units)
  }

  @Test("The school print differs where its letters do, and nowhere else")
  func school() throws {
    #expect(try Alphabet.school.header("n").expected != Alphabet.standard.header("n").expected)
    #expect(try Alphabet.school.header("O").expected == Alphabet.standard.header("O").expected)
  }

  @Test("An alphabet of one's own overrides letters of another")
  func own() throws {
    let own = try Alphabet("// mine\n\nl 12 M0 0V62C0 68 4 70 8 70\r\nI =l\n", over: .standard)
    #expect(own.missing(in: Self.letters) == [])
    #expect(try own.header("l").expected == own.header("I").expected)
    #expect(try own.header("l").expected != Alphabet.standard.header("l").expected)
  }

  @Test(
    "A line that is not a letter is named",
    arguments: ["a", "a 12", "ab 12 M0 0", "a x M0 0V9", "a 12 M0 0 bogus", "a -1 M0 0V9", "U+0301 sideways M0 0"])
  func invalid(line: String) {
    #expect {
      try Alphabet("// first\n" + line, over: .standard)
    } throws: { error in
      "\(error)".hasPrefix("line 2 of the alphabet is not a letter: “\(line)”")
    }
  }
}
