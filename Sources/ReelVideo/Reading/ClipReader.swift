import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Reads any movie that FFmpeg opens, also a damaged one: what its headers say, its pictures and its sound.
///
/// After an error it goes on with what comes next, and counts. Its memory does not grow with the length of the movie.
/// It is not sendable and blocks: use it from one task at a time, and not on a thread of Swift's cooperative pool.
public final class ClipReader {
  /// What is read next.
  public enum Item {
    /// A picture, in the order of showing.
    case picture(ClipFrame)
    /// A run of sound.
    case sound(ClipSamples)
  }

  /// What the headers say about the pictures.
  public let facts: MovieFacts
  /// How a stored picture has to be turned to stand upright; `up` where the file says nothing, or what is none of the eight.
  public let orientation: ImageOrientation
  /// The codec of the sound by its FFmpeg name, or nil where there is none that can be decoded.
  public let soundCodec: String?
  /// The samples in a second of the sound as the header tells it, or nil where there is none.
  public let sampleRate: Int?

  private let input: InputContext
  private let packet: Packet
  private var video: StreamDecoder
  private var audio: StreamDecoder?
  private var fileErrors = 0
  private var phase = Phase.reading
  private var waiting: Source?

  private enum Phase { case reading, draining, ended }
  private enum Source { case video, audio }

  /// Opens a movie.
  ///
  /// - Parameters:
  ///   - path: The file, or the pattern of numbered pictures: `frames/%04d.png`.
  ///   - withSound: Whether `next` gives sound, too; else it is not decoded.
  ///   - pictureRate: The rate of numbered pictures, which hold none.
  /// - Throws: `MovieError.unreadable` for a file that is missing, no movie, or without a video that can be decoded.
  public init(path: String, withSound: Bool = false, pictureRate: FrameRate = 25) throws {
    do throws(FFmpegError) {
      let input = try Self.open(path, pictureRate)
      // What it cannot find out is asked of each stream below.
      avformat_find_stream_info(input.pointer, nil)
      guard let video = try StreamDecoder.open(input, AVMEDIA_TYPE_VIDEO),
        let stream = input.pointer.pointee.streams?[Int(video.index)]
      else { throw FFmpegError(.invalidData, operation: "av_find_best_stream") }
      facts = MovieFacts(input: input, stream: stream)
      orientation = Self.orientation(of: stream)
      let sound = Self.sound(of: input)
      (soundCodec, sampleRate) = (sound?.codec, sound?.rate)
      packet = try Packet()
      audio = withSound ? try StreamDecoder.open(input, AVMEDIA_TYPE_AUDIO) : nil
      self.video = video
      self.input = input
    } catch {
      throw MovieError.unreadable(path: path, reason: error.message)
    }
  }

  /// The errors so far, of the file and of its decoders: 0 for a movie that is whole.
  public var errorCount: Int {
    let audioErrors =
      switch audio {
      case .some(let decoder): decoder.errorCount
      case .none: 0
      }
    return fileErrors + video.errorCount + audioErrors
  }

  /// Decodes the next picture and skips sound before it; nil at the end.
  public func nextFrame() -> ClipFrame? {
    while let item = next() {
      if case .picture(let frame) = item { return frame }
    }
    return nil
  }

  /// Decodes the next picture or run of sound, in the order of the file; nil at the end.
  public func next() -> Item? {
    while true {
      if let item = decoded() { return item }
      switch phase {
      case .reading: readPacket()
      case .draining:
        video.send(nil)
        audio?.send(nil)
        phase = .ended
        waiting = .video
      case .ended: return nil
      }
    }
  }

  // MARK: - Inside

  /// What the decoder that was fed last has ready.
  private func decoded() -> Item? {
    guard let frame = try? VideoFrame() else { return nil }
    if waiting == .video {
      if video.receive(frame) { return .picture(ClipFrame(frame, clock: video.clock)) }
      waiting = phase == .ended && audio != nil ? .audio : nil
    }
    guard waiting == .audio, let clock = audio?.clock else { return nil }
    while audio?.receive(frame) == true {
      if let samples = ClipSamples(frame, clock: clock) { return .sound(samples) }
    }
    waiting = nil
    return nil
  }

  private func readPacket() {
    av_packet_unref(packet.pointer)
    let status = av_read_frame(input.pointer, packet.pointer)
    guard status >= 0 else {
      if status == FFmpegError.Code.endOfStream.rawValue {
        phase = .draining
      } else {
        fileErrors += 1
        // Some readers get over a broken place; one that does not would fail for ever.
        if fileErrors >= Self.mostFileErrors { phase = .draining }
      }
      return
    }
    if packet.pointer.pointee.stream_index == video.index {
      video.send(packet.pointer)
      waiting = .video
    } else if packet.pointer.pointee.stream_index == audio?.index {
      audio?.send(packet.pointer)
      waiting = .audio
    }
  }

  /// The errors of the file itself after which the rest is given up.
  private static let mostFileErrors = 100

  private static func open(_ path: String, _ pictureRate: FrameRate) throws(FFmpegError) -> InputContext {
    guard path.contains("%"), (try? NumberedNames(pattern: path)) != nil else { return try InputContext(path: path) }
    return try InputContext(path: path, format: "image2", options: ["framerate": pictureRate.description])
  }

  private static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> ImageOrientation {
    var size = 0
    guard let data = reel_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else { return .up }
    let matrix = (0..<9).map { UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
    return ImageOrientation(displayMatrix: matrix) ?? .up
  }

  private static func sound(of input: borrowing InputContext) -> (codec: String, rate: Int)? {
    let index = av_find_best_stream(input.pointer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, let parameters = input.pointer.pointee.streams?[Int(index)]?.pointee.codecpar else { return nil }
    return (String(cString: avcodec_get_name(parameters.pointee.codec_id)), Int(parameters.pointee.sample_rate))
  }
}
