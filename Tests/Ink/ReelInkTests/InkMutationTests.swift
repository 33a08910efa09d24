import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelInk

/// Files as they arrive: cut off, with bytes that fell over, glued together.
///
/// They must be read or refused, nothing else.
@Suite("Damaged ink files")
struct InkMutationTests {
  /// Reads, and makes sure that what comes of it is one line or ink that a session can be made of.
  private func survive(_ bytes: [UInt8], _ options: InkOptions, _ note: String) {
    do {
      let ink = try InkFile.read(bytes, name: "damaged", options: options)
      let session = ink.session(canvas: Size(width: 100, height: 100), margin: 5)
      let isSound = session.events.allSatisfy {
        $0.point.x.isFinite && $0.point.y.isFinite && $0.milliseconds >= 0 && $0.milliseconds.isFinite
      }
      #expect(isSound, "\(note)")
    } catch {
      #expect(!error.description.contains("\n"), "\(note)")
    }
  }

  @Test("Cut off after every byte", arguments: InkSamples.all.indices)
  func truncated(sample: Int) {
    let (text, options) = InkSamples.all[sample]
    let bytes = Array(text.utf8)
    for length in bytes.indices { survive(Array(bytes[..<length]), options, "sample \(sample) cut at \(length)") }
  }

  @Test("Bytes changed, removed, repeated and inserted", arguments: InkSamples.all.indices)
  func flipped(sample: Int) {
    var random = Seeded()
    let (text, options) = InkSamples.all[sample]
    let dangerous = Array("<>&;'\"{}[],.-+eE0189!*?#/ \n\0\u{7F}".utf8) + [0x80, 0xC3, 0xFF, 0xFE]
    for round in 0..<300 {
      var bytes = Array(text.utf8)
      for _ in 0...Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        let length = Int.random(in: 0...min(20, bytes.count - index), using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[index] = dangerous.randomElement(using: &random) ?? 0
        case 2: bytes.removeSubrange(index..<index + length)
        case 3: bytes.insert(contentsOf: bytes[index..<index + length], at: index)
        default: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
      }
      survive(bytes, options, "sample \(sample) round \(round) \(random)")
    }
  }

  @Test("The beginning of one file and the end of another")
  func spliced() {
    var random = Seeded()
    for round in 0..<1500 {
      let first = InkSamples.all.randomElement(using: &random) ?? InkSamples.all[0]
      let second = InkSamples.all.randomElement(using: &random) ?? InkSamples.all[0]
      let head = Array(first.text.utf8)
      let tail = Array(second.text.utf8)
      let bytes =
        head[..<Int.random(in: 0...head.count, using: &random)]
        + tail[Int.random(in: 0...tail.count, using: &random)...]
      survive(Array(bytes), first.options, "round \(round) \(random)")
    }
  }

  @Test("Numbers enlarged")
  func numbers() {
    var random = Seeded()
    let values = [
      "1e308", "-1e308", "1e-308", "1e309", "NaN", "inf", "99999999999999999999", "-9223372036854775808", "0.5", "-0",
      "1e9", "1e15", "18446744073709551616", "",
    ]
    for (sample, options) in InkSamples.all {
      for round in 0..<150 {
        var text = ""
        var isInNumber = false
        for character in sample {
          let isDigit = character.isASCII && character.isNumber
          if isDigit, !isInNumber, Int.random(in: 0..<12, using: &random) == 0 {
            text += values.randomElement(using: &random) ?? ""
          }
          isInNumber = isDigit
          text.append(character)
        }
        survive(Array(text.utf8), options, "round \(round) \(random)")
      }
    }
  }
}
