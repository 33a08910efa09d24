import ReelTestSupport
import Testing

@testable import ReelFixtures

@Suite struct ReedSolomonTests {
  /// Words encoded by the Python package reedsolo with `prim=0x43, fcr=1, c_exp=6` and eight check words.
  static let known: [[UInt8]] = [
    [0, 0, 0, 0, 0, 8, 19, 0, 20, 29, 44, 29, 18, 32, 18, 35],
    [0, 0, 4, 16, 40, 51, 20, 10, 23, 55, 32, 59, 13, 40, 28, 13],
    [7, 34, 16, 5, 40, 49, 53, 7, 48, 49, 58, 14, 57, 5, 40, 36],
    [63, 63, 63, 63, 63, 49, 52, 15, 58, 2, 30, 39, 23, 27, 16, 0],
  ]

  @Test("Check words equal those of another program", arguments: known)
  func encoding(words: [UInt8]) {
    #expect(ReedSolomon.encode(Array(words.prefix(8))) == words)
    #expect(ReedSolomon.correct(words) == words)
  }

  @Test("A mark's words contain number, clip and checksum")
  func marks() throws {
    let numbers = [(0, 0), (17, 0xA3), (123_456, 0x5A3), ((1 << 20) - 1, 4095)]
    for ((number, clip), words) in zip(numbers, Self.known) {
      let mark = try FrameMark(number: number, clip: clip)
      #expect(mark.words == words)
      #expect(FrameMark(words: words) == mark)
    }
  }

  @Test("Words are corrected if twice the number of wrong ones plus the number of doubtful ones is at most eight")
  func correction() throws {
    var random = Seeded()
    for doubtful in 0...8 {
      for wrong in 0...(8 - doubtful) / 2 {
        for _ in 0..<40 {
          let words = try #require(Self.known.randomElement(using: &random))
          var damaged = words
          let indices = Array(words.indices.shuffled(using: &random).prefix(doubtful + wrong))
          for index in indices { damaged[index] ^= .random(in: 1...63, using: &random) }
          // A correct word that is called doubtful does no harm.
          if let first = indices.first, doubtful > 0 { damaged[first] = words[first] }
          let corrected = ReedSolomon.correct(damaged, doubtful: Array(indices.prefix(doubtful)))
          #expect(corrected == words, "\(doubtful) doubtful, \(wrong) wrong, \(random)")
        }
      }
    }
  }

  @Test("Words far from every code word are refused or become some code word")
  func garbage() {
    var random = Seeded()
    var refused = 0
    for _ in 0..<2000 {
      let words = (0..<16).map { _ in UInt8.random(in: 0...63, using: &random) }
      guard let corrected = ReedSolomon.correct(words) else {
        refused += 1
        continue
      }
      #expect(ReedSolomon.encode(Array(corrected.prefix(8))) == corrected)
      #expect(zip(words, corrected).count { $0 != $1 } <= 4)
    }
    #expect(refused > 1990, "\(random)")
  }
}
