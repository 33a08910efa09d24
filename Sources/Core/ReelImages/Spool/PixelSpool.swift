import ReelFiles
import ReelPlatform

/// The changed pixels of a film, picture by picture, so that a second pass can read them without redrawing.
///
/// Data that does not fit into memory goes to an unlinked temporary file, which disappears with the process.
///
/// A picture is a run of words: its number, its number of spans, the spans (index of the first pixel, number of pixels) and the pixels,
/// each with its weight in the top byte: see `countUses`.
struct PixelSpool: ~Copyable {
  /// The number of words in a block; a picture is never split, so the last one of a block may exceed it.
  private static let blockLength = 1 << 18

  /// A block of pictures, in memory or in the file.
  private struct Block {
    var words: [UInt32]
    var offset: Int?
    var count: Int
    /// The start of each picture.
    var starts: [Int]
  }

  /// The number of pixels of a picture.
  let area: Int
  /// The maximum number of words in memory.
  private let memoryLimit: Int
  private let path: String
  /// The weights of the pixels.
  let weights: PixelWeights
  private var blocks: [Block] = []
  private var current: [UInt32] = []
  private var starts: [Int] = []
  private var memoryCount = 0
  private var file: Int32 = -1
  private var fileEnd = 0

  /// The number of pictures.
  private(set) var pictureCount = 0

  /// Creates an empty spool.
  ///
  /// - Parameters:
  ///   - area: the number of pixels of a picture.
  ///   - path: the path of the temporary file, if one is needed; it is unlinked at once.
  ///   - weights: the weights of the pixels.
  ///   - memoryBytes: the maximum size in memory.
  init(area: Int, path: String, weights: PixelWeights = .durations, memoryBytes: Int = 64 << 20) {
    self.weights = weights
    self.area = area
    self.path = path
    memoryLimit = memoryBytes / 4
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Whether a temporary file was needed.
  var hasSpilled: Bool { file >= 0 }

  /// A run of changed pixels in reading order, within one row.
  struct Span: Equatable {
    var start: Int
    var count: Int
  }

  /// Adds a picture: the spans that differ from the previous picture, and their pixels.
  ///
  /// - Throws: `SystemError` if the temporary file can't be written.
  mutating func append(_ index: Int, spans: [Span], pixels: [UInt32]) throws(SystemError) {
    starts.append(current.count)
    current.append(UInt32(index))
    current.append(UInt32(spans.count))
    for span in spans {
      current.append(UInt32(span.start))
      current.append(UInt32(span.count))
    }
    current += pixels
    pictureCount += 1
    if current.count >= Self.blockLength { try closeBlock() }
  }

  /// Appends the current block to the others.
  private mutating func closeBlock() throws(SystemError) {
    guard !starts.isEmpty else { return }
    var block = Block(words: [], offset: nil, count: current.count, starts: starts)
    if memoryCount + current.count > memoryLimit {
      if file < 0 { file = try Self.makeFile(path) }
      try Self.write(current, to: file, at: fileEnd)
      block.offset = fileEnd
      fileEnd += current.count * 4
    } else {
      memoryCount += current.count
      block.words = current
    }
    blocks.append(block)
    current = []
    starts = []
  }

  /// A picture in the spool, within a block of words.
  struct Picture {
    /// Its number.
    let index: Int
    /// The position of its first span among the words.
    let spansStart: Int
    /// The number of its spans.
    let spanCount: Int
    /// The position of its first pixel among the words.
    var pixelsStart: Int { spansStart + 2 * spanCount }

    init(_ words: UnsafeMutableBufferPointer<UInt32>, at start: Int) {
      index = Int(words[start])
      spanCount = Int(words[start + 1])
      spansStart = start + 2
    }

    /// Calls a closure with the first pixel of each span and the words of all its pixels.
    func forEachSpan(
      _ words: UnsafeMutableBufferPointer<UInt32>,
      _ body: (_ start: Int, _ pixels: Slice<UnsafeMutableBufferPointer<UInt32>>) -> Void
    ) {
      var pixel = pixelsStart
      for span in 0..<spanCount {
        let count = Int(words[spansStart + 2 * span + 1])
        body(Int(words[spansStart + 2 * span]), words[pixel..<pixel + count])
        pixel += count
      }
    }

    /// Returns the rectangle around all changes in frames of a width.
    func box(_ words: UnsafeMutableBufferPointer<UInt32>, width: Int) -> PictureBox {
      var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
      forEachSpan(words) { start, pixels in
        let (y, x) = start.quotientAndRemainder(dividingBy: width)
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, x + pixels.count - 1), max(bottom, y))
      }
      return PictureBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
  }

  /// Calls a closure with each picture, in order.
  ///
  /// - Throws: `SystemError` if the temporary file can't be read, and any error of the closure.
  mutating func forEach(
    _ body: (Picture, UnsafeMutableBufferPointer<UInt32>) throws(SystemError) -> Void
  ) throws(SystemError) {
    try closeBlock()
    for index in blocks.indices {
      let starts = blocks[index].starts
      try withBlock(index, changes: false) { words throws(SystemError) in
        for start in starts { try body(Picture(words, at: start), words) }
      }
    }
  }

  /// Counts the pictures for which each pixel is shown, and stores its weight in its top byte.
  ///
  /// - Parameters:
  ///   - end: the index after the last picture.
  ///   - body: Receives a colour, and the total weight of a run of pixels of that colour.
  /// - Throws: `SystemError` if the temporary file can't be read or written.
  mutating func countUses(end: Int, _ body: (_ color: UInt32, _ weight: Int) -> Void) throws(SystemError) {
    try closeBlock()
    let weights = weights
    var next = [Int32](repeating: Int32(clamping: end), count: area)
    for index in blocks.indices.reversed() {
      let starts = blocks[index].starts
      try withBlock(index, changes: true) { words throws(SystemError) in
        for start in starts.reversed() {
          let picture = Picture(words, at: start)
          let number = Int32(picture.index)
          var pixel = picture.pixelsStart
          var run = (color: UInt32.max, weight: 0)
          next.withUnsafeMutableBufferPointer { next in
            for span in 0..<picture.spanCount {
              let first = Int(words[picture.spansStart + 2 * span])
              let count = Int(words[picture.spansStart + 2 * span + 1])
              for position in first..<first + count {
                let duration = Int(max(1, next[position] - number))
                next[position] = number
                let color = words[pixel] & 0xFF_FFFF
                if color != run.color {
                  if run.weight > 0 { body(run.color, run.weight) }
                  run = (color, 0)
                }
                words[pixel] = color | weights.code(words[pixel], duration: duration) << 24
                run.weight += weights.count(words[pixel], duration: duration)
                pixel += 1
              }
            }
          }
          if run.weight > 0 { body(run.color, run.weight) }
        }
      }
    }
  }

  /// Calls a closure with the words of a block, from memory or the file.
  private mutating func withBlock(
    _ index: Int, changes: Bool, _ body: (UnsafeMutableBufferPointer<UInt32>) throws(SystemError) -> Void
  ) throws(SystemError) {
    var words = blocks[index].words
    blocks[index].words = []
    let offset = blocks[index].offset
    if let offset { words = try Self.read(blocks[index].count, from: file, at: offset) }
    defer { if offset == nil { blocks[index].words = words } }
    try words.withUnsafeMutableBufferPointer { words throws(SystemError) in try body(words) }
    if changes, let offset { try Self.write(words, to: file, at: offset) }
  }

  // MARK: - The temporary file

  private static func makeFile(_ path: String) throws(SystemError) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError(errno, "open", path: path) }
    unlink(path)
    return file
  }

  private static func write(_ words: [UInt32], to file: Int32, at offset: Int) throws(SystemError) {
    try Descriptor.write(words.withUnsafeBytes { Array($0) }, to: file, at: offset)
  }

  private static func read(_ count: Int, from file: Int32, at offset: Int) throws(SystemError) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: count)
    let failure = words.withUnsafeMutableBytes { bytes -> SystemError? in
      var done = 0
      while done < bytes.count {
        let part = pread(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return SystemError(part < 0 ? errno : EIO, "pread") }
        done += part
      }
      return nil
    }
    if let failure { throw failure }
    return words
  }
}
