/// The strings that an LZW decoder knows, as a tree.
///
/// Memory is managed manually: the search visits it several times per pixel, and bounds checks would double its time.
final class LZWTable {
  /// The maximum number of codes: twelve bits.
  static let codeLimit = 4096

  /// For each code and symbol, the code of the string with the symbol appended, or 0.
  private let children: UnsafeMutablePointer<UInt16>
  /// For each code the last five bits of the symbols that its string goes on with, as bits of a word.
  ///
  /// Most strings that are asked for are not there. This says so within the first level of the cache; `children` has two megabytes.
  private let followers: UnsafeMutablePointer<UInt32>
  private let parents: UnsafeMutablePointer<UInt16>
  private let symbols: UnsafeMutablePointer<UInt8>
  private let firsts: UnsafeMutablePointer<UInt8>
  /// The bits of a symbol.
  let symbolBits: Int
  /// The clear code, after which a decoder forgets all strings.
  let clearCode: Int
  /// The code of the next string.
  private(set) var next: Int

  /// Creates a table of the single symbols.
  init(symbolBits: Int) {
    self.symbolBits = symbolBits
    clearCode = 1 << symbolBits
    next = clearCode + 2
    children = .allocate(capacity: Self.codeLimit << 8)
    children.initialize(repeating: 0, count: Self.codeLimit << 8)
    followers = .allocate(capacity: Self.codeLimit)
    followers.initialize(repeating: 0, count: Self.codeLimit)
    parents = .allocate(capacity: Self.codeLimit)
    parents.initialize(repeating: 0, count: Self.codeLimit)
    symbols = .allocate(capacity: Self.codeLimit)
    symbols.initialize(repeating: 0, count: Self.codeLimit)
    firsts = .allocate(capacity: Self.codeLimit)
    firsts.initialize(repeating: 0, count: Self.codeLimit)
    for code in 0..<clearCode { (symbols[code], firsts[code]) = (UInt8(code), UInt8(code)) }
  }

  deinit {
    children.deallocate()
    followers.deallocate()
    parents.deallocate()
    symbols.deallocate()
    firsts.deallocate()
  }

  /// Whether no code is left.
  var isFull: Bool { next >= Self.codeLimit }

  /// Removes all strings except the single symbols.
  func clear() {
    for code in clearCode + 2..<max(next, clearCode + 2) {
      children[Int(parents[code]) << 8 | Int(symbols[code])] = 0
    }
    followers.update(repeating: 0, count: Self.codeLimit)
    next = clearCode + 2
  }

  /// Returns the code of a string with a symbol appended, or 0 if it has none.
  @inline(__always)
  func child(_ code: Int, _ symbol: UInt8) -> Int {
    guard followers[code] >> UInt32(symbol & 31) & 1 == 1 else { return 0 }
    return Int(children[code << 8 | Int(symbol)])
  }

  /// Returns the first symbol of a string.
  func first(_ code: Int) -> UInt8 { firsts[code] }

  /// Returns the last symbol of a string, and the code of what is before it.
  func last(_ code: Int) -> (symbol: UInt8, parent: Int) { (symbols[code], Int(parents[code])) }

  /// Assigns the next code to a string with a symbol appended.
  ///
  /// A string that has a code keeps it; the decoder, which does not check, uses up another one.
  func insert(_ code: Int, _ symbol: UInt8) {
    parents[next] = UInt16(code)
    symbols[next] = symbol
    firsts[next] = firsts[code]
    followers[code] |= 1 << UInt32(symbol & 31)
    if children[code << 8 | Int(symbol)] == 0 { children[code << 8 | Int(symbol)] = UInt16(next) }
    next += 1
  }

  /// Removes the last code.
  func removeLast() {
    next -= 1
    let link = Int(parents[next]) << 8 | Int(symbols[next])
    if Int(children[link]) == next { children[link] = 0 }
  }
}
