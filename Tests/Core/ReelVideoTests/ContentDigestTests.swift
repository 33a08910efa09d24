import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite("The digest of a part of a film")
struct ContentDigestTests {
  private func digest(_ pieces: [ArraySlice<UInt8>]) throws -> [UInt8] {
    var digest = try ContentDigest()
    for piece in pieces { digest.add(Array(piece)) }
    return digest.value
  }

  @Test("It does not depend on the pieces in which the bytes come, not even where the last one completes a block")
  func pieces() throws {
    var numbers = Seeded()
    for count in 0...100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      let whole = try digest([bytes[...]])
      for cut in 0...count {
        #expect(try digest([bytes[..<cut], bytes[cut...]]) == whole, "\(numbers): \(count) bytes, cut at \(cut)")
      }
      #expect(try digest(bytes.indices.map { bytes[$0...$0] }) == whole, "\(numbers): \(count) bytes, one by one")
    }
  }
}
