import CReelFFmpeg
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// Reads the pictures of a movie, or of anything else that FFmpeg decodes, with their exact times.
///
/// Times count from the first picture. A picture lasts until the next one, the last one as long as the file says.
/// Unchecked Sendable: it is used by one thread at a time.
package final class MovieFeed: PictureFeed, @unchecked Sendable {
  package private(set) var facts: FeedFacts
  /// The sound and chapters of a file; empty for a stream.
  package private(set) var tracks: Tracks
  /// The pictures that could not be decoded, and were left out.
  package var errorCount: Int { decoder.errorCount }

  /// Sound and chapters of a movie.
  package struct Tracks: Sendable {
    /// The codec of the sound by its FFmpeg name; nil for none.
    package var soundCodec: String?
    /// The chapters, in seconds from the first picture.
    package var chapters: [FilmChapter] = []
    /// The time of the first picture on the movie's clock.
    package var start: MediaTime
    /// The same on the clock of the sound as it is decoded, in seconds.
    package var soundStart = 0.0
  }

  private let input: InputContext
  private var decoder: StreamDecoder
  private let packet: Packet
  private let isStrict: Bool
  /// The next picture; its duration is known once the one after it has been read.
  private var waiting: FilmPicture?
  private var origin = 0
  private var count = 0
  private var hasEnded = false
  /// The error of the picture after it.
  private var deferred: (any Error)?

  /// Formats in which files of pictures follow one another.
  private static func isPictures(_ name: String) -> Bool { name.hasSuffix("_pipe") || name == "image2" }

  /// Opens a file.
  ///
  /// - Parameter pictureRate: the rate of pictures, which have none.
  /// - Throws: `FeedError` for a file without a picture that could be decoded.
  package convenience init(path: String, pictureRate: FrameRate = 25) throws {
    try MovieFeed.requireFile(path)
    try self.init(name: path, frameRate: pictureRate) { options throws(FFmpegError) in
      try InputContext(path: path, options: options)
    }
    if isStrict, facts.orientation == .up { facts.orientation = PictureTags.orientation(of: path) }
  }

  /// Opens a stream.
  ///
  /// - Parameter pictureRate: the rate of pictures, which have none.
  /// - Throws: `FeedError` for a stream without a picture that could be decoded.
  package convenience init(_ stream: ByteStream, name: String, pictureRate: FrameRate = 25) throws {
    guard !stream.beginning.isEmpty else { throw FeedError.empty(name: name) }
    try self.init(name: name, frameRate: pictureRate) { options throws(FFmpegError) in
      try InputContext(
        stream: { stream.read($0, isWhole: false) }, format: Self.portableFormat(stream.beginning), options: options)
    }
  }

  /// The demuxer of portable bitmaps and pixmaps, of which FFmpeg itself recognizes only those with a header of several lines.
  private static func portableFormat(_ bytes: [UInt8]) -> String? {
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "P"), " \t\r\n".utf8.contains(bytes[2]) else { return nil }
    return [0x34: "pbm_pipe", 0x35: "pgm_pipe", 0x36: "ppm_pipe", 0x37: "pam_pipe"][bytes[1]]
  }

  private static func requireFile(_ path: String) throws(FeedError) {
    do throws(MovieError) {
      try InputContext.requireFile(path)
    } catch {
      throw .unreadable(name: path, reason: "it is \(OutputFile.kind(at: path) ?? "not a file")")
    }
    guard OutputFile.exists(path) else { throw .missing(path: path, reason: "no such file") }
  }

  private init(
    name: String, frameRate: FrameRate, open: ([String: String]) throws(FFmpegError) -> InputContext
  ) throws {
    do throws(FFmpegError) {
      let input = try open(["framerate": frameRate.description])
      let demuxer = input.pointer.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
      isStrict = Self.isPictures(demuxer)
      avformat_find_stream_info(input.pointer, nil)
      let decoder = try StreamDecoder.open(
        input, AVMEDIA_TYPE_VIDEO, damage: isStrict ? .refused : .shown, threads: isStrict ? 1 : Self.threads)
      let stream = try check(input.pointer.pointee.streams?[Int(decoder.index)], "av_find_best_stream")
      packet = try Packet()
      facts = FeedFacts(name: name, input, stream, isPictures: isStrict, frameRate)
      tracks = Tracks(start: decoder.clock.time(0))
      self.decoder = decoder
      self.input = input
    } catch {
      let reason = error.operation == "av_find_best_stream" ? "it contains no picture" : error.message
      throw FeedError.unreadable(name: name, reason: reason)
    }
    try begin()
  }

  /// The threads that decode; their number changes no picture.
  private static let threads: Int32 = 2

  /// Decodes the first picture, of which the facts follow that headers leave open.
  private func begin() throws {
    guard let first = try decode() else {
      throw FeedError.unreadable(name: facts.name, reason: "none of its pictures can be decoded")
    }
    waiting = first
    origin = first.span.pts
    facts.size = first.size
    facts.form = first.form
    facts.hasAlpha = first.hasAlpha
    facts.fields = FieldOrder(of: first.frame)
    facts.light = LightMetadata(
      frame: first.frame.pointer, stream: input.pointer.pointee.streams?[Int(decoder.index)].map { UnsafePointer($0) })
    if facts.orientation == .up { facts.orientation = first.orientation }
    readTracks()
  }

  /// The demuxers that find the key frame before a time by an index, with the same times as from the beginning.
  private static let indexed: Set<String> = ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"]

  package func skip(to seconds: Double) throws {
    let demuxer = input.pointer.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    let tick = decoder.clock.time(1).seconds
    let wanted = origin + Int(clamping: (seconds / tick).rounded(.down))
    guard Self.indexed.contains(demuxer), seconds > 1 else { return }
    // Indices name times of decoding: the key frame may be shown after the time, and is then one too late.
    var hasMoved = false
    for margin in [0, 1, 4, 16] {
      let time = wanted - Int(clamping: Double(margin) / tick)
      guard time > origin, av_seek_frame(input.pointer, decoder.index, Int64(time), AVSEEK_FLAG_BACKWARD) >= 0 else {
        break
      }
      hasMoved = true
      restart()
      if let key = firstKeyframe(), key.span.pts <= wanted { return waiting = key }
    }
    guard hasMoved else { return }
    av_seek_frame(input.pointer, decoder.index, Int64(origin), AVSEEK_FLAG_BACKWARD)
    restart()
    waiting = try decode()
    guard waiting?.span.pts == origin else {
      throw FeedError.unreadable(name: facts.name, reason: "its beginning can be read only once")
    }
  }

  private func restart() {
    decoder.restart()
    (hasEnded, deferred, waiting) = (false, nil, nil)
  }

  /// Decodes on to the first picture that needs no other one.
  private func firstKeyframe() -> FilmPicture? {
    // Pictures before it, which refer to others that were not decoded, are shown before it.
    for _ in 0..<64 {
      guard let picture = try? decode() else { return nil }
      let native = picture.frame.pointer
      if reel_frame_is_key(native) != 0, native.pointee.pict_type == AV_PICTURE_TYPE_I { return picture }
    }
    return nil
  }

  package func next() throws -> FilmPicture? {
    guard let picture = waiting.take() else {
      if let deferred { throw deferred }
      return nil
    }
    // A faulty next picture must not cost this one.
    do { waiting = try decode(after: picture) } catch { deferred = error }
    if let waiting { picture.span.duration = waiting.span.pts - picture.span.pts }
    picture.span.pts -= origin
    return picture
  }

  /// Decodes the next picture that is shown after another one.
  ///
  /// - Throws: `FeedError` for a picture of another size, and of files in a row for one that is damaged.
  private func decode(after last: FilmPicture? = nil) throws -> FilmPicture? {
    while true {
      let frame = try VideoFrame()
      if decoder.receiveCounting(frame) {
        let picture = picture(frame, after: last)
        // Of two pictures with one time, players show the first.
        if let last, picture.span.pts <= last.span.pts { continue }
        guard last == nil || picture.size == facts.size else {
          throw FeedError.otherSize(name: facts.name, frame: count, size: picture.size, first: facts.size)
        }
        count += 1
        return picture
      }
      if isStrict, decoder.errorCount > 0 { throw FeedError.damaged(name: facts.name, frame: count) }
      if hasEnded { return nil }
      var status: Int32
      repeat {
        av_packet_unref(packet.pointer)
        status = av_read_frame(input.pointer, packet.pointer)
      } while status >= 0 && packet.pointer.pointee.stream_index != decoder.index
      hasEnded = status < 0
      decoder.sendCounting(hasEnded ? nil : packet.pointer)
    }
  }

  /// The picture of a decoded frame, with its time on the stream's clock.
  private func picture(_ frame: consuming VideoFrame, after last: FilmPicture?) -> FilmPicture {
    let native = frame.pointer.pointee
    // The decoder guesses wrong at the end of some movies with a variable rate.
    let known = native.pts == reel_no_timestamp() ? native.best_effort_timestamp : native.pts
    let usual = max(1, Int(clamping: (facts.frameRate.seconds(ofFrame: 1) / decoder.clock.time(1).seconds).rounded()))
    let length = Int(reel_frame_duration(frame.pointer))
    let time = known == reel_no_timestamp() ? last.map { $0.span.pts + $0.span.duration } ?? 0 : Int(known)
    return FilmPicture(frame, FrameSpan(pts: time, duration: length > 0 ? length : usual))
  }

  private func readTracks() {
    let clock = decoder.clock
    let start = clock.time(origin)
    tracks.start = start
    let sound = av_find_best_stream(input.pointer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    if sound >= 0, let parameters = input.pointer.pointee.streams?[Int(sound)]?.pointee.codecpar {
      tracks.soundCodec = String(cString: avcodec_get_name(parameters.pointee.codec_id))
    }
    let zero = input.pointer.pointee.start_time
    tracks.soundStart = start.seconds - (zero == reel_no_timestamp() ? 0 : Double(zero) / Double(AV_TIME_BASE))
    for number in 0..<Int(input.pointer.pointee.nb_chapters) {
      guard let chapter = input.pointer.pointee.chapters?[number]?.pointee else { continue }
      let title = av_dict_get(chapter.metadata, "title", nil, 0).map { String(cString: $0.pointee.value) }
      let time = TimeBase(chapter.time_base).time(Int(chapter.start)).seconds - start.seconds
      tracks.chapters.append(FilmChapter(title ?? "Chapter \(number + 1)", at: max(0, time)))
    }
  }
}

extension FeedFacts {
  /// The facts in the headers of a file; what they leave open follows from the first picture.
  fileprivate init(
    name: String, _ input: borrowing InputContext, _ stream: UnsafeMutablePointer<AVStream>, isPictures: Bool,
    _ pictureRate: FrameRate
  ) {
    let parameters = stream.pointee.codecpar.pointee
    let (average, real) = (stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate)
    let rate = try? FrameRate(Int(average.num), Int(average.den))
    self.init(
      name: name, size: PixelSize(width: Int(parameters.width), height: Int(parameters.height)),
      frameRate: isPictures ? pictureRate : rate ?? (try? FrameRate(Int(real.num), Int(real.den))) ?? pictureRate,
      isConstant: isPictures || average.num == real.num && average.den == real.den,
      clock: TimeBase(stream.pointee.time_base))
    hasTimes = true
    frameCount = stream.pointee.nb_frames > 0 ? Int(stream.pointee.nb_frames) : nil
    let (length, whole) = (stream.pointee.duration, input.pointer.pointee.duration)
    if length > 0 {
      seconds = clock.time(Int(length)).seconds
    } else if whole > 0 {
      seconds = Double(whole) / Double(AV_TIME_BASE)
    }
    orientation = ClipReader.orientation(of: stream)
    // A GIF loses colours, and has no noise.
    if let codec = avcodec_descriptor_get(parameters.codec_id), parameters.codec_id != AV_CODEC_ID_GIF {
      isLossy = codec.pointee.props & AV_CODEC_PROP_LOSSY != 0
    }
    // Some pictures state their dots per inch, and state them wrong.
    if !isPictures { pixelAspect = PixelAspect(av_guess_sample_aspect_ratio(input.pointer, stream, nil)) ?? .square }
  }
}

extension FilmPicture {
  /// The turn that makes the picture upright, from a photograph's tags.
  var orientation: ImageOrientation {
    guard let side = av_frame_get_side_data(frame.pointer, AV_FRAME_DATA_DISPLAYMATRIX), side.pointee.size >= 36,
      let data = side.pointee.data
    else { return .up }
    return ImageOrientation(displayMatrixAt: data) ?? .up
  }
}
