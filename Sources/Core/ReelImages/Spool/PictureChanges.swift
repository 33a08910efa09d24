import ReelCanvas
import ReelGeometry

/// Finds the pixels that differ from the previous picture, within the changed tiles.
struct PictureChanges {
  /// The size of the compared pictures.
  let size: PixelSize
  private let scaler: PictureScaler?
  /// The previous picture, in the output size.
  private var held: [UInt32]
  private var isFirst = true
  /// The row that is compared; all rows where changes have to be visible.
  private var line: [UInt32]
  private let transparency: Transparency
  private var visible: VisibleChanges?
  private var activity: PictureActivity?

  /// Whether a picture without changes would still change pixels.
  var hasUnsettled: Bool { visible?.hasUnsettled ?? false }

  /// The weights of the pixels, whose highest bits have their activity where changes have to be visible.
  var weights: PixelWeights { activity == nil ? .durations : .masked }

  /// The treatment of transparent pixels.
  enum Transparency {
    /// They are composited over black.
    case none
    /// They keep their alpha, in the highest byte.
    case kept
    /// A pixel is either transparent, as a colour of its own, or opaque. Translucent pixels are composited over the matte; without a
    /// matte they become whichever they are nearer to.
    case oneBit(matte: UInt32?)
  }

  /// The spans of the latest changes.
  private(set) var spans: [PixelSpool.Span] = []
  /// The pixels of the spans: blue, green and red from the lowest byte up.
  ///
  /// Transparent pixels are composited over black, as in a movie. If alpha is kept, it is in the highest byte, and colours are not
  /// premultiplied.
  private(set) var pixels: [UInt32] = []

  /// Creates a comparison of pictures, which are first scaled down if needed.
  ///
  /// - Parameter quality: the quality below 100 at which invisible changes of opaque pictures are ignored (`VisibleChanges`); nil for none.
  init(of source: PixelSize, in size: PixelSize, transparency: Transparency = .none, quality: Int? = nil) {
    self.transparency = transparency
    self.size = size
    scaler = source == size ? nil : PictureScaler(from: source, to: size)
    held = Array(repeating: 0, count: size.area)
    if case .none = transparency, let quality, quality < 100 {
      visible = VisibleChanges(size, quality: quality)
      activity = PictureActivity(size)
    }
    line = Array(repeating: 0, count: visible == nil ? size.width : size.area)
  }

  /// Compares a picture with the previous one; all pixels of the first picture are changes.
  ///
  /// - Returns: Whether anything changed; the changes are in `spans` and `pixels`.
  mutating func compare(_ bitmap: Bitmap, in region: Region) -> Bool {
    spans.removeAll(keepingCapacity: true)
    pixels.removeAll(keepingCapacity: true)
    var rows: [Int: [Range<Int>]] = [:]
    for rect in region.rects {
      var (columns, lines) = (
        Int(clamping: rect.minX)..<Int(clamping: rect.maxX), Int(clamping: rect.minY)..<Int(clamping: rect.maxY)
      )
      if let scaler { (columns, lines) = (scaler.columns(under: columns), scaler.rows(under: lines)) }
      for row in lines { rows[row, default: []].append(columns) }
    }
    if let blocks = visible?.ranges(around: rows) { rows = blocks }
    let ranges = rows.keys.sorted().flatMap { row in Self.joined(rows[row] ?? []).map { (row, $0) } }
    bitmap.withUnsafeBytes { bytes in
      for (row, columns) in ranges {
        load(row, columns, bytes, bitmap.bytesPerRow)
        if visible == nil { compare(row, columns) }
      }
    }
    if visible != nil {
      if !isFirst { visible?.settle(&line, over: held) }
      for (row, columns) in ranges { activity?.measure(line, row: row, columns) }
      for (row, columns) in ranges { compare(row, columns) }
    }
    isFirst = false
    return !spans.isEmpty
  }

  /// Joins ranges that touch or overlap, from left to right.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The position of a row's first pixel in `line`.
  private func start(of row: Int) -> Int { visible == nil ? 0 : row * size.width }

  /// Copies pixels of a row to `line`.
  private mutating func load(_ row: Int, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ bytesPerRow: Int) {
    let start = start(of: row)
    line.withUnsafeMutableBufferPointer { lines in
      let line = UnsafeMutableBufferPointer(rebasing: lines[start..<start + size.width])
      if let scaler {
        scaler.scale(row: row, columns: columns, of: bytes, bytesPerRow: bytesPerRow, into: line)
      } else {
        for x in columns {
          line[x] = UInt32(littleEndian: bytes.load(fromByteOffset: row * bytesPerRow + 4 * x, as: UInt32.self))
        }
      }
      switch transparency {
      case .none: for x in columns { line[x] &= 0xFF_FFFF }
      case .kept: for x in columns { line[x] = Bitmap.straight(line[x]) }
      case .oneBit(let matte): for x in columns { line[x] = Self.oneBit(line[x], matte: matte) }
      }
    }
  }

  /// Makes a pixel transparent or opaque.
  private static func oneBit(_ pixel: UInt32, matte: UInt32?) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > (matte == nil ? 127 : 0) else { return ClearGIFImageMaker.clear }
    var color = Bitmap.straight(pixel) & 0xFF_FFFF
    if let matte {
      func part(_ shift: UInt32) -> UInt32 {
        min(255, (pixel >> shift & 255) + ((matte >> shift & 255) * (255 - alpha) + 127) / 255) << shift
      }
      color = part(16) | part(8) | part(0)
    }
    return color == ClearGIFImageMaker.clear ? color ^ 1 : color
  }

  private mutating func compare(_ row: Int, _ columns: Range<Int>) {
    let start = row * size.width
    let (isFirst, lineStart, activity) = (isFirst, self.start(of: row), activity)
    // Every pixel of every changed tile passes through here.
    line.withUnsafeBufferPointer { lines in
      let line = UnsafeBufferPointer(rebasing: lines[lineStart..<lineStart + size.width])
      held.withUnsafeMutableBufferPointer { held in
        var x = columns.lowerBound
        while x < columns.upperBound {
          while x < columns.upperBound, !isFirst, line[x] == held[start + x] { x += 1 }
          let first = x
          while x < columns.upperBound, isFirst || line[x] != held[start + x] {
            held[start + x] = line[x]
            x += 1
          }
          guard x > first else { continue }
          spans.append(.init(start: start + first, count: x - first))
          if let activity {
            for column in first..<x {
              pixels.append(line[column] | activity[row, column] << PixelWeights.activityShift)
            }
          } else {
            pixels.append(contentsOf: line[first..<x])
          }
        }
      }
    }
  }
}
