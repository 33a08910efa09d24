import CReelWebP

/// Unpacks the pictures of an animated WebP, each composited over those before it.
package final class WebPUnpacker {
  /// The number of pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// How long each picture is shown, in milliseconds, as the file says.
  package let durations: [Int]
  /// Whether pixels may be transparent.
  package let hasAlpha: Bool
  /// Whether the pictures were packed with loss.
  package let isLossy: Bool
  private let bytes: UnsafeMutableRawBufferPointer
  private let decoder: OpaquePointer

  /// The number of bytes by which an animated WebP is recognized.
  private static let headerBytes = 21

  /// Whether a file that begins with these bytes is an animated WebP: RIFF, its length, WEBP, VP8X, a length, and the flags.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.count >= headerBytes && bytes.starts(with: "RIFF".utf8) && bytes[8..<16].elementsEqual("WEBPVP8X".utf8)
      && UInt32(bytes[20]) & ANIMATION_FLAG.rawValue != 0
  }

  /// Reads the frames' headers; nil for a file that is incomplete or damaged.
  ///
  /// The corresponding C function is `WebPAnimDecoderNew`.
  package init?(_ file: [UInt8]) {
    bytes = .allocate(byteCount: file.count, alignment: 1)
    bytes.copyBytes(from: file)
    var data = WebPData(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
    var (options, info) = (WebPAnimDecoderOptions(), WebPAnimInfo())
    guard WebPAnimDecoderOptionsInit(&options) != 0 else {
      bytes.deallocate()
      return nil
    }
    options.color_mode = MODE_BGRA
    guard let decoder = WebPAnimDecoderNew(&data, &options) else {
      bytes.deallocate()
      return nil
    }
    WebPAnimDecoderGetInfo(decoder, &info)
    let demuxer = WebPAnimDecoderGetDemuxer(decoder)
    var (durations, isLossy, frame) = ([Int](), false, WebPIterator())
    var isFound = WebPDemuxGetFrame(demuxer, 1, &frame) != 0
    while isFound {
      durations.append(Int(frame.duration))
      let chunk = UnsafeBufferPointer(start: frame.fragment.bytes, count: min(4, frame.fragment.size))
      isLossy = isLossy || !chunk.elementsEqual("VP8L".utf8)
      isFound = WebPDemuxNextFrame(&frame) != 0
    }
    WebPDemuxReleaseIterator(&frame)
    self.decoder = decoder
    (width, height) = (Int(info.canvas_width), Int(info.canvas_height))
    hasAlpha = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ALPHA_FLAG.rawValue != 0
    (self.durations, self.isLossy) = (durations, isLossy)
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    bytes.deallocate()
  }

  /// Unpacks the next picture.
  ///
  /// The corresponding C function is `WebPAnimDecoderGetNext`.
  ///
  /// - Returns: its pixels until the next call, as blue, green, red and alpha, not premultiplied; nil if it is damaged.
  package func next() -> UnsafeRawBufferPointer? {
    var pixels: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else { return nil }
    return UnsafeRawBufferPointer(start: pixels, count: 4 * width * height)
  }
}
