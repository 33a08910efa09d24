#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The boxes at the top of an MP4 file: four bytes of size, four of type, the contents (ISO/IEC 14496-12, 4.2).
enum MovieBoxes {
  /// The place of a box in its file.
  struct Box: Equatable {
    var type: String
    var range: Range<Int>
  }

  /// Returns where the type of the first box of a kind stands, among whole boxes.
  static func typeOffset(ofFirst type: String, in boxes: [UInt8]) -> Int? {
    var start = 0
    while let box = box(at: start, of: boxes.count, read: { Array(boxes[$0]) }) {
      if box.type == type { return start + 4 }
      start = box.range.upperBound
    }
    return nil
  }

  /// Returns how far a fragmented movie is whole: the end of its last whole fragment, or nil where it has none.
  ///
  /// What comes behind is torn, or is no fragment.
  static func wholeFragments(of file: Int32) -> Int? {
    var start = 0
    var end: Int?
    var isHeaderWhole = false
    let size = size(of: file)
    while let box = box(at: start, of: size, read: { read(file, $0) }), box.range.upperBound <= size {
      start = box.range.upperBound
      switch box.type {
      case "ftyp" where box.range.lowerBound == 0: break
      case "moov" where !isHeaderWhole: isHeaderWhole = true
      case "moof" where isHeaderWhole:
        guard let data = self.box(at: start, of: size, read: { read(file, $0) }), data.type == "mdat",
          data.range.upperBound <= size
        else { return end }
        start = data.range.upperBound
        end = start
      default: return end
      }
    }
    return end
  }

  /// Whether a file begins as a fragmented movie does, and goes on as one as far as it goes.
  ///
  /// Movies of other programs begin alike but go on with other boxes; there may be a way to save them.
  static func beginsAsOurs(_ file: Int32) -> Bool {
    let size = size(of: file)
    guard let first = box(at: 0, of: size, read: { read(file, $0) }), first.type == "ftyp" else { return false }
    guard let second = box(at: first.range.upperBound, of: size, read: { read(file, $0) }) else { return true }
    return second.type == "moov"
  }

  /// Reads the head of a box; nil where there is none, or one that cannot be.
  private static func box(at start: Int, of size: Int, read: (Range<Int>) -> [UInt8]) -> Box? {
    guard start + 8 <= size else { return nil }
    let head = read(start..<min(start + 16, size))
    guard head.count >= 8 else { return nil }
    var length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
    var least = 8
    if length == 1 {
      // The size is in the eight bytes behind; the highest bit is never set.
      guard head.count == 16, head[8] < 0x80 else { return nil }
      length = head[8..<16].reduce(0) { $0 << 8 | Int($1) }
      least = 16
    }
    // 0: up to the end of the file.
    if length == 0 { length = size - start }
    guard length >= least, length <= Int.max - start else { return nil }
    return Box(type: String(decoding: head[4..<8], as: UTF8.self), range: start..<start + length)
  }

  private static func read(_ file: Int32, _ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = pread(file, &bytes, bytes.count, off_t(range.lowerBound))
    return Array(bytes.prefix(max(count, 0)))
  }

  private static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}
