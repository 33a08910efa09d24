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
}
