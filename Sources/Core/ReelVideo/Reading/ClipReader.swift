import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

/// Reads the headers, pictures and sound of any movie that FFmpeg opens, even a damaged one.
///
/// It counts errors and continues after them. Its memory does not grow with the length of the movie.
/// It is not sendable and blocks: use it from one task at a time, and not on a thread of Swift's cooperative pool.
public final class ClipReader {
  /// A decoded item.
  public enum Item {
    /// A picture, in display order.
    case picture(ClipFrame)
    /// A run of sound.
    case sound(ClipSamples)
  }

  /// The facts about the pictures in the headers.
  public let facts: MovieFacts
  /// The rotation or flip that makes a stored picture upright; `up` if the file declares none, or none of the eight
  /// orientations.
  public let orientation: ImageOrientation
  /// The sound's codec by its FFmpeg name, or nil if there is no sound that can be decoded.
  public let soundCodec: String?
  /// The sound's sample rate in the header, or nil if there is none.
  public let sampleRate: Int?

  private let decoder: MediaDecoder

  /// The shape of the pictures' pixels, square if the file declares none.
  package var pixelAspect: PixelAspect {
    let stream = decoder.videoStream?.pointee
    return stream.flatMap {
      PixelAspect($0.sample_aspect_ratio) ?? PixelAspect($0.codecpar.pointee.sample_aspect_ratio)
    } ?? .square
  }

  /// Opens a movie.
  ///
  /// - Parameters:
  ///   - path: The file, or the pattern of numbered pictures: `frames/%04d.png`.
  ///   - withSound: Whether `next` also returns sound; otherwise it is not decoded.
  ///   - pictureRate: The rate of numbered pictures, which store none.
  /// - Throws: `MovieError.unreadable` for a file that is missing, not a movie, or without video that can be decoded;
  ///   `picturesTooLarge` for one with a side outside `Bitmap.sideRange`.
  public convenience init(path: String, withSound: Bool = false, pictureRate: FrameRate = 25) throws {
    try self.init(path: path, withSound: withSound, pictureRate: pictureRate, playlistFolder: nil)
  }

  /// Opens a movie or, if a folder is given, a playlist, whose files must lie within that folder.
  package init(path: String, withSound: Bool, pictureRate: FrameRate, playlistFolder: String?) throws {
    try InputContext.requireFile(path)
    do throws(FFmpegError) {
      let decoder = try MediaDecoder(
        path: path, withSound: withSound, pictureRate: pictureRate, playlistFolder: playlistFolder)
      guard let stream = decoder.videoStream else { throw FFmpegError(.invalidData, operation: "av_find_best_stream") }
      facts = MovieFacts(input: decoder.input, stream: stream)
      orientation = Self.orientation(of: stream)
      let sound = Self.sound(of: decoder.input)
      (soundCodec, sampleRate) = (sound?.codec, sound?.rate)
      self.decoder = decoder
    } catch {
      throw MovieError.unreadable(path: path, reason: error.message)
    }
    try MovieError.requireShowable(facts.size, path: path)
  }

  /// The number of errors so far, in the file and its decoders; 0 for an intact movie.
  public var errorCount: Int { decoder.errorCount }

  /// Decodes the next picture and skips any sound before it; nil at the end.
  public func nextFrame() -> ClipFrame? {
    while let item = next() {
      if case .picture(let frame) = item { return frame }
    }
    return nil
  }

  /// Decodes the next picture or run of sound, in file order; nil at the end.
  public func next() -> Item? {
    while let item = decoder.next() {
      switch consume item {
      case .picture(let frame):
        return .picture(ClipFrame(frame, clock: decoder.video.clock, codec: facts.codec, stream: decoder.videoStream))
      case .sound(let frame):
        if let clock = decoder.soundClock, let samples = ClipSamples(frame, clock: clock) { return .sound(samples) }
      }
    }
    return nil
  }

  package static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> ImageOrientation {
    var size = 0
    guard let data = reel_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return .up }
    return ImageOrientation(displayMatrixAt: data) ?? .up
  }

  private static func sound(of input: borrowing InputContext) -> (codec: String, rate: Int)? {
    let index = av_find_best_stream(input.pointer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, let parameters = input.pointer.pointee.streams?[Int(index)]?.pointee.codecpar else { return nil }
    return (String(cString: avcodec_get_name(parameters.pointee.codec_id)), Int(parameters.pointee.sample_rate))
  }
}
