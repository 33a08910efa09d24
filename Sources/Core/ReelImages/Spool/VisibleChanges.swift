import ReelGeometry

/// Decides over time which changes of a lossy movie are visible, and holds all other pixels.
///
/// Lossy codecs redraw what stands still slightly differently in every picture. In an animation such noise flickers, and costs most of the
/// bytes. So a block of pixels changes at once only if some of its pixels differ clearly from those on screen, or all of them on average.
/// In other blocks a pixel changes once it has differed in the same direction for some pictures, as in a slow fade or after a movement, and
/// then becomes their mean. A block that the movie repeats exactly is settled at once.
///
/// All is computed in integers, with the same results everywhere.
struct VisibleChanges {
  /// The side of a block, in pixels.
  static let side = 8

  private let size: PixelSize
  private let columns: Int
  private let rows: Int
  /// The difference at which a pixel changes at once; differences are in steps of 1/255.
  private let clear: Int32
  /// The difference at which a pixel changes if it lasts.
  private let lasting: Int32
  /// Four times the running mean of each pixel's differences: blue, green, red.
  private var drift: [SIMD4<Int16>]
  /// The blocks that the current picture draws again.
  private var isDrawn: [Bool]
  /// The blocks that change clearly.
  private var isMoving: [Bool]
  /// The blocks with pixels that are held although they differ from the movie's by more than `lasting`.
  private var isUnsettled: [Bool]

  /// Whether a picture without changes would still change pixels.
  var hasUnsettled: Bool { isUnsettled.contains(true) }

  /// Creates a decision for pictures of a size.
  ///
  /// - Parameter quality: from 1 to 99; the lower it is, the larger are the differences that count as invisible.
  init(_ size: PixelSize, quality: Int) {
    self.size = size
    columns = (size.width + Self.side - 1) / Self.side
    rows = (size.height + Self.side - 1) / Self.side
    clear = Int32(4 + (100 - quality) / 5)
    lasting = Int32(1 + (100 - quality) / 8)
    drift = Array(repeating: .zero, count: size.area)
    isDrawn = Array(repeating: false, count: columns * rows)
    isMoving = isDrawn
    isUnsettled = isDrawn
  }

  /// Returns the columns of each row that have to be compared: those of whole blocks around changes, and of unsettled blocks.
  mutating func ranges(around changes: [Int: [Range<Int>]]) -> [Int: [Range<Int>]] {
    for block in isDrawn.indices { isDrawn[block] = false }
    for (row, ranges) in changes {
      for range in ranges where !range.isEmpty {
        let first = row / Self.side * columns
        for column in range.lowerBound / Self.side...(range.upperBound - 1) / Self.side {
          isDrawn[first + column] = true
        }
      }
    }
    var result: [Int: [Range<Int>]] = [:]
    for block in isDrawn.indices where isDrawn[block] || isUnsettled[block] {
      let (x, y) = pixels(of: block)
      for row in y { result[row, default: []].append(x) }
    }
    return result
  }

  /// Replaces each pixel whose change is not visible by the one on screen.
  ///
  /// - Parameters:
  ///   - picture: The movie's picture, of which the blocks of `ranges` are used.
  ///   - held: The pixels on screen.
  mutating func settle(_ picture: inout [UInt32], over held: [UInt32]) {
    picture.withUnsafeMutableBufferPointer { picture in
      held.withUnsafeBufferPointer { held in
        for block in isDrawn.indices {
          isMoving[block] = isDrawn[block] && moves(block, picture, held)
        }
        for block in isDrawn.indices where isDrawn[block] || isUnsettled[block] { settle(block, picture, held) }
      }
    }
  }

  private func pixels(of block: Int) -> (x: Range<Int>, y: Range<Int>) {
    let (row, column) = block.quotientAndRemainder(dividingBy: columns)
    return (
      column * Self.side..<min(size.width, (column + 1) * Self.side),
      row * Self.side..<min(size.height, (row + 1) * Self.side)
    )
  }

  /// Whether a block differs clearly in some pixels, or in the mean of all.
  private func moves(
    _ block: Int, _ picture: UnsafeMutableBufferPointer<UInt32>, _ held: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    let (x, y) = pixels(of: block)
    var (excess, light) = (Int32(0), Int32(0))
    for row in y {
      for index in row * size.width + x.lowerBound..<row * size.width + x.upperBound
      where picture[index] != held[index] {
        let difference = Self.difference(picture[index], held[index])
        excess += max(0, Self.size(of: difference) - clear)
        light += Self.light(difference)
      }
    }
    // One pixel may be far off, or two a little.
    return excess > clear || abs(light) * 2 > lasting * Int32(x.count * y.count)
  }

  /// Whether a block or one of those around it moves.
  private func isNearMoving(_ block: Int) -> Bool {
    let (row, column) = block.quotientAndRemainder(dividingBy: columns)
    for row in max(0, row - 1)...min(rows - 1, row + 1) {
      for column in max(0, column - 1)...min(columns - 1, column + 1) where isMoving[row * columns + column] {
        return true
      }
    }
    return false
  }

  private mutating func settle(
    _ block: Int, _ picture: UnsafeMutableBufferPointer<UInt32>, _ held: UnsafeBufferPointer<UInt32>
  ) {
    let (x, y) = pixels(of: block)
    // What stands still, or belongs to a movement beside it, need not wait.
    let limit = isMoving[block] ? 1 : !isDrawn[block] || isNearMoving(block) ? lasting : .max
    isUnsettled[block] = false
    for row in y {
      for index in row * size.width + x.lowerBound..<row * size.width + x.upperBound {
        guard picture[index] != held[index] else {
          drift[index] = .zero
          continue
        }
        let difference = Self.difference(picture[index], held[index])
        let apart = Self.size(of: difference)
        if apart > limit {
          drift[index] = .zero
          continue
        }
        let sum = SIMD4<Int32>(truncatingIfNeeded: drift[index])
        let mean = sum &- (sum &>> 2) &+ difference
        if Self.size(of: mean) > 4 * lasting {
          picture[index] = Self.sum(held[index], mean &>> 2)
          drift[index] = .zero
        } else {
          picture[index] = held[index]
          drift[index] = SIMD4(truncatingIfNeeded: mean)
          if apart > lasting { isUnsettled[block] = true }
        }
      }
    }
  }

  /// The differences of blue, green and red.
  private static func difference(_ new: UInt32, _ old: UInt32) -> SIMD4<Int32> {
    channels(new) &- channels(old)
  }

  private static func channels(_ word: UInt32) -> SIMD4<Int32> {
    SIMD4(Int32(word & 255), Int32(word >> 8 & 255), Int32(word >> 16 & 255), 0)
  }

  private static func sum(_ word: UInt32, _ change: SIMD4<Int32>) -> UInt32 {
    let channels = (channels(word) &+ change).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    return UInt32(channels.x) | UInt32(channels.y) << 8 | UInt32(channels.z) << 16
  }

  /// The difference in luma, with the weights of BT.601.
  private static func light(_ difference: SIMD4<Int32>) -> Int32 {
    (29 * difference.x + 150 * difference.y + 77 * difference.z) >> 8
  }

  /// How different two colours look: by their luma, or by a third of what separates their channels.
  private static func size(of difference: SIMD4<Int32>) -> Int32 {
    max(
      abs(light(difference)), max(abs(difference.z - difference.y), abs(difference.x - difference.y)) / 3)
  }
}
