import CReelFFmpeg
import ReelFiles
import ReelPlatform

/// A file that is opened here and read by FFmpeg through functions, so that FFmpeg opens nothing itself.
final class MediaFile {
  private let descriptor: Int32
  private let isSeekable: Bool
  /// The bytes from the start that are read, as if the file ended there.
  private let limit: Int
  private var position = 0
  /// Fills a buffer with the next bytes of a stream, and returns their number; nil for a file.
  private let stream: ((UnsafeMutableRawBufferPointer) -> Int)?

  /// Opens a file, or a stream that the process inherited.
  ///
  /// - Parameter byteCount: the bytes from the start that are read; nil for all.
  init(path: String, byteCount: Int? = nil) throws(FFmpegError) {
    // A pipe that nobody writes to would hold up the process.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let failure = errno
    var status = stat()
    isSeekable = descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    limit = byteCount ?? .max
    stream = nil
    guard descriptor >= 0 else { throw FFmpegError(.systemError(failure), operation: "open") }
    if isSeekable { return }
    guard BoundedFile.isStream(path) else { throw FFmpegError(.invalidData, operation: "open") }
    // Wait for data that arrives late.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  /// Reads a stream from where it is.
  init(_ stream: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
    (descriptor, isSeekable, limit) = (-1, false, .max)
    self.stream = stream
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the first bytes of a file; none of a stream, which has them only once.
  func beginning(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = isSeekable ? max(0, pread(descriptor, buffer.baseAddress, count, 0)) : 0
    }
  }

  /// Makes what FFmpeg reads the file through, which keeps it until `InputContext.close` frees both.
  func makeContext() throws(FFmpegError) -> UnsafeMutablePointer<AVIOContext> {
    let opaque = Unmanaged.passRetained(self)
    do {
      return try InputContext.allocate(
        opaque.toOpaque(), byteCount: Self.bufferSize,
        { opaque, bytes, count in
          guard let opaque, let bytes else { return reel_error_end_of_stream() }
          return Unmanaged<MediaFile>.fromOpaque(opaque).takeUnretainedValue().fill(bytes, Int(count))
        },
        isSeekable
          ? { opaque, offset, origin in
            guard let opaque else { return Int64(reel_error_from_errno(EBADF)) }
            return Unmanaged<MediaFile>.fromOpaque(opaque).takeUnretainedValue().move(to: offset, origin)
          } : nil)
    } catch {
      opaque.release()
      throw error
    }
  }

  /// The bytes that are read at once: as many as FFmpeg reads of a file.
  private static let bufferSize = 1 << 15

  private func fill(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
    let wanted = min(count, limit - position)
    guard wanted > 0 else { return reel_error_end_of_stream() }
    if let stream {
      let filled = stream(UnsafeMutableRawBufferPointer(start: bytes, count: wanted))
      return filled > 0 ? Int32(filled) : reel_error_end_of_stream()
    }
    var filled: Int
    repeat {
      filled =
        isSeekable ? pread(descriptor, bytes, wanted, off_t(position)) : read(descriptor, bytes, wanted)
    } while filled < 0 && errno == EINTR
    guard filled > 0 else { return filled == 0 ? reel_error_end_of_stream() : reel_error_from_errno(errno) }
    position += filled
    return Int32(filled)
  }

  /// Moves to an offset, or returns the size where FFmpeg asks for it in the same way.
  private func move(to offset: Int64, _ origin: Int32) -> Int64 {
    switch origin & ~AVSEEK_FORCE {
    case AVSEEK_SIZE:
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return Int64(reel_error_from_errno(errno)) }
      return Int64(min(Int(status.st_size), limit))
    case SEEK_SET where offset >= 0:
      position = Int(offset)
      return offset
    default: return Int64(reel_error_from_errno(EINVAL))
    }
  }
}
