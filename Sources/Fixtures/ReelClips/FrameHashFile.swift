import ReelVideo
import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

/// The text that `ffmpeg -i clip -f framemd5 -` prints: a line with times and MD5 for each decoded picture and each
/// run of sound.
///
/// It matches the output of FFmpeg's program line for line, so a clip can be checked without this package: `ffmpeg -i
/// clip.mp4 -f framemd5 - | diff - clip.framemd5`. That program does not pass times through unchanged, and neither
/// does this type: the clock counts frames of the guessed rate, the file begins at 0, pictures that come too early
/// for that clock are moved or dropped, and pictures are turned upright. The rules are those of the program that
/// belongs to the loaded libraries: FFmpeg 7 and later give pictures a different duration, and smooth coarse sound
/// clocks where version 5 saw a gap.
public enum FrameHashFile {
  /// Whether the text names the version of libavformat.
  public enum Software: Hashable, Sendable {
    /// The version is named, as `ffmpeg` does.
    case named
    /// The version is left out, as by `ffmpeg -bitexact`: the same text with every version.
    case left
  }

  /// Returns the text for a clip.
  ///
  /// - Parameters:
  ///   - path: The file, or the pattern of numbered pictures.
  ///   - pictureRate: The rate of numbered pictures, which store none; `-framerate` of the program.
  ///   - software: Whether to name the version of libavformat.
  /// - Throws: `MovieError.unreadable` for a file that cannot be read.
  public static func text(
    of path: String, pictureRate: FrameRate = 25, software: Software = .left
  ) throws -> String {
    var text = ""
    try write(of: path, pictureRate: pictureRate, software: software) { text += $0 }
    return text
  }

  /// Passes the lines of the text to a closure while the clip is read, each with its newline; memory does not grow
  /// with the clip's length.
  ///
  /// - Throws: `MovieError.unreadable` for a file that cannot be read, and any error of `body`.
  public static func write(
    of path: String, pictureRate: FrameRate = 25, software: Software = .left, to body: (String) throws -> Void
  ) throws {
    try write(of: path, pictureRate: pictureRate, software: software, to: body) { _, _ in }
  }

  /// Passes on the lines, and every decoded picture with the MD5 of its samples as they are stored.
  ///
  /// - Returns: The errors in the file and its decoders: 0 for an intact clip.
  /// - Throws: As for the lines alone, and what `picture` throws.
  @discardableResult
  package static func write(
    of path: String, pictureRate: FrameRate, software: Software = .left, to body: (String) throws -> Void,
    picture: (ClipFrame, String) throws -> Void
  ) throws -> Int {
    let decoder: MediaDecoder
    do throws(FFmpegError) {
      decoder = try MediaDecoder(path: path, withSound: true, pictureRate: pictureRate)
    } catch {
      throw MovieError.unreadable(path: path, reason: error.message)
    }
    guard let stream = decoder.videoStream, var hashing = FrameHashing(decoder) else {
      throw MovieError.unreadable(path: path, reason: "it has no pictures")
    }
    let parameters = stream.pointee.codecpar.pointee
    try MovieError.requireShowable(
      PixelSize(width: Int(parameters.width), height: Int(parameters.height)), path: path)
    let codec = String(cString: avcodec_get_name(parameters.codec_id))
    try body("#format: frame checksums\n#version: 2\n#hash: MD5\n")
    if software == .named {
      let version = avformat_version()
      try body("#software: Lavf\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)\n")
    }
    while let item = decoder.next() {
      switch consume item {
      case .picture(let frame):
        let hash = try hashing.addPicture(frame)
        try picture(ClipFrame(frame, clock: decoder.video.clock, codec: codec, stream: stream), hash)
      case .sound(let frame): hashing.addSound(frame, leavesGap: decoder.soundLeftGap)
      }
      try hashing.flush(isEnd: false, to: body)
    }
    try hashing.flush(isEnd: true, to: body)
    return decoder.errorCount
  }
}
