import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming

/// One movie in the making: takes pictures from the bitmap to the file.
struct WritingSession: ~Copyable {
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  private let tracks: FilmTracks
  private var converter: PixelConverter
  private let partial: PartialFile?
  /// Where the movie is completed while it is written; nil for any that could be lost.
  private let piped: PipedFilm?
  private let output: any PictureOutput
  /// The frames' own times; nil for a film of a constant rate.
  private let times: FilmTimes?

  /// The number of frames so far.
  private(set) var frameCount = 0
  private var repeatedFrameCount = 0

  /// The number of frames in the partial file.
  var savedFrameCount: Int { output.savedFrameCount }
  /// The number of bitmaps that were converted.
  var conversionCount: Int { converter.conversionCount }

  /// - Parameter joinedFrameCount: The length of a film whose pieces are all there, and which needs no growing file; else nil.
  init(
    to destination: MovieDestination, configuration: VideoConfiguration, tracks: FilmTracks, standardOutput: Int32,
    joinedFrameCount: Int? = nil
  ) throws {
    try configuration.validate()
    try configuration.reserveMemory()
    let streamFormat: StreamFormat? = if case .stream(let format) = destination { format } else { nil }
    let file = try destination.outputFile()
    let container = try destination.container
    guard configuration.codec.fits(container) else {
      throw InvalidValue("codec", configuration.codec.rawValue, sentence: Self.refusal(configuration.codec, container))
    }
    guard container.holds(configuration.pixelFormat) else {
      let format = configuration.pixelFormat.rawValue
      throw InvalidValue(
        "pixel format", format,
        sentence: "a .\(container.rawValue) file can't hold \(format): name a file that ends in .webm or .mkv")
    }
    let encoder: (any FilmCompressor)?
    do {
      encoder = streamFormat.map(\.isEncoded) ?? true ? try Self.compressor(configuration, container) : nil
    } catch let error as FFmpegError {
      throw MovieError.refused(configuration, error)
    }
    let times = configuration.clock.map(FilmTimes.init)
    // Sound that is copied goes past the encoder when the film is completed.
    let copiesSound = file != nil && joinedFrameCount == nil && tracks.copiedSound?.fits(container) == true
    var tracks = tracks
    if !copiesSound { tracks.copiedSound = nil }
    let sound =
      encoder == nil || tracks.sound.isEmpty || copiesSound
      ? nil
      : try FilmSound(
        tracks.sound, container: container, growing: streamFormat == .mkv ? nil : configuration.codec.growingContainer,
        frameRate: configuration.frameRate, times: times)
    let converter = try PixelConverter(
      size: configuration.size, format: configuration.pixelFormat, converter: configuration.converter)
    var (partial, piped): (PartialFile?, PipedFilm?) = (nil, nil)
    let sink: any FragmentSink
    if let file, let joinedFrameCount {
      let film = try PipedFilm(
        to: file, container: container, frameRate: configuration.frameRate, tracks: tracks, frameCount: joinedFrameCount
      )
      (sink, piped) = (film.sink, film)
    } else if let file {
      let growing = try PartialFile(beside: file, container: container, isDurable: configuration.isDurable)
      (sink, partial) = (growing, growing)
    } else {
      try OutputFile.checkStream(standardOutput)
      sink = StreamSink(descriptor: standardOutput)
    }
    let output: any PictureOutput
    do throws(FFmpegError) {
      if let encoder {
        let packets: any PacketOutput =
          streamFormat == .mkv
          ? try MatroskaStream(to: sink, encoder: encoder, sound: sound, times: times, configuration: configuration)
          : try FragmentedOutput(
            to: sink, encoder: encoder, sound: sound, notes: partial == nil ? [] : TracksBox.bytes(of: tracks),
            times: times, configuration: configuration)
        output = EncodedOutput(
          encoder, sound: sound, to: packets, path: file?.givenPath ?? "standard output")
      } else {
        output = PlaneStream(to: sink, format: streamFormat ?? .raw, configuration: configuration)
      }
    } catch {
      throw OutputError.cannotCreate(
        path: partial?.path ?? file?.givenPath ?? "standard output", reason: error.reason)
    }
    self.destination = destination
    self.configuration = configuration
    self.tracks = tracks
    self.converter = converter
    self.partial = partial
    self.piped = piped
    self.output = output
    self.times = times
  }

  /// Makes a piece of a film, which `append(_:)` of another session puts into a movie.
  init(to piece: PacketDestination, configuration: VideoConfiguration) throws {
    try configuration.validate()
    try configuration.reserveMemory()
    guard configuration.isSegmented else {
      throw InvalidValue(
        "encoding", configuration.codec.rawValue,
        sentence: "only H.264 by libx264 at a constant quality is made in pieces")
    }
    let output: any PictureOutput
    do {
      let encoder = try SegmentedEncoder(configuration, from: piece.segment)
      let packets = try PacketFileWriter(to: piece, parameterSets: try encoder.parameterSets())
      output = EncodedOutput(encoder, sound: nil, to: packets, path: piece.path)
    } catch let error as FFmpegError {
      throw MovieError.refused(configuration, error)
    }
    converter = try PixelConverter(
      size: configuration.size, format: configuration.pixelFormat, converter: configuration.converter)
    self.configuration = configuration
    self.output = output
    destination = .standardOutput
    tracks = FilmTracks()
    (partial, piped, times) = (nil, nil, nil)
  }

  /// Makes what compresses the film.
  private static func compressor(
    _ configuration: VideoConfiguration, _ container: MediaContainer
  ) throws -> any FilmCompressor {
    if configuration.isSegmented { return try SegmentedEncoder(configuration) }
    return configuration.codec == .h264
      ? try H264Encoder.open(configuration) : try CodecFilmEncoder(configuration, isMatroska: container.isMatroska)
  }

  /// Says that a container does not hold a codec, and what to do.
  private static func refusal(_ codec: VideoCodec, _ container: MediaContainer) -> String {
    let endings = MediaContainer.recordable.filter(codec.fits).map { ".\($0.rawValue)" }
    let codecs = VideoCodec.allCases.filter { $0.fits(container) }.map(\.rawValue)
    return "a .\(container.rawValue) file can't hold \(codec.rawValue): name a file that ends in "
      + "\(endings.joined(separator: ", ")), or choose \(codecs.joined(separator: ", "))"
  }

  mutating func append(_ frame: Bitmap, changed: Region, at index: Int, shown span: FrameSpan? = nil) throws {
    guard frame.size == configuration.size else {
      throw InvalidValue("picture", frame.size, expected: "\(configuration.size), the size of the movie")
    }
    guard changed.frame == configuration.size else {
      throw InvalidValue("changed region", changed.frame, expected: "one of a frame of \(configuration.size)")
    }
    try add(at: index, span, isStill: changed.isEmpty) { converter throws in
      try PerformanceTimer.measure("convert") {
        try converter.convert(frame, changed: converter.conversionCount == 0 ? .all(of: frame.size) : changed)
      }
    }
  }

  mutating func append(_ tiles: ConvertedTiles?, at index: Int, shown span: FrameSpan? = nil) throws {
    if let tiles, tiles.size != configuration.size || tiles.format != configuration.pixelFormat {
      throw InvalidValue(
        "samples", "\(tiles.size) in \(tiles.format.rawValue)",
        expected: "\(configuration.size) in \(configuration.pixelFormat.rawValue), as in the movie")
    }
    try add(at: index, span, isStill: tiles == nil) { converter throws in
      guard let tiles else { preconditionFailure("the first picture must be whole") }
      try converter.take(tiles)
    }
  }

  /// Adds a picture whose samples are encoded as they are.
  mutating func append(_ picture: FilmPicture, at index: Int, shown span: FrameSpan?) throws {
    guard picture.size == configuration.size, picture.form == configuration.samples else {
      throw InvalidValue("samples", picture.size, expected: "\(configuration.size), in the form of the movie")
    }
    try add(at: index, span, isStill: false) { converter throws in try converter.take(picture) }
  }

  /// Adds a piece of the film that was compressed elsewhere; no picture may come after it.
  mutating func append(_ packets: PacketFileReader) throws {
    frameCount += try PerformanceTimer.measure("write") { try output.append(packets) }
  }

  /// Adds a frame; `update` puts its picture into the converter unless it is a still.
  private mutating func add(
    at index: Int, _ span: FrameSpan?, isStill: Bool, _ update: (inout PixelConverter) throws -> Void
  ) throws {
    guard index >= frameCount, index <= Int(Int32.max) else {
      throw InvalidValue("frame number", index, expected: "from \(frameCount) to \(Int32.max)")
    }
    if let span { times?.append(span) }
    if frameCount > 0 {
      try repeatPicture(until: index)
      if isStill { return try repeatFrame() }
      // The planes are about to change, and their picture may still have to be encoded.
      try PerformanceTimer.measure("encode") { try output.flush(converter.frame) }
    }
    try update(&converter)
    try encodePicture()
    try repeatPicture(until: index + 1)
  }

  /// Writes everything that is pending, and gives the movie its name.
  mutating func finish(frameCount length: Int?) throws -> MovieSummary {
    guard frameCount > 0 else { throw MovieError.noFrames(path: displayPath) }
    try repeatPicture(until: length ?? frameCount)
    try PerformanceTimer.measure("encode") { try output.finishEncoding(converter.frame) }
    var summary = MovieSummary(
      url: nil, frameCount: frameCount, repeatedFrameCount: repeatedFrameCount, frameRate: configuration.frameRate,
      size: configuration.size, byteCount: 0, encoder: output.encoderName)
    summary.byteCount = try output.close()
    if let piped {
      summary.byteCount = try piped.finish()
      summary.url = destination.url
    } else if let partial {
      let container = try destination.container
      let (frameRate, tracks, frameCount) = (configuration.frameRate, tracks, frameCount)
      let seconds = times.map { Double($0.samples(ofFrames: frameCount, rate: 1_000_000)) / 1e6 }
      let pictures = output.packetCount
      summary.byteCount = try partial.finish(as: container, limit: configuration.limit?.byteCount) {
        source, path throws(FFmpegError) in
        var copied = try Remuxer.copy(
          from: Remuxer.Source(path: source), to: path, container: container, frameRate: frameRate, tracks: tracks,
          frameCount: frameCount, seconds: seconds)
        copied.pictures = max(copied.pictures, pictures)
        return copied
      }
      summary.url = destination.url
    }
    return summary
  }

  /// Ends without a movie and removes what was written.
  func cancel() { partial?.remove() }

  /// Ends at once and keeps what is in the partial file; returns its path, or nil if nothing in it can be shown.
  ///
  /// What the encoder still holds is lost, but not the open fragment.
  func leave() -> String? {
    _ = try? output.close()
    return keep()
  }

  private func keep() -> String? {
    let kept = partial.flatMap { $0.isWorthKeeping ? $0.path : nil }
    if kept == nil { partial?.remove() }
    return kept
  }

  /// Ends after a failure, keeps what can be played, and returns the error that says so.
  func abandon(after error: any Error) -> any Error {
    if case MovieError.noFrames = error {
      partial?.remove()
      return error
    }
    // Only what was live can't be made again.
    if case OutputError.tooLarge = error, configuration.delay != .none {
      partial?.remove()
      return error
    }
    // The encoder's packets are complete; closing an open fragment makes it playable.
    if error is FFmpegError { _ = try? output.close() }
    let kept = keep()
    switch error {
    case let error as FFmpegError:
      return MovieError.encodingFailed(reason: error.description, partialPath: kept)
    case let error as OutputError:
      return error.keeping(kept)
    default:
      return error
    }
  }

  private mutating func repeatPicture(until index: Int) throws {
    while frameCount < index {
      try repeatFrame()
      repeatedFrameCount += 1
    }
  }

  private mutating func encodePicture() throws {
    try PerformanceTimer.measure("encode") { try output.encode(converter.frame, index: frameCount) }
    frameCount += 1
  }

  private mutating func repeatFrame() throws {
    try PerformanceTimer.measure("encode") { try output.repeatFrame(converter.frame, index: frameCount) }
    frameCount += 1
  }

  private var displayPath: String { partial?.output.givenPath ?? piped?.sink.output.givenPath ?? "standard output" }
}
