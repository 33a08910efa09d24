import CReelFFmpeg

/// Owns an `AVCodecContext`: one encoder or decoder.
package struct CodecContext: ~Copyable {
  package let pointer: UnsafeMutablePointer<AVCodecContext>

  package init(_ codec: UnsafePointer<AVCodec>) throws(FFmpegError) {
    FFmpegLog.applyDefault()
    pointer = try check(avcodec_alloc_context3(codec), "avcodec_alloc_context3")
    FFmpegLog.silence(pointer)
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
    avcodec_free_context(&pointer)
  }

  /// The largest value of an option that only this codec has; nil for one that it does not know.
  func largest(_ option: String) -> Double? {
    av_opt_find(pointer.pointee.priv_data, option, nil, 0, 0)?.pointee.max
  }

  /// Sets an option that only this codec has; an option it does not know is an error.
  func set(_ option: String, to value: String) throws(FFmpegError) {
    try check(av_opt_set(pointer.pointee.priv_data, option, value, 0), "av_opt_set \(option)=\(value)")
  }

  /// Copies the stream's parameters to the container.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try check(avcodec_parameters_from_context(parameters, pointer), "avcodec_parameters_from_context")
  }

  /// Gives an encoder a picture or samples; nil ends the stream.
  func send(_ frame: UnsafePointer<AVFrame>?) throws(FFmpegError) {
    try check(avcodec_send_frame(pointer, frame), "avcodec_send_frame")
  }

  /// Takes the next packet of an encoder; false if it wants more pictures first, or has ended.
  func receive(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
    let status = avcodec_receive_packet(pointer, packet.pointer)
    if status == FFmpegError.Code.needsInput.rawValue || status == FFmpegError.Code.endOfStream.rawValue {
      return false
    }
    try check(status, "avcodec_receive_packet")
    return true
  }
}
