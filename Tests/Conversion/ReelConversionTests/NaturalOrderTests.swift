import Testing

@testable import ReelConversion

@Suite("Natural order") struct NaturalOrderTests {
  @Test("Runs of digits are compared as numbers, of any length")
  func order() {
    let ordered = [
      "a", "a1.png", "a01.png", "a2.png", "a10.png", "a99999999999999999999.png", "a100000000000000000000.png", "b1",
    ]
    #expect(ordered.reversed().sorted(by: NaturalOrder.precedes) == ["a", "a01.png", "a1.png"] + ordered.dropFirst(3))
  }

  @Test("No name comes before itself, and of two names one does")
  func total() {
    let names = ["", "1", "01", "a", "a1", "a01", "1a", "a1b2", "a1b10", "a01b2"]
    for a in names {
      #expect(!NaturalOrder.precedes(a, a))
      for b in names where a != b { #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a), "\(a) \(b)") }
    }
  }
}
