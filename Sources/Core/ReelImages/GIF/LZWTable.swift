/// The strings known to an LZW decoder, as a tree.
///
/// Memory is managed manually: the search visits the table several times per pixel, and bounds checks would double its time.
final class LZWTable {
  /// The maximum number of codes: twelve bits.
  static let codeLimit = 4096
  /// No code: the parent of a string of equal symbols.
  private static let none = UInt16.max

  /// The continuations of strings, as a value, so that a loop keeps the addresses in registers.
  struct Continuations {
    /// The code of each string with each symbol appended, or 0.
    fileprivate let children: UnsafeMutablePointer<UInt16>
    /// For each code, a bit set of the last six bits of the symbols that continue its string.
    ///
    /// Most strings that are looked up do not exist. This set, which fits into the first-level cache, answers that; `children` takes two
    /// megabytes.
    fileprivate let followers: UnsafeMutablePointer<UInt64>
    /// The code of each string with the commonest symbol appended, or 0: eight kilobytes for the most frequent look-up.
    fileprivate let common: UnsafeMutablePointer<UInt16>

    /// Returns the code of a string with a symbol appended, or 0 if there is none.
    @inline(__always)
    func child(_ code: Int, _ symbol: UInt8) -> Int {
      guard followers[code] & LZWTable.bit(symbol) != 0 else { return 0 }
      return Int(children[code << 8 | Int(symbol)])
    }

    /// Returns the code of a string with the commonest symbol appended, or 0 if there is none.
    @inline(__always)
    func commonestChild(_ code: Int) -> Int { Int(common[code]) }

    /// Returns whether a string may continue with any symbol of a set, given by the bits of `bit`.
    @inline(__always)
    func mayHave(_ code: Int, _ symbols: UInt64) -> Bool { followers[code] & symbols != 0 }
  }

  /// The continuations of strings.
  let continuations: Continuations
  private let parents: UnsafeMutablePointer<UInt16>
  private let symbols: UnsafeMutablePointer<UInt8>
  private let firsts: UnsafeMutablePointer<UInt8>
  /// The number of equal symbols at the end of each code's string, and the code before them.
  private let runs: UnsafeMutablePointer<(length: UInt16, parent: UInt16)>
  /// The symbol that is looked up most often.
  private let commonest: UInt8
  /// The number of bits per symbol.
  let symbolBits: Int
  /// The clear code, after which a decoder forgets all strings.
  let clearCode: Int
  /// The code of the next string.
  private(set) var next: Int

  /// Creates a table of the single symbols, with the one that is looked up most often.
  init(symbolBits: Int, commonest: UInt8) {
    self.symbolBits = symbolBits
    self.commonest = commonest
    clearCode = 1 << symbolBits
    next = clearCode + 2
    continuations = Continuations(
      children: .allocate(capacity: Self.codeLimit << 8), followers: .allocate(capacity: Self.codeLimit),
      common: .allocate(capacity: Self.codeLimit))
    continuations.children.initialize(repeating: 0, count: Self.codeLimit << 8)
    continuations.followers.initialize(repeating: 0, count: Self.codeLimit)
    continuations.common.initialize(repeating: 0, count: Self.codeLimit)
    parents = .allocate(capacity: Self.codeLimit)
    parents.initialize(repeating: 0, count: Self.codeLimit)
    symbols = .allocate(capacity: Self.codeLimit)
    symbols.initialize(repeating: 0, count: Self.codeLimit)
    firsts = .allocate(capacity: Self.codeLimit)
    firsts.initialize(repeating: 0, count: Self.codeLimit)
    runs = .allocate(capacity: Self.codeLimit)
    runs.initialize(repeating: (1, Self.none), count: Self.codeLimit)
    for code in 0..<clearCode { (symbols[code], firsts[code]) = (UInt8(code), UInt8(code)) }
  }

  deinit {
    continuations.children.deallocate()
    continuations.followers.deallocate()
    continuations.common.deallocate()
    parents.deallocate()
    symbols.deallocate()
    firsts.deallocate()
    runs.deallocate()
  }

  /// Whether all codes are used.
  var isFull: Bool { next >= Self.codeLimit }

  /// Removes all strings except the single symbols.
  func clear() {
    for code in clearCode + 2..<max(next, clearCode + 2) {
      continuations.children[Int(parents[code]) << 8 | Int(symbols[code])] = 0
    }
    continuations.followers.update(repeating: 0, count: Self.codeLimit)
    continuations.common.update(repeating: 0, count: Self.codeLimit)
    next = clearCode + 2
  }

  /// Returns the bit of a symbol, which it shares with three others.
  @inline(__always)
  static func bit(_ symbol: UInt8) -> UInt64 { 1 << UInt64(symbol & 63) }

  /// Returns the first symbol of a string.
  func first(_ code: Int) -> UInt8 { firsts[code] }

  /// Writes the symbols of a string.
  ///
  /// - Parameter end: The index after the last symbol.
  func write(_ code: Int, to result: UnsafeMutableBufferPointer<UInt8>, endingAt end: Int) {
    var (code, end) = (code, end)
    while true {
      let run = runs[code]
      let start = end - Int(run.length)
      result[start..<end].update(repeating: symbols[code])
      if run.parent == Self.none { return }
      (code, end) = (Int(run.parent), start)
    }
  }

  /// Assigns the next code to a string with a symbol appended.
  ///
  /// A string keeps its existing code; the decoder does not check for duplicates and uses up another code.
  func insert(_ code: Int, _ symbol: UInt8) {
    parents[next] = UInt16(code)
    symbols[next] = symbol
    firsts[next] = firsts[code]
    runs[next] = symbols[code] == symbol ? (runs[code].length + 1, runs[code].parent) : (1, UInt16(code))
    continuations.followers[code] |= Self.bit(symbol)
    if continuations.children[code << 8 | Int(symbol)] == 0 {
      continuations.children[code << 8 | Int(symbol)] = UInt16(next)
      if symbol == commonest { continuations.common[code] = UInt16(next) }
    }
    next += 1
  }

  /// Removes the last code.
  func removeLast() {
    next -= 1
    let link = Int(parents[next]) << 8 | Int(symbols[next])
    if Int(continuations.children[link]) == next {
      continuations.children[link] = 0
      if symbols[next] == commonest { continuations.common[Int(parents[next])] = 0 }
    }
  }
}
