import CReelFFmpeg
import ReelGeometry
import ReelTiming

/// Copies the packets of a fragmented file into the requested container.
///
/// MP4 and QuickTime get their index in front of the pictures (fast start), so that a browser can begin at once.
package enum Remuxer {
  /// The fragmented file, or the requested part of it.
  package struct Source {
    var path: String
    /// The bytes from the start that are read; nil for all.
    var byteCount: Int?
    /// The packets of pictures that are copied; nil for all.
    var packetCount: Int?
    /// The reader, if the source is not a file.
    var reader: FragmentReader?
    /// A film of one frame that says what its streams are, and the packets in place of that one; nil where they come from the file.
    var joined: (description: [UInt8], packets: any PacketSupply)?

    /// Opens it.
    func open() throws(FFmpegError) -> InputContext {
      if let joined { return try InputContext(reading: FragmentReader(joined.description)) }
      if let reader { return try InputContext(reading: reader) }
      return try InputContext(path: path, format: InputContext.fragmented, byteCount: byteCount)
    }

    /// How large it is; nil if it can be read only once.
    var size: Int? {
      if let joined { return joined.packets.byteCount }
      return reader == nil ? byteCount ?? MovieBoxes.size(at: path) : nil
    }
  }

  /// The properties of the copied film.
  private struct Film {
    var container: MediaContainer
    var frameRate: FrameRate
    var tracks: FilmTracks
    /// How long it is, in seconds; nil for one without chapters.
    var length: Double?
    /// When the last frame begins and ends, in seconds, in a film whose frames have times of their own.
    var last: TimeSpan?
    /// The file, if it is large, and where it begins there.
    var large: (path: String, start: Int)?
  }

  /// A stream on its way from one file to the other.
  private struct Way {
    let source: UnsafeMutablePointer<AVStream>
    let target: UnsafeMutablePointer<AVStream>
    /// The offset of its times, in its own ticks.
    var delay: Int64 = 0
  }

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - tracks: the chapters and captions; sound is in the source.
  ///   - frameCount: how long the film is, where it has chapters.
  ///   - last: when the last frame begins and ends, in seconds, in a film whose frames have times of their own.
  ///   - measuredSize: the size of a source from which on the index is measured first, so that pictures are written once.
  /// - Returns: What was copied.
  @discardableResult
  package static func copy(
    from source: Source, to destination: String, container: MediaContainer, frameRate: FrameRate,
    tracks: FilmTracks = FilmTracks(), frameCount: Int? = nil,
    last: TimeSpan? = nil,
    measuredSize: Int = FastStart.smallestByteCount
  ) throws(FFmpegError) -> FilmInventory {
    // A film that was interrupted has neither chapters nor words beyond its end.
    let length = last?.end ?? frameCount.map { frameRate.seconds(ofFrame: $0) }
    var film = Film(
      container: container, frameRate: frameRate, tracks: length.map { tracks.clipped(to: TimeSpan(0, $0)) } ?? tracks,
      length: length, last: last)
    let (url, format) = ("file:" + destination, container.muxerName)
    guard container.isQuickTimeFamily, let size = source.size, size >= measuredSize else {
      try source.joined?.packets.begin(measuring: false)
      let output = try OutputContext.open(url: url, format: format)
      return try write(source, film, to: output, path: destination, movesIndex: container.isQuickTimeFamily)
    }
    let measured = MeasuredFile()
    try source.joined?.packets.begin(measuring: true)
    try write(source, film, to: try OutputContext.measuring(in: measured, format: format), movesIndex: false)
    var room = try measured.indexSize()
    for _ in 0..<FastStart.attempts {
      try source.joined?.packets.begin(measuring: false)
      let output = try OutputContext.open(url: url, format: format, room: room)
      film.large = (destination, room)
      let copied = try write(source, film, to: output, movesIndex: false)
      let size = try FastStart.moveIndex(in: destination, room: room)
      if size == room { return copied }
      room = size
    }
    throw FFmpegError(.invalidData, operation: "laying out the index")
  }

  /// Copies everything.
  ///
  /// - Parameters:
  ///   - path: the file, if it is not only measured, or so large that its index was.
  ///   - movesIndex: Whether the muxer moves the pictures in the end to put the index in front of them.
  @discardableResult
  private static func write(
    _ source: Source, _ film: Film, to output: consuming OutputContext, path: String? = nil, movesIndex: Bool
  ) throws(FFmpegError) -> FilmInventory {
    let container = film.container
    let input = try source.open()
    let codec = (input.pointer.pointee.streams?[0]).flatMap { VideoCodec($0.pointee.codecpar.pointee.codec_id) }
    // Matroska, and the header of VP9, name the pixel format, which FFmpeg knows after decoding the first pictures: that takes as
    // long as the whole copy.
    if !container.isQuickTimeFamily || codec == .vp9 {
      try check(avformat_find_stream_info(input.pointer, nil), "avformat_find_stream_info")
    }
    let alpha = try AlphaJoin(beside: input, of: source)
    guard alpha == nil || container.isMatroska else {
      throw FFmpegError(.invalidArgument, operation: "writing transparency of VP9 to \(container.rawValue)")
    }
    var ways: [Way] = []
    // Transparency comes last, and becomes a part of the pictures.
    for index in 0..<Int(input.pointer.pointee.nb_streams) - (alpha == nil ? 0 : 1) {
      guard let stream = input.pointer.pointee.streams?[index] else { continue }
      ways.append(try way(of: stream, in: output, container: container))
    }
    guard let pictures = ways.first else { throw FFmpegError(.invalidData, operation: "avformat_open_input") }
    // FFmpeg would find out by decoding, too, that pixels are square.
    try SampleDisplay(of: pictures.source).apply(to: pictures.target, in: container)
    pictures.target.pointee.codecpar.pointee.codec_tag = codec?.tag(in: container.muxerName) ?? 0
    pictures.target.pointee.avg_frame_rate = AVRational(
      num: Int32(film.frameRate.numerator), den: Int32(film.frameRate.denominator))
    try alpha?.describe(pictures.target)
    let native = pictures.source.pointee.codecpar.pointee
    let size = PixelSize(width: Int(native.width), height: Int(native.height))
    var texts: [TextTrackWriter] = []
    for track in film.tracks.captions where track.isEmbedded {
      texts.append(try TextTrackWriter(track, in: output, container: container, size: size))
    }
    let sound = try film.tracks.copiedSound.map { sound throws(FFmpegError) in
      try SoundCopy(sound, in: output, container: container)
    }
    try setOptions(output, container, ways, sound, isWoven: ways.count + texts.count + (sound == nil ? 0 : 1) > 1)
    if movesIndex { try output.set("movflags", to: "+faststart") }
    if let length = film.length { try ChapterList(film.tracks.chaptersFromStart, end: length).add(to: output) }
    var copied = FilmInventory()
    copied.chapters = Int(output.pointer.pointee.nb_chapters)
    copied.captions = texts.reduce(0) { $0 + $1.cueCount }
    try check(avformat_write_header(output.pointer, nil), "avformat_write_header")
    try copyPackets(of: source, from: input, ways, alpha, texts, sound, to: output, film, counting: &copied)
    for text in texts { try text.write(until: .max, to: output) }
    try sound?.write(until: .infinity, to: output)
    copied.sounds += sound?.packetCount ?? 0
    try check(av_write_trailer(output.pointer), "av_write_trailer")
    try output.close()
    if let path, container.isMatroska { try sound?.complete(path) }
    return copied
  }

  private static func way(
    of source: UnsafeMutablePointer<AVStream>, in output: borrowing OutputContext, container: MediaContainer
  ) throws(FFmpegError) -> Way {
    let target = try check(avformat_new_stream(output.pointer, nil), "avformat_new_stream")
    try check(
      avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar), "avcodec_parameters_copy")
    // The tag belongs to the container, which picks its own.
    target.pointee.codecpar.pointee.codec_tag = 0
    // It is told from what was read of the source by now; the container computes it from all packets.
    target.pointee.codecpar.pointee.bit_rate = 0
    target.pointee.time_base = source.pointee.time_base
    let isMatroskaSound = !container.isQuickTimeFamily && isSound(source)
    return Way(
      source: source, target: target, delay: isMatroskaSound ? MatroskaDelay.samples(of: source.pointee.codecpar) : 0)
  }

  private static func isSound(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
  }

  /// Gives the last packet of sound its duration, which FFmpeg does not read from a fragmented file: what is left of the film.
  private static func complete(
    _ packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>, length: Double?
  ) {
    let whole: Int64 = stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS ? 960 : 1024
    let left =
      length.map { Int64(clamping: ($0 * Double(SoundTrack.sampleRate)).rounded()) - packet.pointee.pts } ?? whole
    packet.pointee.duration = max(1, min(whole, left))
  }

  /// Gives a packet of pictures that reaches the end of the film its duration: of the last one FFmpeg takes the mean of all others.
  private static func bound(
    _ packet: UnsafeMutablePointer<AVPacket>, _ clock: AVRational, _ last: TimeSpan
  ) {
    let ticks = Double(clock.den) / Double(clock.num)
    let left = Int64(clamping: (last.end * ticks).rounded()) - packet.pointee.pts
    let isLast = Double(packet.pointee.pts) + 0.5 > last.start * ticks
    if left > 0, isLast || packet.pointee.duration > left { packet.pointee.duration = left }
  }

  private static func setOptions(
    _ output: borrowing OutputContext, _ container: MediaContainer, _ ways: [Way], _ sound: SoundCopy?, isWoven: Bool
  ) throws(FFmpegError) {
    // What a decoder throws away of sound lies before 0; without this all times would move by that.
    if ways.count > 1 || sound != nil { output.pointer.pointee.avoid_negative_ts = 0 }
    if isWoven {
      // Streams are woven together by the second, and not by the ten that are usual.
      output.pointer.pointee.max_interleave_delta = 1_000_000
    }
    try FilmTag.add(to: output)
    guard container.isQuickTimeFamily else { return }
    // In milliseconds, the default, the lengths of the movie and of its edit lists would be rounded.
    let clock = ways.reduce(sound?.ticksPerSecond ?? 1) {
      leastCommonMultiple($0, Int($1.source.pointee.time_base.den))
    }
    let ofPictures = Int(ways[0].source.pointee.time_base.den)
    try output.set("movie_timescale", to: "\(clock <= Int(Int32.max) ? clock : ofPictures)")
  }

  private static func copyPackets(
    of source: Source, from input: borrowing InputContext, _ ways: [Way], _ alpha: AlphaJoin?,
    _ texts: [TextTrackWriter], _ sound: SoundCopy?, to output: borrowing OutputContext, _ film: Film,
    counting copied: inout FilmInventory
  ) throws(FFmpegError) {
    let isWoven = ways.count + texts.count + (sound == nil ? 0 : 1) > 1
    let packet = try Packet()
    var behind = film.large.map { WriteBehind(path: $0.path, from: $0.start) }
    while try read(packet, of: source, from: input, ways[0]) {
      let pointer = packet.pointer
      let index = Int(pointer.pointee.stream_index)
      guard ways.indices.contains(index) else { continue }
      if index == 0 {
        if copied.pictures == source.packetCount {
          if ways.count == 1 { break }
          continue
        }
        try alpha?.complete(packet)
      }
      let way = ways[index]
      copied.add(packet, of: way.source)
      if index == 0 {
        let clock = way.source.pointee.time_base
        let time = av_rescale_q(pointer.pointee.dts, clock, AVRational(num: 1, den: 1000))
        for text in texts { try text.write(until: time, to: output) }
        try sound?.write(until: Double(time) / 1000, to: output)
      }
      if index == 0, let last = film.last { bound(pointer, way.source.pointee.time_base, last) }
      if isSound(way.source), pointer.pointee.duration <= 0 { complete(pointer, of: way.source, length: film.length) }
      pointer.pointee.pts += way.delay
      pointer.pointee.dts += way.delay
      av_packet_rescale_ts(pointer, way.source.pointee.time_base, way.target.pointee.time_base)
      pointer.pointee.stream_index = way.target.pointee.index
      pointer.pointee.pos = -1
      if !isWoven {
        try check(av_write_frame(output.pointer, pointer), "av_write_frame")
      } else {
        try check(av_interleaved_write_frame(output.pointer, pointer), "av_interleaved_write_frame")
      }
      try output.checkFile()
      behind?.advance(to: output.position)
    }
  }

  private static func read(
    _ packet: borrowing Packet, of source: Source, from input: borrowing InputContext, _ pictures: Way
  ) throws(FFmpegError) -> Bool {
    guard let packets = source.joined?.packets else { return try input.read(packet) }
    guard try packets.read(into: packet) else { return false }
    packet.pointer.pointee.stream_index = pictures.source.pointee.index
    av_packet_rescale_ts(packet.pointer, packets.timeBase, pictures.source.pointee.time_base)
    return true
  }
}
