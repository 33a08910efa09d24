import ReelTestSupport
import Testing

@testable import ReelImages

@Suite("Tables of LZW strings")
struct LZWTableTests {
  @Test("Strings are found and written as they were put in", arguments: [0, 1, 7, 15] as [UInt8])
  func strings(commonest: UInt8) {
    var random = Seeded(seed: 41 + UInt64(commonest))
    let table = LZWTable(symbolBits: 4, commonest: commonest)
    // Twice, as what is left of the first time would be found again.
    for _ in 0..<2 {
      table.clear()
      var strings = (0..<16).map { [UInt8($0)] } + [[], []]
      var codes = Dictionary(uniqueKeysWithValues: strings.prefix(16).enumerated().map { ($1, $0) })
      while !table.isFull {
        // A string that came twice is found by its first code, and goes on from there.
        let code = codes[strings[Int.random(in: 0..<strings.count, using: &random)]] ?? 3
        // Few symbols, so that there are long runs.
        let symbol = [commonest, 5, UInt8.random(in: 0..<16, using: &random)].randomElement(using: &random) ?? 5
        #expect(table.next == strings.count)
        table.insert(code, symbol)
        if Int.random(in: 0..<4, using: &random) == 0 {
          table.removeLast()
          continue
        }
        let string = strings[code] + [symbol]
        strings.append(string)
        if codes[string] == nil { codes[string] = strings.count - 1 }
      }
      for (code, string) in strings.enumerated() where !string.isEmpty {
        var written = [UInt8](repeating: 99, count: string.count + 2)
        written.withUnsafeMutableBufferPointer { table.write(code, to: $0, endingAt: string.count + 1) }
        #expect(written == [99] + string + [99])
        #expect(table.first(code) == string[0])
        guard codes[string] == code else { continue }
        for symbol in 0..<16 as Range<UInt8> {
          let next = codes[string + [symbol]] ?? 0
          #expect(table.continuations.child(code, symbol) == next)
          if symbol == commonest { #expect(table.continuations.commonestChild(code) == next) }
          if next != 0 { #expect(table.continuations.mayHave(code, LZWTable.bit(symbol))) }
        }
      }
    }
  }
}
