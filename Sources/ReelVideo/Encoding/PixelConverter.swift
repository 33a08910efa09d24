import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Converts bitmaps to the planes that the encoder takes: sRGB to BT.709 with limited range.
///
/// It keeps one picture and converts only what changed: strips of rows, and where the same part changes again, as when something
/// moves on a still background, the columns of that part alone. The flags are `SWS_AREA`, `SWS_FULL_CHR_H_INP` and
/// `SWS_ACCURATE_RND`. Measured on noise of 1280×720 with FFmpeg 5.1 on one core:
///
/// - With `SWS_FULL_CHR_H_INP` a picture takes 1.2 to 1.8 ms, without it 3.6: the flag selects vector code. Bicubic, the
///   library's default, takes 2.0 to 2.2 with it and rings on thin coloured lines.
/// - With `SWS_ACCURATE_RND` no sample is more than 0.51 from the exact value (chroma: the mean of three columns, 1:2:1,
///   and two rows); without it 0.62, for no time saved.
/// - A strip of 16 rows converts as it does in the whole picture, bit for bit, since the area filter takes a row of chroma
///   from two rows of pixels and no others. Bilinear and bicubic strips differ by up to 18 at their edges; the area filter
///   without `SWS_ACCURATE_RND` by 1. A whole picture in strips takes 0.3 ms more than at once.
struct PixelConverter: ~Copyable {
  /// The converted picture.
  let frame: VideoFrame
  /// The number of bitmaps that were converted, wholly or in part.
  private(set) var conversionCount = 0

  private let size: PixelSize
  private let whole: ScalerContext
  private let strip: ScalerContext
  private let lastStrip: ScalerContext
  private var parts = PartScalers()

  /// The rows that are converted at once: those of a tile.
  private static let stripHeight = Region.tileSide

  init(size: PixelSize, format: PixelFormat) throws(FFmpegError) {
    func scaler(height: Int) throws(FFmpegError) -> ScalerContext {
      try .toPlanes(size: PixelSize(width: size.width, height: height), format: format.native)
    }
    let frame = try VideoFrame.make(size: size, format: format.native)
    let whole = try scaler(height: size.height)
    let strip = try scaler(height: Self.stripHeight)
    let lastStrip = try scaler(height: Self.stripHeight + size.height % Self.stripHeight)
    self.size = size
    self.frame = frame
    self.whole = whole
    self.strip = strip
    self.lastStrip = lastStrip
  }

  /// Converts the rows that hold a tile of a region; the others keep what they have.
  ///
  /// The colours are taken as they are, as if over black: a movie has no transparency.
  mutating func convert(_ bitmap: Bitmap, changed: Region) throws {
    precondition(bitmap.size == size && changed.frame == size, "a bitmap or region of another size")
    guard !changed.isEmpty else { return }
    // The encoder may still hold the planes; then they are copied first.
    try check(av_frame_make_writable(frame.pointer), "av_frame_make_writable")
    let rows = changed.pixelRows
    let bytesPerRow = bitmap.bytesPerRow
    try bitmap.withUnsafeBytes { bytes in
      guard let pixels = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      if rows == [0..<size.height] {
        try convert(rows[0], with: whole, pixels: pixels, bytesPerRow: bytesPerRow)
      } else {
        for run in rows {
          let part = changed.columns(inRows: run)
          if let scaler = try parts.scaler(for: part, format: frame.format) {
            try convert(part, with: scaler, pixels: pixels, bytesPerRow: bytesPerRow)
          } else {
            try convertStrips(of: run, pixels: pixels, bytesPerRow: bytesPerRow)
          }
        }
      }
    }
    conversionCount += 1
  }

  private func convertStrips(
    of rows: Range<Int>, pixels: UnsafePointer<UInt8>, bytesPerRow: Int
  ) throws(FFmpegError) {
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.stripHeight) {
      if top + Self.stripHeight <= size.height {
        try convert(top..<top + Self.stripHeight, with: strip, pixels: pixels, bytesPerRow: bytesPerRow)
      } else {
        // The library takes other code for two rows: the last, lower tiles are converted with those above them.
        try convert(
          top - Self.stripHeight..<size.height, with: lastStrip, pixels: pixels, bytesPerRow: bytesPerRow)
      }
    }
  }

  private func convert(
    _ rows: Range<Int>, with scaler: borrowing ScalerContext, pixels: UnsafePointer<UInt8>, bytesPerRow: Int
  ) throws(FFmpegError) {
    let place = (x: 0, y: rows.lowerBound)
    try scaler.scale(
      height: rows.count,
      from: [pixels + rows.lowerBound * bytesPerRow, nil, nil, nil], strides: [Int32(bytesPerRow), 0, 0, 0],
      to: frame.addresses(of: place), strides: frame.strides)
  }

  /// Converts a part whose outermost columns have not changed, as far as it does not reach the border of the picture.
  ///
  /// A chroma sample is mixed from a column and its neighbours. The outermost of the part have none on one side and come out
  /// wrong; but they were right before, so they are put back.
  private func convert(
    _ part: PixelPart, with scaler: PartScaler, pixels: UnsafePointer<UInt8>, bytesPerRow: Int
  ) throws(FFmpegError) {
    var borders: [ChromaColumn] = []
    if part.left > 0 { borders.append(ChromaColumn(frame, at: part.left, rows: part.rows)) }
    if part.right < size.width { borders.append(ChromaColumn(frame, at: part.right - 1, rows: part.rows)) }
    try scaler.context.scale(
      height: part.rows.count,
      from: [pixels + part.rows.lowerBound * bytesPerRow + part.left * 4, nil, nil, nil],
      strides: [Int32(bytesPerRow), 0, 0, 0],
      to: frame.addresses(of: (x: part.left, y: part.rows.lowerBound)), strides: frame.strides)
    for border in borders { border.restore() }
  }
}
