import CReelFFmpeg
import ReelGeometry

/// Owns an `AVFrame`: one uncompressed picture, with its planes.
package struct VideoFrame: ~Copyable {
  package let pointer: UnsafeMutablePointer<AVFrame>

  /// Creates a frame without planes, for a decoder to fill.
  package init() throws(FFmpegError) {
    pointer = try check(av_frame_alloc(), "av_frame_alloc")
  }

  /// Creates a frame with newly allocated planes, tagged as BT.709 with limited range.
  package static func make(size: PixelSize, format: AVPixelFormat) throws(FFmpegError) -> VideoFrame {
    let frame = try VideoFrame()
    let pointer = frame.pointer
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
    pointer.pointee.format = format.rawValue
    pointer.pointee.colorspace = AVCOL_SPC_BT709
    pointer.pointee.color_primaries = AVCOL_PRI_BT709
    pointer.pointee.color_trc = AVCOL_TRC_BT709
    pointer.pointee.color_range = AVCOL_RANGE_MPEG
    pointer.pointee.chroma_location = AVCHROMA_LOC_LEFT
    // 0: the library picks the best alignment for its fastest code.
    try check(av_frame_get_buffer(pointer, 0), "av_frame_get_buffer")
    return frame
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  /// Returns the rows of a plane without the padding between them, for formats with 8 bits per sample.
  func plane(_ number: Int) -> [UInt8] {
    var samples: [UInt8] = []
    appendPlane(number, to: &samples)
    return samples
  }

  /// Appends the rows of a plane without the padding between them, for formats with 8 bits per sample.
  func appendPlane(_ number: Int, to samples: inout [UInt8]) {
    let picture = pointer.pointee
    let planes = [picture.data.0, picture.data.1, picture.data.2]
    let strides = [picture.linesize.0, picture.linesize.1, picture.linesize.2]
    guard planes.indices.contains(number), let start = planes[number],
      let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: picture.format))
    else { return }
    let isChroma = number > 0
    let shiftX = isChroma ? Int(format.pointee.log2_chroma_w) : 0
    let shiftY = isChroma ? Int(format.pointee.log2_chroma_h) : 0
    let width = (Int(picture.width) + (1 << shiftX) - 1) >> shiftX
    let height = (Int(picture.height) + (1 << shiftY) - 1) >> shiftY
    for row in 0..<height {
      samples += UnsafeBufferPointer(start: start + row * Int(strides[number]), count: width)
    }
  }

  /// Returns the samples of all planes without padding.
  package func bytes() throws(FFmpegError) -> [UInt8] {
    let count = try check(reel_frame_byte_count(pointer), "av_image_get_buffer_size")
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      status = reel_frame_copy_bytes(pointer, buffer.baseAddress, count)
      filled = status < 0 ? 0 : Int(count)
    }
    try check(status, "av_image_copy_to_buffer")
    return bytes
  }

  /// Sets the planes and the padding around them to zero.
  ///
  /// Block-based encoders (cfhd) read rows below the picture, so those rows must have defined values.
  func clear() {
    let buffers = pointer.pointee.buf
    for buffer in [buffers.0, buffers.1, buffers.2, buffers.3] {
      if let buffer { memset(buffer.pointee.data, 0, buffer.pointee.size) }
    }
  }

  /// Sets the samples of all planes from exactly as many bytes as the format needs.
  ///
  /// If the encoder still holds the planes, the frame gets new ones, with zeroed padding.
  package func setBytes(_ bytes: [UInt8]) throws(FFmpegError) {
    let former = pointer.pointee.buf.0
    try check(av_frame_make_writable(pointer), "av_frame_make_writable")
    if pointer.pointee.buf.0 != former { clear() }
    try check(bytes.withUnsafeBufferPointer { reel_frame_set_bytes(pointer, $0.baseAddress) }, "av_image_fill_arrays")
  }
}
