import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Converts bitmaps to the planes that the encoder takes: sRGB to BT.709 with limited range.
///
/// Formats that have no tiles, and all where swscale is asked for, go through a `PictureConversion`. Otherwise it keeps one picture and converts only the tiles that changed. swscale converts pictures and strips of rows, and what
/// changes in a film is seldom either; `make bench` shows the two side by side. Every sample is the value of the formula
/// to within a thousandth, rounded: the same on every machine and with every version of FFmpeg.
package struct PixelConverter: ~Copyable {
  /// The converted picture.
  let frame: VideoFrame
  /// The number of bitmaps that were converted, completely or in part.
  private(set) var conversionCount = 0

  private let size: PixelSize
  private let format: PixelFormat
  /// The converter of whole pictures, for formats without tiles.
  private let scaler: PictureConversion?

  /// Prepares a conversion.
  package init(
    size: PixelSize, format: PixelFormat, converter: VideoConfiguration.Converter = .tiles
  ) throws(FFmpegError) {
    let isTiled = converter == .tiles && format.isTiled
    let scaler = isTiled ? nil : try PictureConversion(size: size, format: format)
    frame = try VideoFrame.make(size: size, format: format.native)
    self.size = size
    self.format = format
    self.scaler = scaler
  }

  /// Converts the tiles of a region; the others stay unchanged.
  ///
  /// Colours are composited over black: a movie has no transparency.
  package mutating func convert(_ bitmap: Bitmap, changed: Region) throws {
    precondition(bitmap.size == size && changed.frame == size, "a bitmap or region of another size")
    guard !changed.isEmpty else { return }
    if let scaler {
      try check(av_frame_make_writable(frame.pointer), "av_frame_make_writable")
      try scaler.convert(bitmap, to: frame)
      conversionCount += 1
      return
    }
    let planes = try writablePlanes()
    bitmap.withUnsafeBytes { bytes in
      guard let pixels = bytes.baseAddress, let planes else { return }
      for rect in changed.rects {
        planes.write(PixelArea(rect), of: pixels, bytesPerRow: bitmap.bytesPerRow, width: size.width, as: format)
      }
    }
    conversionCount += 1
  }

  /// Copies tiles that were converted elsewhere; the others stay unchanged.
  mutating func take(_ tiles: ConvertedTiles) throws {
    precondition(tiles.size == size && tiles.format == format, "tiles of another size or format")
    precondition(conversionCount > 0 || tiles.isWhole, "the first picture must be whole")
    if let planes = try writablePlanes() { tiles.copy(to: planes) }
    conversionCount += 1
  }

  /// Takes a picture whose samples are encoded as they are.
  func take(_ picture: FilmPicture) throws(FFmpegError) { try take(picture.frame) }

  /// Takes a frame whose samples are encoded as they are.
  func take(_ samples: borrowing VideoFrame) throws(FFmpegError) {
    av_frame_unref(frame.pointer)
    try check(av_frame_ref(frame.pointer, samples.pointer), "av_frame_ref")
    // The tag states full range; the decoder's side data do not belong to the film.
    frame.pointer.pointee.format = format.native.rawValue
    while frame.pointer.pointee.nb_side_data > 0, let first = frame.pointer.pointee.side_data?[0] {
      av_frame_remove_side_data(frame.pointer, first.pointee.type)
    }
  }

  /// Returns the planes for writing; if the encoder still holds them they are copied first.
  private func writablePlanes() throws(FFmpegError) -> FramePlanes? {
    try check(av_frame_make_writable(frame.pointer), "av_frame_make_writable")
    return FramePlanes(frame)
  }
}
