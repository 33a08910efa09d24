import ReelCanvas
import ReelGeometry

/// A failure to encode or read a movie.
///
/// Problems with the file and its folder throw `OutputError`.
public enum MovieError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus {
    switch self {
    case .encoderMissing, .codecMissing: .unavailable
    case .memoryShort: .system
    case .settingsRefused: .usage
    case .encoderRefused, .encodingFailed, .noFrames, .writerClosed, .filmIncomplete: .software
    case .picturesTooLarge, .partlyRecovered: .badInput
    case .unreadable(let path, _), .notUnfinished(let path, _): .ofInput(path)
    }
  }

  /// The loaded FFmpeg has no usable H.264 encoder.
  case encoderMissing(wanted: String?, available: [String])
  /// The loaded FFmpeg has no usable encoder for the codec, or not the requested one.
  case codecMissing(VideoCodec, wanted: String?)
  /// The encoder does not support pictures of this size, or there is too little memory for them.
  case encoderRefused(size: PixelSize, reason: String)
  /// There is too little memory for pictures of this size; `freeBytes` is nil if a limit of the process is the cause.
  case memoryShort(size: PixelSize, neededBytes: Int, freeBytes: Int?)
  /// The encoder or the pixel conversion failed.
  case encodingFailed(reason: String, partialPath: String?)
  /// The movie ended before its first picture; nothing was kept.
  case noFrames(path: String)
  /// The writer or sink has not begun, or has finished, failed or been cancelled, and accepts no more frames.
  case writerClosed
  /// The file is not a readable movie.
  case unreadable(path: String, reason: String)
  /// The file is not an unfinished recording; it is unchanged.
  case notUnfinished(path: String, reason: String)
  /// The pictures of the file exceed the maximum size.
  case picturesTooLarge(path: String, size: PixelSize)
  /// The encoder rejects these settings.
  case settingsRefused(VideoCodec, reason: String)
  /// The film lacked something when it was read back, and was not kept.
  case filmIncomplete(path: String, holds: String, partialPath: String)
  /// The film has the first frames of a damaged recording, which may hold more and is kept.
  case partlyRecovered(path: String, frameCount: Int, partialPath: String)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .encoderMissing(let wanted, let available):
      return Self.encoderMissing(wanted, available)
    case .codecMissing(let codec, let wanted):
      return Self.codecMissing(codec, wanted)
    case .encoderRefused(let size, let reason):
      return "no encoder could be opened for pictures of \(size): \(reason); "
        + "choose a smaller size if there is too little memory, or another preset"
    case .memoryShort(let size, let needed, let free):
      let have = free.map { "only \($0 >> 20) MB are free" } ?? "the process is limited to less"
      let advice = free == nil ? "raise the limit with ulimit -v, or choose a smaller size" : "choose a smaller size"
      return "pictures of \(size) need about \(needed >> 20) MB of memory, but \(have): \(advice)"
    case .encodingFailed(let reason, let partial):
      return "the movie can't be encoded: \(reason)"
        + (partial.map { "; the recording so far is in \($0)" } ?? "")
    case .noFrames(let path):
      return "\(path) was not made: the recording ended before its first picture"
    case .writerClosed:
      return "the output is closed and accepts no more pictures: make a new writer"
    case .unreadable(let path, let reason) where reason == .noSuchFile:
      return "\(path): no such file; check its name"
    case .unreadable(let path, let reason):
      return "\(path) can't be read as a movie: \(reason); check that it is a complete movie"
    case .notUnfinished(let path, let reason):
      return "\(path) is not an unfinished film: \(reason); nothing was changed"
    case .picturesTooLarge(let path, let size):
      return
        "\(path) can't be read: its pictures are \(size), but a side may have at most \(Bitmap.sideRange.upperBound) pixels"
    case .settingsRefused(let codec, let reason):
      return "the \(codec.rawValue) encoder rejected a setting: \(reason); choose another preset or quality"
    case .filmIncomplete(let path, let holds, let partial):
      return "\(path) was not made: it held only \(holds) when it was read back; the recording is in \(partial)"
    case .partlyRecovered(let path, let count, let partial):
      return
        "\(path) has the first \(count) \(count == 1 ? "frame" : "frames"); \(partial) was kept, because it may hold "
        + "more after a damaged part: remove it if you don't need it"
    }
  }

  /// The error if no encoder could be opened.
  package static func refused(_ configuration: VideoConfiguration, _ error: FFmpegError) -> MovieError {
    error.operation.hasPrefix("av_opt_set")
      ? .settingsRefused(configuration.codec, reason: error.description)
      : .encoderRefused(size: configuration.size, reason: error.description)
  }

  /// Rejects a movie whose pictures no bitmap could hold, whether or not its header is true.
  package static func requireShowable(_ size: PixelSize, path: String) throws(MovieError) {
    let sides = Bitmap.sideRange
    guard size.width <= sides.upperBound, size.height <= sides.upperBound else {
      throw .picturesTooLarge(path: path, size: size)
    }
  }

  private static func codecMissing(_ codec: VideoCodec, _ wanted: String?) -> String {
    let names = codec.traits.encoders.joined(separator: " or ")
    guard let wanted else {
      return "FFmpeg has no encoder for \(codec.rawValue): install an FFmpeg with \(names), or choose another codec"
    }
    return codec.traits.encoders.contains(wanted)
      ? "FFmpeg has no encoder \(wanted): install an FFmpeg that has it, or leave out --encoder"
      : "the encoder \(wanted) can't be used for \(codec.rawValue): use \(names)"
  }

  private static func encoderMissing(_ wanted: String?, _ available: [String]) -> String {
    let usable = H264Encoder.preferred.filter(available.contains)
    let advice =
      usable.isEmpty ? "install an FFmpeg with libx264 or libopenh264" : "use \(usable.joined(separator: " or "))"
    guard let wanted else {
      let others = available.isEmpty ? "" : "; \(available.joined(separator: ", ")) are not supported"
      return "FFmpeg has no usable H.264 encoder\(others): \(advice)"
    }
    let reason = available.contains(wanted) ? "is not supported" : "is not an H.264 encoder of this FFmpeg"
    return "the encoder \(wanted) \(reason): \(advice)"
  }
}
