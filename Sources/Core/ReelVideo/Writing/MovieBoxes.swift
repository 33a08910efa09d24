import ReelPlatform

/// The top-level boxes of an MP4 file: four bytes of size, four of type, the contents (ISO/IEC 14496-12, 4.2).
package enum MovieBoxes {
  /// The position of a box in its file.
  struct Box: Equatable {
    var type: String
    var range: Range<Int>
    /// The start of its contents.
    var start: Int
  }

  /// Returns the offset of the type field in the first complete box of a type.
  static func typeOffset(ofFirst type: String, in boxes: [UInt8]) -> Int? {
    var start = 0
    while let box = box(at: start, of: boxes.count, read: { Array(boxes[$0]) }) {
      if box.type == type { return start + 4 }
      start = box.range.upperBound
    }
    return nil
  }

  /// Returns the boxes that fill a range; nil if they do not fill it exactly.
  static func boxes(in range: Range<Int>, of bytes: [UInt8]) -> [Box]? {
    var boxes: [Box] = []
    var start = range.lowerBound
    while start < range.upperBound {
      guard let box = box(at: start, of: range.upperBound, read: { Array(bytes[$0]) }),
        box.range.upperBound <= range.upperBound
      else { return nil }
      boxes.append(box)
      start = box.range.upperBound
    }
    return boxes
  }

  /// Returns the ranges of the contents of all complete boxes of a type.
  static func contents(of type: String, in file: Int32) -> [Range<Int>] {
    var (start, found): (Int, [Range<Int>]) = (0, [])
    let size = size(of: file)
    while let box = box(at: start, of: size, read: { read(file, $0) }), box.range.upperBound <= size {
      if box.type == type { found.append(box.start..<box.range.upperBound) }
      start = box.range.upperBound
    }
    return found
  }

  /// Whether a file begins like a fragmented movie, and continues like one to its end.
  ///
  /// Movies of other programs begin alike but continue with other boxes; there may be a way to save them.
  static func hasFragmentedHeader(_ file: Int32) -> Bool {
    let size = size(of: file)
    guard let first = box(at: 0, of: size, read: { read(file, $0) }), first.type == "ftyp" else { return false }
    guard let second = box(at: first.range.upperBound, of: size, read: { read(file, $0) }) else { return true }
    return second.type == "moov"
  }

  /// Returns the number of samples that a `moov` declares.
  ///
  /// Every sample has at least one byte. A box that declares more samples than bytes makes FFmpeg allocate gigabytes.
  static func sampleCount(of parent: Box, in file: Int32, depth: Int = 6) -> Int {
    guard depth > 0 else { return 0 }
    var count = 0
    var start = parent.start
    while let box = box(at: start, of: parent.range.upperBound, read: { read(file, $0) }) {
      switch box.type {
      case "trak", "mdia", "minf", "stbl": count += sampleCount(of: box, in: file, depth: depth - 1)
      // Version, flags and the size of all samples precede the count (8.7.3).
      case "stsz", "stz2": count += number(at: box.start + 8, in: file)
      default: break
      }
      start = box.range.upperBound
    }
    return count
  }

  private static func number(at offset: Int, in file: Int32) -> Int {
    read(file, offset..<offset + 4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads the header of a box; nil if there is none or it is invalid.
  static func box(at start: Int, of size: Int, read: (Range<Int>) -> [UInt8]) -> Box? {
    guard start + 8 <= size else { return nil }
    let head = read(start..<min(start + 16, size))
    guard head.count >= 8 else { return nil }
    var length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
    var least = 8
    if length == 1 {
      // The size is in the next eight bytes; the highest bit is never set.
      guard head.count == 16, head[8] < 0x80 else { return nil }
      length = head[8..<16].reduce(0) { $0 << 8 | Int($1) }
      least = 16
    }
    // 0: the box extends to the end of the file.
    if length == 0 { length = size - start }
    guard length >= least, length <= Int.max - start else { return nil }
    return Box(type: String(decoding: head[4..<8], as: UTF8.self), range: start..<start + length, start: start + least)
  }

  /// Reads bytes of a file; fewer at its end.
  package static func read(_ file: Int32, _ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = pread(file, &bytes, bytes.count, off_t(range.lowerBound))
    return Array(bytes.prefix(max(count, 0)))
  }

  /// The length of the file at a path.
  static func size(at path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The length of a file.
  package static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}
