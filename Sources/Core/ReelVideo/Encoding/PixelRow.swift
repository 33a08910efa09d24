/// Converts a row of BGRA pixels to luma and chroma, four or eight pixels at a time.
///
/// Rows of bitmaps and planes are padded to whole vectors after their last pixel; values read and written there do
/// not matter. A sample next to the requested columns may be rewritten with its own value.
struct PixelRow {
  private let start: UnsafeRawPointer

  init(_ start: UnsafeRawPointer) { self.start = start }

  /// Writes the luma of columns; the first one must be divisible by 4.
  @inline(__always)
  func writeLuma(_ columns: Range<Int>, to row: UnsafeMutableRawPointer) {
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      let pixels = four(column)
      SampleFormula.luma.write(
        red: pixels &>> 16 & 255, green: pixels & 0xFF00, blue: pixels & 255, to: row + column)
    }
  }

  /// Writes a chroma sample for each column; the first one must be divisible by 4.
  @inline(__always)
  func writeChroma(
    _ columns: Range<Int>, to blueRow: UnsafeMutableRawPointer, _ redRow: UnsafeMutableRawPointer
  ) {
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      let pixels = four(column)
      let (red, green, blue) = (pixels &>> 16 & 255, pixels & 0xFF00, pixels & 255)
      SampleFormula.blueness.write(red: red, green: green, blue: blue, to: blueRow + column)
      SampleFormula.redness.write(red: red, green: green, blue: blue, to: redRow + column)
    }
  }

  /// Writes a chroma sample for every two columns of this row and the next; the first column must be divisible by 8.
  ///
  /// A sample lies on the left one of its columns, between its rows: it is the mean of three columns, 1:2:1, and two
  /// rows. So the columns also affect the next sample. Beyond the edge the outermost column is repeated.
  @inline(__always)
  func writeChroma(
    _ columns: Range<Int>, with next: PixelRow, width: Int,
    to blueRow: UnsafeMutableRawPointer, _ redRow: UnsafeMutableRawPointer
  ) {
    // Blue and red are added in the two halves of one number, green in another: a sum of eight pixels has eleven
    // bits.
    @inline(__always)
    func sums(_ column: Int) -> (redAndBlue: SIMD4<UInt32>, green: SIMD4<UInt32>) {
      let (upper, lower) = (four(column), next.four(column))
      return ((upper & 0xFF_00FF) &+ (lower & 0xFF_00FF), (upper & 0xFF00) &+ (lower & 0xFF00))
    }
    // The column to the left of the first sample, at the end of the previous vector; at the border it is the first
    // column.
    var before = (redAndBlue: UInt32(0), green: UInt32(0))
    if columns.lowerBound > 0 {
      let left = sums(columns.lowerBound - 4)
      before = (left.redAndBlue.w, left.green.w)
    } else {
      let first = sums(0)
      before = (first.redAndBlue.x, first.green.x)
    }
    for column in stride(from: columns.lowerBound, to: min(columns.upperBound + 2, width), by: 8) {
      let (left, right) = (sums(column), sums(column + 4))
      let redAndBlue = weighted(left.redAndBlue, right.redAndBlue, before.redAndBlue)
      let green = weighted(left.green, right.green, before.green)
      before = (right.redAndBlue.w, right.green.w)
      let (red, blue) = (redAndBlue &>> 16, redAndBlue & 0xFFFF)
      SampleFormula.bluenessOfEight.write(red: red, green: green, blue: blue, to: blueRow + column / 2)
      SampleFormula.rednessOfEight.write(red: red, green: green, blue: blue, to: redRow + column / 2)
    }
  }

  /// Adds three columns, weighted 1:2:1, around each even one of eight.
  @inline(__always)
  private func weighted(_ left: SIMD4<UInt32>, _ right: SIMD4<UInt32>, _ before: UInt32) -> SIMD4<UInt32> {
    let even = SIMD4(lowHalf: left.evenHalf, highHalf: right.evenHalf)
    let odd = SIMD4(lowHalf: left.oddHalf, highHalf: right.oddHalf)
    return SIMD4(before, odd.x, odd.y, odd.z) &+ (even &<< 1) &+ odd
  }

  @inline(__always)
  private func four(_ column: Int) -> SIMD4<UInt32> {
    (start + column &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
  }
}
