/// Encodes an image as LZW, choosing the allowed colours that take the fewest bits.
///
/// An unchanged pixel is transparent or keeps its colour, which look the same. A changed pixel gets its palette colour, or another one
/// whose error costs less than the bits it saves.
///
/// Memory is managed manually, as in `LZWTable`.
final class LZWSearch {
  /// The number of paths followed in parallel after the first symbols.
  private static let width = 4
  /// The bits saved by a pixel that needs no code of its own, if changed and if unchanged.
  private let changedBits: Float
  private static let stillBits: Float = 1

  private let transparent: UInt8
  private let table: LZWTable
  private let options: PixelOptions

  private struct Path {
    var code: Int
    var cost: Float
  }

  /// The strings of the current length, and of the next.
  private var paths: UnsafeMutablePointer<Path>
  private var longer: UnsafeMutablePointer<Path>

  /// The pixels loaded so far.
  private struct Supply {
    let pixels: GIFPixels.Unsafe
    private let feed: (any PixelFeed)?
    /// The number of loaded pixels.
    private(set) var count: Int

    init(_ pixels: GIFPixels.Unsafe, _ feed: (any PixelFeed)?) {
      (self.pixels, self.feed) = (pixels, feed)
      count = feed == nil ? pixels.count : 0
    }

    /// Returns whether the image has a pixel, loading it if needed.
    @inline(__always)
    mutating func has(_ index: Int) -> Bool { index < count || fetch(index) }

    @inline(never)
    private mutating func fetch(_ index: Int) -> Bool {
      guard index < pixels.count, let feed else { return false }
      while count <= index { count = feed.more() }
      return true
    }
  }

  /// A string of the table, and the number of pixels it covers.
  private typealias Match = (code: Int, length: Int)

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - palette: The colours; fewer than 256.
  ///   - errorPerBit: The squared error, in byte steps over three channels and one picture, that may be traded for a bit; 0 is lossless.
  init(_ palette: Palette, errorPerBit: Float) {
    transparent = UInt8(palette.colors.count)
    var bits = 2
    while 1 << bits < palette.colors.count + 1 { bits += 1 }
    table = LZWTable(symbolBits: bits, commonest: transparent)
    options = PixelOptions(palette, errorPerBit: errorPerBit)
    // Photographs have shorter strings.
    changedBits = palette.weights.isMasked ? 8 : 4
    paths = .allocate(capacity: PixelOptions.limit)
    paths.initialize(repeating: Path(code: 0, cost: 0), count: PixelOptions.limit)
    longer = .allocate(capacity: PixelOptions.limit)
    longer.initialize(repeating: Path(code: 0, cost: 0), count: PixelOptions.limit)
  }

  deinit {
    paths.deallocate()
    longer.deallocate()
  }

  /// The number of bits per symbol in the image.
  var symbolBits: Int { table.symbolBits }

  /// Encodes an image.
  ///
  /// - Parameters:
  ///   - pixels: The pixels' required or allowed colours.
  ///   - symbols: receives the symbol chosen for each pixel.
  func encode(_ pixels: GIFPixels, symbols: inout [UInt8]) -> [UInt8] {
    symbols.removeAll(keepingCapacity: true)
    symbols.append(contentsOf: repeatElement(0, count: pixels.count))
    return symbols.withUnsafeMutableBufferPointer { symbols in
      pixels.withUnsafePixels { pixels in encode(pixels, symbols, feed: nil) }
    }
  }

  /// Encodes an image whose pixels are complete or supplied by a feed.
  ///
  /// - Parameters:
  ///   - pixels: The pixels' required or allowed colours.
  ///   - symbols: Receives the symbol chosen for each pixel.
  ///   - feed: Supplies the pixels.
  /// - Returns: The bytes; empty if the feed rejects the image.
  func encode(
    _ pixels: GIFPixels.Unsafe, _ symbols: UnsafeMutableBufferPointer<UInt8>, feed: (any PixelFeed)?
  ) -> [UInt8] {
    var supply = Supply(pixels, feed)
    var writer = LZWWriter()
    table.clear()
    var codeBits = table.symbolBits + 1
    writer.append(table.clearCode, bits: codeBits)
    var previous: Int?
    var position = 0
    var report = 0
    while position < pixels.count {
      if let feed, position >= report {
        guard let next = feed.take(position) else { return [] }
        report = next
      }
      // The decoder adds this string with the next code, which may be the new string itself if it begins like it.
      let isTentative = previous != nil && !table.isFull
      if isTentative, let previous { table.insert(previous, table.first(previous)) }
      let (code, length) = nextString(&supply, at: position)
      if isTentative, let previous, table.first(code) != table.first(previous) {
        table.removeLast()
        table.insert(previous, table.first(code))
      }
      let known = table.next - (isTentative ? 1 : 0)
      while known >= 1 << codeBits, codeBits < 12 { codeBits += 1 }
      writer.append(code, bits: codeBits)
      table.write(code, to: symbols, endingAt: position + length)
      position += length
      previous = code
      if table.isFull, position < pixels.count {
        writer.append(table.clearCode, bits: 12)
        table.clear()
        codeBits = table.symbolBits + 1
        previous = nil
      }
    }
    // The decoder has added one more string by now.
    if table.next >= 1 << codeBits, codeBits < 12 { codeBits += 1 }
    writer.append(table.clearCode + 1, bits: codeBits)
    writer.finish()
    return writer.bytes
  }

  /// Returns the best string.
  private func nextString(_ supply: inout Supply, at start: Int) -> Match {
    let (table, pixels) = (table.continuations, supply.pixels)
    guard supply.has(start) else { return (0, 0) }
    var (paths, longer) = (paths, longer)
    var choice = options.of(pixels, at: start)
    for index in 0..<choice.count {
      paths[index] = Path(code: Int(choice.first[index].symbol), cost: choice.first[index].cost)
    }
    var pathCount = choice.count
    var length = 1
    var saved: Float = 0
    var best = (code: 0, length: 0, value: -Float.infinity)
    while true {
      saved += pixels.isStill(start + length - 1) ? Self.stillBits : changedBits
      for index in 0..<pathCount {
        let value = saved - paths[index].cost
        if value > best.value { best = (paths[index].code, length, value) }
      }
      if pathCount == 1 {
        // Most pixels are unchanged, and most strings continue in only one way there, at no cost.
        let still = follow(paths[0].code, along: pixels, from: start + length, to: supply.count)
        if still.length > 0 {
          length += still.length
          saved += Float(still.length) * Self.stillBits
          paths[0].code = still.code
          let value = saved - paths[0].cost
          if value > best.value { best = (still.code, length, value) }
        }
      }
      guard supply.has(start + length) else { break }
      choice = options.of(pixels, at: start + length)
      var longerCount = 0
      for index in 0..<pathCount {
        let path = paths[index]
        guard table.mayHave(path.code, choice.symbols) else { continue }
        for option in 0..<choice.count {
          let code = table.child(path.code, choice.first[option].symbol)
          if code != 0 {
            Self.add(Path(code: code, cost: path.cost + choice.first[option].cost), to: longer, &longerCount)
          }
        }
      }
      if longerCount == 0 { break }
      swap(&paths, &longer)
      pathCount = longerCount
      length += 1
    }
    return (best.code, best.length)
  }

  /// Follows a string along unchanged pixels as long as it continues in exactly one way.
  @inline(__always)
  private func follow(_ code: Int, along pixels: GIFPixels.Unsafe, from start: Int, to end: Int) -> Match {
    let (table, transparent) = (table.continuations, transparent)
    var (code, position) = (code, start)
    while position < end, pixels.isStill(position) {
      let symbol = pixels.shown[position]
      // If no colour is shown, both symbols are the transparent one.
      guard symbol != transparent else { break }
      let (one, other) = (table.commonestChild(code), table.child(code, symbol))
      guard (one == 0) != (other == 0) else { break }
      code = one | other
      position += 1
    }
    return (code, position - start)
  }

  /// Keeps a path if it is among the cheapest.
  @inline(__always)
  private static func add(_ path: Path, to longer: UnsafeMutablePointer<Path>, _ count: inout Int) {
    guard count >= width else {
      longer[count] = path
      count += 1
      return
    }
    var worst = 0
    for index in 1..<width where longer[index].cost > longer[worst].cost { worst = index }
    if path.cost < longer[worst].cost { longer[worst] = path }
  }
}
