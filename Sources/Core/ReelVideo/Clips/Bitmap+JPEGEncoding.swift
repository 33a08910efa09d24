import CReelFFmpeg
import ReelCanvas
import ReelGeometry

extension Bitmap {
  /// Encodes the bitmap as a JPEG: full range, BT.601 as in JFIF, without chroma subsampling, so that thin coloured
  /// lines stay sharp.
  ///
  /// The same bitmap and FFmpeg give the same bytes. Transparent pixels are composited over black.
  ///
  /// - Throws: `ClipError.encoderMissing` if FFmpeg was built without `mjpeg`, and `ClipError.encodingFailed`.
  public func jpegData() throws -> [UInt8] {
    guard let codec = avcodec_find_encoder_by_name("mjpeg") else { throw ClipError.encoderMissing("mjpeg") }
    do {
      return try encoded(by: codec)
    } catch let error as FFmpegError {
      throw ClipError.encodingFailed(encoder: "mjpeg", reason: "\(error.description): choose .png")
    }
  }

  private func encoded(by codec: UnsafePointer<AVCodec>) throws -> [UInt8] {
    let picture = try RawPicture(self, format: "yuvj444p", matrix: .bt601)
    let context = try CodecContext(codec)
    let native = context.pointer
    native.pointee.width = Int32(size.width)
    native.pointee.height = Int32(size.height)
    native.pointee.pix_fmt = try RawPicture.native(picture.format)
    native.pointee.color_range = AVCOL_RANGE_JPEG
    native.pointee.colorspace = AVCOL_SPC_SMPTE170M
    native.pointee.time_base = AVRational(num: 1, den: 1)
    native.pointee.thread_count = 1
    native.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
    native.pointee.global_quality = FF_QP2LAMBDA * Self.quantizer
    try check(avcodec_open2(native, codec, nil), "avcodec_open2")
    let frame = try VideoFrame.make(size: size, format: native.pointee.pix_fmt)
    frame.pointer.pointee.color_range = AVCOL_RANGE_JPEG
    frame.pointer.pointee.colorspace = AVCOL_SPC_SMPTE170M
    frame.pointer.pointee.quality = native.pointee.global_quality
    frame.pointer.pointee.pts = 0
    try frame.setBytes(picture.bytes)
    let packet = try Packet()
    try check(avcodec_send_frame(native, frame.pointer), "avcodec_send_frame")
    try check(avcodec_send_frame(native, nil), "avcodec_send_frame")
    try check(avcodec_receive_packet(native, packet.pointer), "avcodec_receive_packet")
    return Array(UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size)))
  }

  /// The best quality of FFmpeg's scale from 2 to 31, without visible blocks along lines.
  private static let quantizer: Int32 = 2
}
