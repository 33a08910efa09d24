/// Encodes an image as LZW, choosing the allowed colours that take the fewest bits.
///
/// An unchanged pixel is transparent or keeps its colour, which looks the same. A changed one has its palette
/// colour, or another whose error costs less than the bits it saves.
///
/// Memory is managed manually, as in `LZWTable`.
final class LZWSearch {
  /// The number of paths followed in parallel after the first symbols.
  private static let width = 4
  /// The maximum number of options per pixel.
  private static let optionLimit = 16
  /// The maximum cost of a pixel, in bits.
  private static let maxBits: Float = 12
  /// What a pixel saves if it needs no code of its own: a changed one, and an unchanged one.
  private static let changedBits: Float = 4
  private static let stillBits: Float = 1

  /// The palette's colours.
  private let channels: UnsafeMutablePointer<SIMD4<Int32>>
  private let transparent: UInt8
  private let table: LZWTable
  /// The cost of a squared error of one, in bits; infinite for lossless.
  private let bitsPerError: Float

  /// A colour near another, and the square of its distance.
  private struct Neighbor {
    var symbol: UInt8
    var distance: Int32
  }

  /// For each colour its neighbours, the nearest first, one colour's behind the other's: an array of arrays would be counted up and down
  /// for every pixel.
  private let neighbors: UnsafeMutablePointer<Neighbor>
  /// How many neighbours each colour has.
  private let neighborCount: Int

  private struct Option {
    var symbol: UInt8
    var cost: Float
  }

  private struct Path {
    var code: Int
    var cost: Float
  }

  /// The options of the current pixel.
  private let options: UnsafeMutablePointer<Option>
  private var optionCount = 0
  /// The strings of the current length, and of the next.
  private var paths: UnsafeMutablePointer<Path>
  private var pathCount = 0
  private var longer: UnsafeMutablePointer<Path>
  private var longerCount = 0

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - palette: the colours, of which there are fewer than 256.
  ///   - errorPerBit: the squared error, in byte steps over three channels and one picture, that may be traded for a bit; 0 is lossless.
  init(_ palette: Palette, errorPerBit: Float) {
    transparent = UInt8(palette.colors.count)
    var bits = 2
    while 1 << bits < palette.colors.count + 1 { bits += 1 }
    table = LZWTable(symbolBits: bits)
    bitsPerError = errorPerBit > 0 ? 1 / errorPerBit : .infinity
    channels = .allocate(capacity: palette.channels.count)
    channels.initialize(from: palette.channels, count: palette.channels.count)
    neighborCount = palette.neighbors.first?.count ?? 0
    neighbors = .allocate(capacity: max(1, neighborCount * palette.neighbors.count))
    for (index, near) in palette.neighbors.joined().enumerated() {
      (neighbors + index).initialize(to: Neighbor(symbol: near.index, distance: near.distance))
    }
    options = .allocate(capacity: Self.optionLimit)
    options.initialize(repeating: Option(symbol: 0, cost: 0), count: Self.optionLimit)
    paths = .allocate(capacity: Self.optionLimit)
    paths.initialize(repeating: Path(code: 0, cost: 0), count: Self.optionLimit)
    longer = .allocate(capacity: Self.optionLimit)
    longer.initialize(repeating: Path(code: 0, cost: 0), count: Self.optionLimit)
  }

  deinit {
    channels.deallocate()
    neighbors.deallocate()
    options.deallocate()
    paths.deallocate()
    longer.deallocate()
  }

  /// The bits of a symbol, as in the image.
  var symbolBits: Int { table.symbolBits }

  /// Returns what an error costs in bits.
  static func cost(_ error: Int32, _ bitsPerError: Float) -> Float { error <= 0 ? 0 : Float(error) * bitsPerError }

  /// Encodes an image.
  ///
  /// - Parameters:
  ///   - pixels: their required or allowed colours.
  ///   - symbols: receives the symbol chosen for each pixel.
  func encode(_ pixels: GIFPixels, symbols: inout [UInt8]) -> [UInt8] {
    var writer = LZWWriter()
    table.clear()
    var codeBits = table.symbolBits + 1
    writer.append(table.clearCode, bits: codeBits)
    var previous: Int?
    var position = 0
    symbols.removeAll(keepingCapacity: true)
    symbols.append(contentsOf: repeatElement(0, count: pixels.count))
    while position < pixels.count {
      // A string that the decoder learns with the next code: the new string itself, if it begins like it.
      let isTentative = previous != nil && !table.isFull
      if isTentative, let previous { table.insert(previous, table.first(previous)) }
      let (code, length) = nextString(pixels, at: position)
      if isTentative, let previous, table.first(code) != table.first(previous) {
        table.removeLast()
        table.insert(previous, table.first(code))
      }
      let known = table.next - (isTentative ? 1 : 0)
      while known >= 1 << codeBits, codeBits < 12 { codeBits += 1 }
      writer.append(code, bits: codeBits)
      write(code, to: &symbols, position..<position + length)
      position += length
      previous = code
      if table.isFull, position < pixels.count {
        writer.append(table.clearCode, bits: 12)
        table.clear()
        codeBits = table.symbolBits + 1
        previous = nil
      }
    }
    // The decoder has learnt one more string by now.
    if table.next >= 1 << codeBits, codeBits < 12 { codeBits += 1 }
    writer.append(table.clearCode + 1, bits: codeBits)
    writer.finish()
    return writer.bytes
  }

  /// Writes the symbols of a string.
  private func write(_ code: Int, to symbols: inout [UInt8], _ range: Range<Int>) {
    symbols.withUnsafeMutableBufferPointer { symbols in
      var code = code
      for index in range.reversed() {
        let (symbol, parent) = table.last(code)
        symbols[index] = symbol
        code = parent
      }
    }
  }

  /// Returns the best string.
  private func nextString(_ pixels: borrowing GIFPixels, at start: Int) -> (code: Int, length: Int) {
    pixels.wanted.withUnsafeBufferPointer { wanted in
      pixels.shown.withUnsafeBufferPointer { shown in
        pixels.best.withUnsafeBufferPointer { best in
          nextString(wanted, shown, best, at: start)
        }
      }
    }
  }

  @inline(__always)
  private func nextString(
    _ wanted: UnsafeBufferPointer<UInt32>, _ shown: UnsafeBufferPointer<UInt8>, _ bests: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) -> (code: Int, length: Int) {
    setOptions(wanted, shown, bests, start)
    for index in 0..<optionCount { paths[index] = Path(code: Int(options[index].symbol), cost: options[index].cost) }
    pathCount = optionCount
    var length = 1
    var saved: Float = 0
    var best = (code: 0, length: 0, value: -Float.infinity)
    while true {
      saved += wanted[start + length - 1] >> 24 == 0 ? Self.stillBits : Self.changedBits
      for index in 0..<pathCount {
        let value = saved - paths[index].cost
        if value > best.value { best = (paths[index].code, length, value) }
      }
      guard start + length < wanted.count else { break }
      setOptions(wanted, shown, bests, start + length)
      longerCount = 0
      for index in 0..<pathCount {
        let path = paths[index]
        for option in 0..<optionCount {
          let code = table.child(path.code, options[option].symbol)
          if code != 0 { add(Path(code: code, cost: path.cost + options[option].cost)) }
        }
      }
      if longerCount == 0 { break }
      swap(&paths, &longer)
      pathCount = longerCount
      length += 1
    }
    return (best.code, best.length)
  }

  /// Keeps a path if it is among the cheapest.
  @inline(__always)
  private func add(_ path: Path) {
    guard longerCount >= Self.width else {
      longer[longerCount] = path
      longerCount += 1
      return
    }
    var worst = 0
    for index in 1..<Self.width where longer[index].cost > longer[worst].cost { worst = index }
    if path.cost < longer[worst].cost { longer[worst] = path }
  }

  @inline(__always)
  private func addOption(_ symbol: UInt8, _ cost: Float) {
    guard optionCount < Self.optionLimit else { return }
    options[optionCount] = Option(symbol: symbol, cost: cost)
    optionCount += 1
  }

  /// Finds the symbols that a pixel may have, and what they cost.
  @inline(__always)
  private func setOptions(
    _ wanteds: UnsafeBufferPointer<UInt32>, _ showns: UnsafeBufferPointer<UInt8>, _ bests: UnsafeBufferPointer<UInt8>,
    _ index: Int
  ) {
    optionCount = 0
    let wanted = wanteds[index]
    let duration = Int32(wanted >> 24)
    if duration == 0 {
      addOption(transparent, 0)
      addOption(showns[index], 0)
      return
    }
    let best = bests[index]
    guard bitsPerError < .infinity else {
      addOption(best, 0)
      if showns[index] == best { addOption(transparent, 0) }
      return
    }
    let color = Palette.channels(wanted)
    let least = Palette.distance(channels[Int(best)], color)
    let most = Self.maxBits
    let weight = bitsPerError * Float(duration)
    if showns[index] != transparent {
      let cost = Self.cost(Palette.distance(channels[Int(showns[index])], color) &- least, weight)
      if cost <= most { addOption(transparent, cost) }
    }
    // |c − w| ≥ |c − b| − |b − w|: farther neighbours cannot be near enough.
    let reach = Float(least).squareRoot() + (most / weight + Float(least)).squareRoot()
    let first = Int(best) * neighborCount
    for index in first..<first + neighborCount {
      let neighbor = neighbors[index]
      if Float(neighbor.distance) > reach * reach { break }
      let cost = Self.cost(Palette.distance(channels[Int(neighbor.symbol)], color) &- least, weight)
      if cost <= most { addOption(neighbor.symbol, cost) }
    }
  }
}
