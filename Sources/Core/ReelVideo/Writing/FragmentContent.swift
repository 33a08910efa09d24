import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

/// The content of the complete fragments of an unfinished movie.
struct FragmentContent {
  /// The frames from the first on without a gap.
  private(set) var frameCount = 0
  /// The packets of these frames, from the first on: one for each, or for some that are alike.
  private(set) var packetCount = 0
  /// All whole pictures and packets of sound, whatever is missing between them.
  private(set) var held = FilmInventory()
  /// Whether there are pictures beyond those of the film.
  var isCutShort: Bool { held.pictures > packetCount }
  private(set) var frameRate: FrameRate?
  /// When the last of these frames begins and ends, in seconds, where they have times of their own.
  private(set) var last: TimeSpan?
  private(set) var size = PixelSize(width: 0, height: 0)
  /// The codecs of all streams, the pictures' first.
  private(set) var codecs: [AVCodecID] = []
  /// Whether it has transparency, which only Matroska has room for.
  private(set) var hasAlpha = false

  /// How the pictures have to be turned, which Matroska cannot say.
  private(set) var orientation = ImageOrientation.up

  /// Reads all packets; the film ends before the first that is not as a recording writes it.
  ///
  /// - Parameters:
  ///   - source: The whole fragments.
  ///   - index: What their boxes list.
  ///
  /// Packets are in decoding order. If the last ones are missing, a picture may exist without an earlier
  /// one; the film ends before such a group, because it would have a gap.
  init(_ source: Remuxer.Source, _ index: FragmentIndex) throws(FFmpegError) {
    let input = try source.open()
    try check(avformat_find_stream_info(input.pointer, nil), "avformat_find_stream_info")
    guard let stream = input.pointer.pointee.streams?[0],
      let codec = VideoCodec(stream.pointee.codecpar.pointee.codec_id)
    else { throw FFmpegError(.invalidData, operation: "avformat_find_stream_info") }
    let parameters = stream.pointee.codecpar.pointee
    size = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
    orientation = ClipReader.orientation(of: stream)
    for index in 0..<Int(input.pointer.pointee.nb_streams) {
      guard let parameters = input.pointer.pointee.streams?[index]?.pointee.codecpar.pointee else { continue }
      codecs.append(parameters.codec_id)
      hasAlpha = hasAlpha || index > 0 && parameters.codec_type == AVMEDIA_TYPE_VIDEO
    }
    let base = stream.pointee.time_base
    let packet = try Packet()
    let statement = Self.statement(of: input)
    let statedRate = statement?.rate
    var coverage = Coverage(hasTimes: statement?.hasTimes ?? false)
    let stated = statedRate.map { rate in
      Int(av_rescale_q(1, AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator)), base))
    }
    var isFilm = true
    while (try? input.read(packet)) == true {
      let native = packet.pointer.pointee
      guard let stream = input.pointer.pointee.streams?[Int(native.stream_index)] else { continue }
      guard native.stream_index == 0 else {
        held.add(packet, of: stream)
        continue
      }
      guard native.flags & AV_PKT_FLAG_CORRUPT == 0, Self.isWhole(packet, of: codec) else {
        isFilm = false
        continue
      }
      held.add(packet, of: stream)
      let picture = index.pictures[Int(native.pos)].flatMap { $0.byteCount == native.size ? $0 : nil }
      // Of H.264 each frame is a packet, as long as any other.
      isFilm =
        isFilm && native.pts >= native.dts
        && coverage.take(Int(native.pts), duration: picture?.duration ?? 0, isSteady: codec == .h264)
    }
    held.pictures = max(held.pictures, index.pictures.count)
    guard coverage.wholeStep > 0 else { return }
    packetCount = coverage.packetCount
    if coverage.hasTimes {
      (frameCount, frameRate) = (packetCount, statedRate)
      let clock = TimeBase(base)
      last = TimeSpan(clock.time(coverage.lastStart).seconds, clock.time(coverage.wholeEnd).seconds)
    } else if let stated, stated > 0, coverage.wholeStep % stated == 0 {
      (frameCount, frameRate) = (coverage.wholeEnd / stated, statedRate)
    } else {
      frameCount = coverage.wholeEnd / coverage.wholeStep
      frameRate = try? FrameRate(Int(base.den), Int(base.num) * coverage.wholeStep)
    }
  }

  /// Refuses a container that can't hold the film.
  ///
  /// - Throws: `InvalidValue`, with the containers that can.
  func requireRoom(in container: MediaContainer) throws(InvalidValue) {
    guard orientation == .up || container.keepsOrientation else {
      throw InvalidValue(
        "output", ".\(container.rawValue)",
        sentence: "a .\(container.rawValue) file can't say how to turn the pictures of this film: "
          + "name a file that ends in .mp4 or .mov, and convert that one")
    }
    guard !fits(container) else { return }
    let endings = MediaContainer.recordable.filter(fits).map { ".\($0.rawValue)" }
    let names = Set(codecs.map { String(cString: avcodec_get_name($0)) }).sorted().joined(separator: " and ")
    let taken = VideoCodec.allCases.filter { $0.fits(container) }.map(\.rawValue).joined(separator: ", ")
    throw InvalidValue(
      "output", ".\(container.rawValue)",
      sentence:
        "a .\(container.rawValue) file can't hold this film, which is \(names)\(hasAlpha ? " with transparency" : ""): "
        + "name a file that ends in \(endings.joined(separator: " or ")) (.\(container.rawValue) takes \(taken)"
        + "\(container == .webm ? ", with opus" : ""))")
  }

  private func fits(_ container: MediaContainer) -> Bool {
    guard container.isMatroska || !hasAlpha, let pictures = codecs.first.flatMap({ VideoCodec($0) }) else {
      return false
    }
    return pictures.fits(container)
      && codecs.dropFirst().allSatisfy { EncoderCatalog.holds($0, in: container) }
  }

  /// The metadata key of the frame rate, for films whose packets may last longer than a frame.
  static let rateKey = "comment"
  private static let ownTimes = " variable"

  /// What a file states: its rate, and whether frames have times of their own.
  static func statement(_ rate: FrameRate, hasTimes: Bool) -> String { "\(rate)\(hasTimes ? ownTimes : "")" }

  private static func statement(of input: borrowing InputContext) -> (rate: FrameRate, hasTimes: Bool)? {
    guard let entry = av_dict_get(input.pointer.pointee.metadata, rateKey, nil, 0) else { return nil }
    let text = String(cString: entry.pointee.value)
    let hasTimes = text.hasSuffix(ownTimes)
    let rate = hasTimes ? String(text.dropLast(ownTimes.count)) : text
    return (try? FrameRate(parsing: rate)).map { ($0, hasTimes) }
  }

  /// Which times packets cover, in ticks of the file, and up to where there is no gap.
  private struct Coverage {
    /// Whether frames have times of their own: then a fragment has no gaps, as the cutter makes none.
    let hasTimes: Bool
    /// The longest time that divides all others: a frame.
    private(set) var step = 0
    private(set) var wholeEnd = 0
    private(set) var wholeStep = 0
    /// When the last frame begins.
    private(set) var lastStart = 0
    /// The packets up to the end without a gap.
    private(set) var packetCount = 0
    private var count = 0
    private var covered = 0
    private var end = 0

    init(hasTimes: Bool) { self.hasTimes = hasTimes }

    /// Takes the next packet; false if it is not as a recording writes it.
    mutating func take(_ pts: Int, duration: Int, isSteady: Bool) -> Bool {
      guard pts >= 0, duration > 0 else { return false }
      if hasTimes {
        (packetCount, wholeEnd, wholeStep) = (packetCount + 1, max(wholeEnd, pts + duration), 1)
        lastStart = max(lastStart, pts)
        return true
      }
      if isSteady, step > 0, pts % step != 0 || duration != step { return false }
      step = FragmentContent.greatestDivisor(step, FragmentContent.greatestDivisor(pts, duration))
      count += 1
      covered += duration
      end = max(end, pts + duration)
      if covered == end { (wholeEnd, wholeStep, packetCount) = (end, step, count) }
      return true
    }
  }

  private static func greatestDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// Whether a packet has no zeros that an encoder would not write.
  ///
  /// After a loss of power a part of the file can be zeros although its size is right. In H.264 and H.265 the lengths in front of the NAL
  /// units fill the packet exactly, within a unit two zeros are followed by a 3 or more, and its last byte is not zero (ITU-T H.264, 7.4.1).
  /// The head of a unit has one byte in H.264 and two in H.265, of which the first is zero for pictures that no other refers to. What other
  /// encoders write never ends in a long run of zeros.
  private static func isWhole(_ packet: borrowing Packet, of codec: VideoCodec) -> Bool {
    guard let data = packet.pointer.pointee.data else { return false }
    var rest = UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size))[...]
    guard !rest.isEmpty else { return false }
    guard codec == .h264 || codec == .hevc else { return rest.suffix(64).contains { $0 != 0 } }
    let headLength = codec == .h264 ? 1 : 2
    while !rest.isEmpty {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length >= headLength, length <= rest.count - 4 else { return false }
      let unit = rest.dropFirst(4).prefix(length)
      guard unit.prefix(headLength).contains(where: { $0 != 0 }), unit.last != 0 else { return false }
      var zeros = 0
      for byte in unit {
        if zeros >= 2, byte < 3 { return false }
        zeros = byte == 0 ? zeros + 1 : 0
      }
      rest = rest.dropFirst(4 + length)
    }
    return true
  }
}
