import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

extension Bitmap {
  /// Whether this FFmpeg can draw SVG, which requires a build with librsvg.
  package static var canDrawSVG: Bool { avcodec_find_decoder(AV_CODEC_ID_SVG) != nil }

  /// Draws an SVG with librsvg, stretched to a size; files and addresses that it refers to are not read.
  ///
  /// The corresponding C function is `avcodec_receive_frame`, with the decoder `librsvg`.
  ///
  /// - Parameters:
  ///   - svg: The text of the drawing.
  ///   - size: The size of the picture, at most `pngPixelLimit` pixels.
  /// - Throws: `ImageError` for a drawing that librsvg rejects, and if FFmpeg was built without it.
  package init(svg: [UInt8], size: PixelSize) throws {
    guard let codec = avcodec_find_decoder(AV_CODEC_ID_SVG) else {
      throw ImageError(
        reason: "this FFmpeg has no decoder for SVG: install one with librsvg, or convert the drawing to PNG")
    }
    guard size.area <= Self.pngPixelLimit else { throw ImageError(reason: "an SVG of \(size) is too large to draw") }
    do {
      self = try Self.drawn(svg, size, codec)
      premultiply()
    } catch let error as FFmpegError {
      throw ImageError(reason: "librsvg can't draw it: \(error.message)")
    }
  }

  private static func drawn(_ svg: [UInt8], _ size: PixelSize, _ codec: UnsafePointer<AVCodec>) throws -> Bitmap {
    let decoder = try CodecContext(codec)
    decoder.pointer.pointee.max_pixels = Int64(pngPixelLimit)
    decoder.pointer.pointee.thread_count = 1
    try decoder.set("width", to: "\(size.width)")
    try decoder.set("height", to: "\(size.height)")
    try decoder.set("keep_ar", to: "0")
    try check(avcodec_open2(decoder.pointer, codec, nil), "avcodec_open2")
    let packet = try Packet()
    try check(av_new_packet(packet.pointer, Int32(svg.count)), "av_new_packet")
    svg.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      packet.pointer.pointee.data.update(from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }
    try check(avcodec_send_packet(decoder.pointer, packet.pointer), "avcodec_send_packet")
    let frame = try VideoFrame()
    try check(avcodec_receive_frame(decoder.pointer, frame.pointer), "avcodec_receive_frame")
    let picture = DecodedFrame(
      frame, tick: MediaTime(ticks: 1, tickNumerator: 1, tickDenominator: 1), rate: nil)
    guard picture.size == size else { throw FFmpegError(.invalidData, operation: "avcodec_receive_frame") }
    return try picture.bitmap()
  }
}
