import CReelFFmpeg
import ReelPlatform

/// Owns an `AVFormatContext` that writes a movie, and the file or pipe it writes to.
package struct OutputContext: ~Copyable {
  package let pointer: UnsafeMutablePointer<AVFormatContext>
  /// Whether output stays in memory until it is taken.
  private let isGathering: Bool
  /// Whether the container may seek back in output that has not been taken yet.
  private let isSeekable: Bool
  /// The receiver of measured output, which keeps none of it, for as long as FFmpeg may use it; nil for a real file.
  private let measured: MeasuredFile?

  private init(
    adopting pointer: UnsafeMutablePointer<AVFormatContext>, isGathering: Bool, isSeekable: Bool = true,
    measured: MeasuredFile? = nil
  ) {
    self.pointer = pointer
    self.isGathering = isGathering
    self.isSeekable = isSeekable
    self.measured = measured
  }

  /// Opens `url` (`file:…`, `pipe:…`), truncating a file.
  ///
  /// - Parameter room: The bytes to leave free in front of the output.
  package static func open(url: String, format: String, room: Int = 0) throws(FFmpegError) -> OutputContext {
    let output = OutputContext(adopting: try make(format: format, url: url), isGathering: false)
    let pointer = output.pointer
    // A pipe's reader gets every packet immediately; a file that only counts once complete is written in larger
    // pieces.
    pointer.pointee.flush_packets = url.hasPrefix("pipe:") ? 1 : 0
    try check(avio_open2(&pointer.pointee.pb, url, AVIO_FLAG_WRITE, nil, nil), "avio_open2")
    if room > 0, avio_seek(pointer.pointee.pb, Int64(room), SEEK_SET) != room {
      throw FFmpegError(.systemError(ESPIPE), operation: "avio_seek")
    }
    return output
  }

  /// Creates a container whose output is only measured.
  ///
  /// The corresponding C function is `avio_alloc_context`.
  static func measuring(in file: MeasuredFile, format: String) throws(FFmpegError) -> OutputContext {
    let output = OutputContext(adopting: try make(format: format, url: nil), isGathering: false, measured: file)
    let size = 1 << 16
    let buffer = try check(av_malloc(size), "av_malloc")
    let context = reel_written_file_alloc(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), Unmanaged.passUnretained(file).toOpaque(),
      { opaque, bytes, count in
        guard let opaque else { return count }
        Unmanaged<MeasuredFile>.fromOpaque(opaque).takeUnretainedValue()
          .write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
      },
      { opaque, offset, origin in
        // The muxers that are measured only seek from the start.
        guard let opaque, origin == SEEK_SET else { return Int64(FFmpegError.Code.systemError(ESPIPE).rawValue) }
        Unmanaged<MeasuredFile>.fromOpaque(opaque).takeUnretainedValue().seek(to: Int(offset))
        return offset
      })
    guard let context else {
      av_free(buffer)
      throw FFmpegError(.outOfMemory, operation: "avio_alloc_context")
    }
    output.pointer.pointee.pb = context
    return output
  }

  /// Creates a container that writes to memory; `takeGathered` returns the output.
  static func gathering(format: String, isSeekable: Bool = true) throws(FFmpegError) -> OutputContext {
    let output = OutputContext(
      adopting: try make(format: format, url: nil), isGathering: true, isSeekable: isSeekable)
    try output.beginGathering()
    return output
  }

  private func beginGathering() throws(FFmpegError) {
    try check(avio_open_dyn_buf(&pointer.pointee.pb), "avio_open_dyn_buf")
    if !isSeekable { pointer.pointee.pb.pointee.seekable = 0 }
  }

  private static func make(
    format: String, url: String?
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVFormatContext> {
    FFmpegLog.applyDefault()
    var context: UnsafeMutablePointer<AVFormatContext>?
    try check(avformat_alloc_output_context2(&context, nil, format, url), "avformat_alloc_output_context2")
    let pointer = try check(context, "avformat_alloc_output_context2")
    FFmpegLog.silence(pointer)
    // Leaves the library's version out of the file: the same pictures give the same bytes.
    pointer.pointee.flags |= AVFMT_FLAG_BITEXACT
    return pointer
  }

  deinit {
    if isGathering {
      _ = gathered()
    } else if measured != nil {
      if let file = pointer.pointee.pb { av_freep(&file.pointee.buffer) }
      avio_context_free(&pointer.pointee.pb)
    } else {
      avio_closep(&pointer.pointee.pb)
    }
    avformat_free_context(pointer)
  }

  /// Returns the output since the last call, and continues with empty memory.
  ///
  /// Positions in the container then restart at 0, as in FFmpeg's DASH muxer.
  func takeGathered() throws(FFmpegError) -> [UInt8] {
    // If memory ran out, some bytes are missing.
    try checkFile()
    let bytes = gathered()
    try beginGathering()
    return bytes
  }

  private func gathered() -> [UInt8] {
    guard let file = pointer.pointee.pb else { return [] }
    pointer.pointee.pb = nil
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = avio_close_dyn_buf(file, &bytes)
    defer { av_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Sets an option that only this container has; an unknown option is an error.
  package func set(_ option: String, to value: String) throws(FFmpegError) {
    try check(av_opt_set(pointer.pointee.priv_data, option, value, 0), "av_opt_set \(option)=\(value)")
  }

  /// The position of the next byte in the file.
  var position: Int { pointer.pointee.pb.map { Int(avio_seek($0, 0, SEEK_CUR)) } ?? 0 }

  /// The number of bytes that the file or pipe has accepted; after a failure, fewer than were written.
  var byteCount: Int64 { pointer.pointee.pb?.pointee.bytes_written ?? 0 }

  /// Throws an error that the file had while the container was busy with something else.
  package func checkFile() throws(FFmpegError) {
    if let file = pointer.pointee.pb { try check(file.pointee.error, "avio_write") }
  }

  /// Closes the file after writing the last buffered bytes, which can still fail.
  package func close() throws(FFmpegError) {
    if let file = pointer.pointee.pb { avio_flush(file) }
    guard measured == nil else { return }
    // The file's context keeps a write error, which is lost when it is closed.
    let earlier = pointer.pointee.pb?.pointee.error ?? 0
    let status = avio_closep(&pointer.pointee.pb)
    try check(earlier, "avio_write")
    try check(status, "avio_close")
  }
}
