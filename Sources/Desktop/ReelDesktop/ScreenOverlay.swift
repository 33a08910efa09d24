import ReelCanvas
import ReelGeometry
import ReelInteraction

/// The pointer, click rings and key label that a film shows over a screen.
struct ScreenOverlay {
  /// The pointer; nil to leave it out.
  var pointer: ScreenPointer?
  private var rings: [ClickRing] = []
  private var chip: KeyChip?

  /// Creates an overlay without clicks or keys.
  init(showsPointer: Bool) { pointer = showsPointer ? ScreenPointer() : nil }

  /// Shows a ring.
  mutating func click(at place: Point, seconds: Double) {
    rings.append(ClickRing(center: place, start: seconds))
  }

  /// Shows keys with a name.
  mutating func press(_ keys: String, at seconds: Double, film: PixelSize) {
    chip = KeyChip(keys, at: seconds, film: film)
  }

  /// Appends a typed character to those shown.
  mutating func type(_ character: Character, at seconds: Double, film: PixelSize) {
    if chip == nil { chip = KeyChip("", isTyped: true, at: seconds, film: film) }
    chip?.type(character, at: seconds)
  }

  /// Removes rings and keys.
  mutating func clear() { (rings, chip) = ([], nil) }

  /// Removes rings and keys that have disappeared.
  mutating func advance(to seconds: Double) {
    rings.removeAll { $0.isOver(at: seconds) }
    if chip?.isOver(at: seconds) == true { chip = nil }
  }

  /// Adds to the tiles in which the screen has changed those that have to be drawn because of this.
  func extend(_ changed: inout Region, after old: ScreenOverlay) {
    for ring in old.rings + rings { changed.insert(ring.bounds) }
    if chip != old.chip {
      for chip in [old.chip, chip].compactMap(\.self) { changed.insert(chip.bounds) }
    }
    if pointer != old.pointer {
      for pointer in [old.pointer, pointer].compactMap(\.self) { changed.insert(pointer.bounds) }
    }
    // What is translucent would become darker if it were drawn over itself.
    for bounds in [chip?.bounds, pointer?.bounds, chip?.bounds].compactMap(\.self) where changed.intersects(bounds) {
      changed.insert(bounds)
    }
  }

  /// Draws it over tiles that show the screen alone.
  func draw(over changed: Region, at seconds: Double, into bitmap: inout Bitmap) throws {
    for ring in rings { try ring.draw(at: seconds, into: &bitmap) }
    if let chip, changed.intersects(chip.bounds) { try chip.draw(into: &bitmap) }
    if let pointer, changed.intersects(pointer.bounds) { pointer.draw(into: &bitmap) }
  }
}

extension Bitmap {
  /// Copies the pixels of tiles of a bitmap of the same size.
  mutating func copy(_ tiles: Region, of other: Bitmap) {
    let (stride, sourceStride) = (bytesPerRow, other.bytesPerRow)
    withUnsafeMutableBytes { target in
      other.withUnsafeBytes { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for rect in tiles.rects {
          let (left, count) = (4 * Int(clamping: rect.minX), 4 * Int(clamping: rect.width))
          for row in Int(clamping: rect.minY)..<Int(clamping: rect.maxY) {
            (target + row * stride + left).copyMemory(from: source + row * sourceStride + left, byteCount: count)
          }
        }
      }
    }
  }
}
