/// The required or allowed colours of an image's pixels.
struct GIFPixels {
  /// The colour that each pixel of the film wants, with the pictures for which it is seen in the top byte; 0 in the top byte for a
  /// pixel that did not change.
  var wanted: [UInt32] = []
  /// The palette's colour for what is wanted.
  var best: [UInt8] = []
  /// The palette's colour that is shown before; the number behind the palette where nothing is.
  var shown: [UInt8] = []

  /// The number of pixels.
  var count: Int { wanted.count }

  /// Removes all pixels.
  mutating func removeAll() {
    wanted.removeAll(keepingCapacity: true)
    best.removeAll(keepingCapacity: true)
    shown.removeAll(keepingCapacity: true)
  }

  /// The same, as the search reads them.
  struct Unsafe {
    let wanted: UnsafeBufferPointer<UInt32>
    let best: UnsafeBufferPointer<UInt8>
    let shown: UnsafeBufferPointer<UInt8>

    /// The number of pixels.
    var count: Int { wanted.count }

    /// Whether a pixel did not change.
    @inline(__always)
    func isStill(_ index: Int) -> Bool { wanted[index] >> 24 == 0 }
  }

  /// Calls a closure with the pixels' memory.
  func withUnsafePixels<Result>(_ body: (Unsafe) -> Result) -> Result {
    wanted.withUnsafeBufferPointer { wanted in
      best.withUnsafeBufferPointer { best in
        shown.withUnsafeBufferPointer { shown in body(Unsafe(wanted: wanted, best: best, shown: shown)) }
      }
    }
  }

  /// Room for the pixels of an image and the symbols that are chosen for them; pages that nobody writes take no memory.
  final class Memory {
    private let wanted: UnsafeMutablePointer<UInt32>
    private let best: UnsafeMutablePointer<UInt8>
    private let shown: UnsafeMutablePointer<UInt8>
    /// The symbols.
    let symbols: UnsafeMutablePointer<UInt8>

    /// Makes room.
    init(capacity: Int) {
      wanted = .allocate(capacity: capacity)
      best = .allocate(capacity: capacity)
      shown = .allocate(capacity: capacity)
      symbols = .allocate(capacity: capacity)
    }

    deinit {
      wanted.deallocate()
      best.deallocate()
      shown.deallocate()
      symbols.deallocate()
    }

    /// Returns the first pixels, which may be loaded later.
    func first(_ count: Int) -> Unsafe {
      Unsafe(
        wanted: UnsafeBufferPointer(start: wanted, count: count), best: UnsafeBufferPointer(start: best, count: count),
        shown: UnsafeBufferPointer(start: shown, count: count))
    }

    /// Loads pixels of a row of a frame.
    func load(
      _ count: Int, at index: Int, from position: Int, _ wanted: UnsafePointer<UInt32>, _ best: UnsafePointer<UInt8>,
      _ shown: UnsafePointer<UInt8>
    ) {
      (self.wanted + index).initialize(from: wanted + position, count: count)
      (self.best + index).initialize(from: best + position, count: count)
      (self.shown + index).initialize(from: shown + position, count: count)
    }
  }
}
