import CReelFFmpeg
import ReelCanvas
import ReelFiles
import ReelPlatform
import ReelTiming

extension Bitmap {
  /// Reads a JPEG and turns it upright according to its Exif data; colours are assumed to be sRGB.
  ///
  /// Supports baseline and progressive pictures with 8 bits in grey, YCbCr, RGB and CMYK, as FFmpeg decodes them. The
  /// corresponding C function is `avcodec_receive_frame`, with the decoder `mjpeg`.
  ///
  /// - Throws: `ImageError` for bytes that are not a JPEG, for a damaged one, and for a picture of more than
  ///   `pngPixelLimit` pixels, before memory is allocated for it.
  public init(jpeg: [UInt8]) throws {
    let header = try JPEGHeader(jpeg)
    do {
      self = try Self.decoded(jpeg, header)
    } catch let error as FFmpegError {
      throw ImageError(
        reason: error.code == .invalidData
          ? "the JPEG is damaged, or of a kind that FFmpeg does not decode"
          : "the JPEG can't be decoded: \(error.message)")
    }
  }

  /// Reads a PNG, JPEG, WebP or AVIF file, or a PNG or JPEG from a pipe; the content determines the format, not the
  /// name.
  ///
  /// A JPEG is turned upright according to its Exif data.
  ///
  /// - Throws: `ImageError` if the file can't be read, is larger than `pngSizeLimit`, is damaged, or has another
  ///   format.
  public init(contentsOf url: URL) throws {
    let path = url.path(percentEncoded: false)
    do {
      let bytes = try BoundedFile.read(path, limit: Self.pngSizeLimit)
      if JPEGHeader.begins(bytes) {
        try self.init(jpeg: bytes)
      } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        try self.init(png: bytes)
      } else if StillPicture.begins(bytes) {
        self = try StillPicture.bitmap(at: path)
      } else {
        throw ImageError(reason: "it is not a PNG, JPEG, WebP or AVIF: convert it first")
      }
    } catch let error as ImageError {
      throw ImageError(path: path, reason: error.reason)
    } catch let error as CairoError {
      throw ImageError(path: path, reason: error.message)
    } catch let error as BoundedFile.Failure {
      let reason =
        switch error {
        case .unopened(let reason), .unread(let reason): reason
        case .tooLong: "it is larger than \(Self.pngSizeLimit >> 20) MB"
        }
      throw ImageError(path: path, reason: reason)
    }
  }

  private static func decoded(_ jpeg: [UInt8], _ header: JPEGHeader) throws -> Bitmap {
    guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG) else {
      throw ImageError(
        reason: "this FFmpeg has no decoder for JPEG: install one that has, or convert the picture to PNG")
    }
    let decoder = try CodecContext(codec)
    // Damaged files are rejected instead of returning a half-grey picture.
    decoder.pointer.pointee.err_recognition = AV_EF_EXPLODE
    decoder.pointer.pointee.max_pixels = Int64(pngPixelLimit)
    decoder.pointer.pointee.thread_count = 1
    try check(avcodec_open2(decoder.pointer, nil, nil), "avcodec_open2")
    let packet = try Packet()
    try check(av_new_packet(packet.pointer, Int32(jpeg.count)), "av_new_packet")
    jpeg.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      packet.pointer.pointee.data.update(from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }
    try check(avcodec_send_packet(decoder.pointer, packet.pointer), "avcodec_send_packet")
    try check(avcodec_send_packet(decoder.pointer, nil), "avcodec_send_packet")
    let frame = try VideoFrame()
    let status = avcodec_receive_frame(decoder.pointer, frame.pointer)
    // A file without a picture is damaged too.
    guard status != FFmpegError.Code.endOfStream.rawValue else {
      throw FFmpegError(.invalidData, operation: "avcodec_receive_frame")
    }
    try check(status, "avcodec_receive_frame")
    let orientation = Self.orientation(of: frame)
    let isCorrupt = reel_frame_is_corrupt(frame.pointer) != 0
    let picture = DecodedFrame(
      frame, tick: MediaTime(ticks: 1, tickNumerator: 1, tickDenominator: 1), rate: nil)
    guard picture.size == header.size, !isCorrupt else {
      throw FFmpegError(.invalidData, operation: "avcodec_receive_frame")
    }
    return try picture.bitmap().oriented(orientation)
  }

  private static func orientation(of frame: borrowing VideoFrame) -> ImageOrientation {
    guard let side = av_frame_get_side_data(frame.pointer, AV_FRAME_DATA_DISPLAYMATRIX), side.pointee.size >= 36,
      let data = side.pointee.data
    else { return .up }
    return ImageOrientation(displayMatrixAt: data) ?? .up
  }
}
