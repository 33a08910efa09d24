/// The required or allowed colours of an image's pixels.
struct GIFPixels {
  /// The colour wanted for each pixel, with the number of pictures for which it is seen in the top byte; 0 in the top byte means an
  /// unchanged pixel.
  var wanted: [UInt32] = []
  /// The palette index for the wanted colour.
  var best: [UInt8] = []
  /// The palette index shown before; the palette's count if the pixel has no colour yet.
  var shown: [UInt8] = []

  /// The number of pixels.
  var count: Int { wanted.count }

  /// Removes all pixels.
  mutating func removeAll() {
    wanted.removeAll(keepingCapacity: true)
    best.removeAll(keepingCapacity: true)
    shown.removeAll(keepingCapacity: true)
  }

  /// The same pixels as read by the search.
  struct Unsafe {
    let wanted: UnsafeBufferPointer<UInt32>
    let best: UnsafeBufferPointer<UInt8>
    let shown: UnsafeBufferPointer<UInt8>

    /// The number of pixels.
    var count: Int { wanted.count }

    /// Whether a pixel is unchanged.
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

  /// Memory for an image's pixels and the symbols chosen for them; pages that are never written use no memory.
  final class Memory {
    private let wanted: UnsafeMutablePointer<UInt32>
    private let best: UnsafeMutablePointer<UInt8>
    private let shown: UnsafeMutablePointer<UInt8>
    /// The chosen symbols.
    let symbols: UnsafeMutablePointer<UInt8>

    /// Allocates the memory.
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

    /// Loads pixels from a row of a frame.
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
