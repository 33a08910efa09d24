import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming

/// Writes a film: takes its pictures from the bitmap to the file.
///
/// `finish`, `cancel`, `abandon` or a failure closes it; what was recorded then stays in the partial file.
///
/// It is not sendable and blocks: use it from one task at a time, and not on a thread of Swift's cooperative pool. `MovieWriter` is
/// an actor around it.
package final class FilmWriter {
  /// Where the film grows.
  enum Place {
    /// In a file beside its name, which becomes the movie at the end.
    case beside(PartialFile, MediaContainer)
    /// In the movie itself.
    case within(PipedRemux)
    /// On standard output, or in the file of a part: nothing is left to do at the end.
    case elsewhere(name: String)

    /// The name that errors quote.
    var name: String {
      switch self {
      case .beside(let partial, _): partial.output.givenPath
      case .within(let film): film.sink.output.givenPath
      case .elsewhere(let name): name
      }
    }
  }

  private let configuration: VideoConfiguration
  private let tracks: FilmTracks
  private let url: URL?
  private let encoderName: String
  private var converter: PixelConverter
  /// Nil as soon as it has given its last packet: completing the film takes memory, and this is most of what there is.
  private var encoder: (any FilmCompressor)?
  private let sound: FilmSound?
  /// The frames' own times; nil for a film of a constant rate.
  private let times: FilmTimes?
  /// Nil once the writer is closed.
  private var output: (any PacketOutput)?
  private var place: Place
  /// The name and settings of the encoder of the parts so far; nil before the first one.
  private var encoderNote: String?
  /// The order of decoding, where a segment may be shorter than the encoder's delay; nil for other encoders.
  private var decodingTimes: DecodingTimes?
  /// Keeps the pictures for another encoding; nil for a film that is encoded once.
  private let spool: FilmSpool?
  /// The packets of pictures so far, and their bytes.
  private var packetCount = 0
  private(set) var pictureByteCount = 0
  private var taken = 0
  private var repeated = 0

  /// Opens the encoder and the file.
  ///
  /// - Throws: As `MovieWriter` does; `InvalidValue` for a part of a film that has no segments.
  package convenience init(
    to target: FilmTarget, configuration: VideoConfiguration, tracks: FilmTracks = FilmTracks()
  ) throws {
    try self.init(to: target, configuration: configuration, tracks: tracks, spool: nil)
  }

  /// Opens the encoder and the file, and gives a spool the pictures as well.
  init(to target: FilmTarget, configuration: VideoConfiguration, tracks: FilmTracks, spool: FilmSpool?) throws {
    self.spool = spool
    try configuration.validate()
    try configuration.reserveMemory()
    converter = try PixelConverter(
      size: configuration.size, format: configuration.pixelFormat, converter: configuration.converter)
    var tracks = tracks
    if !target.copiesSound(of: tracks) { tracks.copiedSound = nil }
    let parts = try Self.open(target, configuration, tracks)
    (encoder, encoderName, sound) = (parts.encoder, parts.encoder.name, parts.sound)
    (output, place, times) = (parts.output, parts.place, parts.times)
    decodingTimes = parts.encoder is SegmentedEncoder ? DecodingTimes() : nil
    (self.configuration, self.tracks, url) = (configuration, tracks, target.url)
  }

  /// The number of frames so far, including repeated ones; 0 after the end.
  package var frameCount: Int { output == nil ? 0 : taken }
  /// The number of frames that would survive a crash now; 0 after the end.
  package var savedFrameCount: Int { output?.savedFrameCount ?? 0 }
  /// The number of bitmaps that were converted; 0 after the end.
  package var conversionCount: Int { output == nil ? 0 : converter.conversionCount }

  // MARK: - Pictures

  /// Adds a picture; see `MovieWriter`.
  ///
  /// - Parameter span: When it is shown, in a film whose frames have times of their own.
  package func append(_ frame: Bitmap, changed: Region, at index: Int, shown span: FrameSpan? = nil) throws {
    try working {
      guard frame.size == configuration.size else {
        throw InvalidValue("picture", frame.size, expected: "\(configuration.size), the size of the movie")
      }
      guard changed.frame == configuration.size else {
        throw InvalidValue("changed region", changed.frame, expected: "one of a frame of \(configuration.size)")
      }
      try add(at: index, span, isStill: changed.isEmpty) {
        try PerformanceTimer.measure("convert") {
          try converter.convert(frame, changed: converter.conversionCount == 0 ? .all(of: frame.size) : changed)
        }
      }
    }
  }

  /// Adds a picture whose changed tiles are converted already; nil if none has changed.
  package func append(_ tiles: ConvertedTiles?, at index: Int, shown span: FrameSpan? = nil) throws {
    try working {
      if let tiles, tiles.size != configuration.size || tiles.format != configuration.pixelFormat {
        throw InvalidValue(
          "samples", "\(tiles.size) in \(tiles.format.rawValue)",
          expected: "\(configuration.size) in \(configuration.pixelFormat.rawValue), as in the movie")
      }
      try add(at: index, span, isStill: tiles == nil) {
        guard let tiles else { preconditionFailure("the first picture must be whole") }
        try converter.take(tiles)
      }
    }
  }

  /// Adds a picture whose samples are encoded as they are.
  package func append(_ picture: FilmPicture, at index: Int, shown span: FrameSpan? = nil) throws {
    try working {
      guard picture.size == configuration.size, picture.form == configuration.samples else {
        throw InvalidValue("samples", picture.size, expected: "\(configuration.size), in the form of the movie")
      }
      try add(at: index, span, isStill: false) { try converter.take(picture) }
    }
  }

  /// Adds a picture from a spool.
  func append(_ samples: borrowing VideoFrame, at index: Int, shown span: FrameSpan?) throws {
    guard output != nil else { throw MovieError.writerClosed }
    do {
      try add(at: index, span, isStill: false) { try converter.take(samples) }
    } catch {
      throw close(after: error)
    }
  }

  /// Adds a part of the film that was compressed elsewhere; no picture may come after it.
  ///
  /// - Parameter spans: The times of its frames, in a film whose frames have times of their own.
  package func append(_ part: PacketFileReader, shown spans: [FrameSpan] = []) throws {
    for span in spans { times?.append(span) }
    try working {
      if encoder is PlaneStream {
        throw InvalidValue("output", "raw planes", sentence: "parts of a film are compressed: join them to a movie")
      }
      let first = packetCount
      let parameterSets = try encoder?.parameterSets()
      try PerformanceTimer.measure("write") {
        try part.copy(from: first, parameterSets: parameterSets, note: &encoderNote) { try write($0) }
      }
      taken += packetCount - first
    }
  }

  /// Adds a frame; `update` puts its picture into the converter unless it is a still.
  private func add(at index: Int, _ span: FrameSpan?, isStill: Bool, _ update: () throws -> Void) throws {
    guard index >= taken, index <= Int(Int32.max) else {
      throw InvalidValue("frame number", index, expected: "from \(taken) to \(Int32.max)")
    }
    if let span { times?.append(span) }
    if taken > 0 {
      try repeatPicture(until: index)
      if isStill {
        spool?.addStill(at: index, shown: span)
        return try repeatFrame()
      }
      // The planes are about to change, and their picture may still have to be encoded.
      try encode { try $0.flush(converter.frame, to: $1) }
    }
    try update()
    try spool?.add(converter.frame, at: index, shown: span)
    try encode { try $0.encode(converter.frame, index: taken, to: $1) }
    taken += 1
    try repeatPicture(until: index + 1)
  }

  private func repeatPicture(until index: Int) throws {
    while taken < index {
      try repeatFrame()
      repeated += 1
    }
  }

  private func repeatFrame() throws {
    try encode { try $0.repeatFrame(converter.frame, index: taken, to: $1) }
    taken += 1
  }

  // MARK: - Packets

  /// Calls the encoder, and writes the packets that it emits.
  private func encode(_ body: (any FilmCompressor, (borrowing Packet) throws -> Void) throws -> Void) throws {
    guard let encoder else { return }
    try PerformanceTimer.measure("encode") { try body(encoder) { try write($0) } }
  }

  private func write(_ packet: borrowing Packet) throws {
    packet.pointer.pointee.dts = decodingTimes?.next(packet.pointer.pointee.dts) ?? packet.pointer.pointee.dts
    packetCount += 1
    pictureByteCount += Int(packet.pointer.pointee.size)
    // Sound comes first: what a fragment shows is heard in it.
    try sound?.advance(toFrame: packetCount) { try writeSound($0) }
    try asOutput { output in try PerformanceTimer.measure("write") { try output.write(packet) } }
  }

  private func writeSound(_ packet: borrowing Packet) throws { try asOutput { try $0.writeSound(packet) } }

  /// Turns an error of the muxer, which only fails where its bytes are not taken, into one of the output.
  private func asOutput<R>(_ body: (any PacketOutput) throws -> R) throws -> R {
    guard let output else { throw MovieError.writerClosed }
    do {
      return try body(output)
    } catch let error as FFmpegError {
      throw OutputError.writeFailed(path: place.name, bytesWritten: output.byteCount, reason: error.reason)
    }
  }

  // MARK: - The end

  /// Writes everything that is pending, and gives the movie its name; see `MovieWriter`.
  package func finish(frameCount length: Int? = nil) throws -> MovieSummary {
    if let length, length > Int(Int32.max) {
      throw InvalidValue("frame count", length, expected: "at most \(Int32.max)")
    }
    guard output != nil else { throw MovieError.writerClosed }
    do {
      let summary = try PerformanceTimer.measure("finish") { try complete(length ?? taken) }
      close()
      return summary
    } catch {
      throw close(after: error)
    }
  }

  private func complete(_ length: Int) throws -> MovieSummary {
    guard taken > 0 else { throw MovieError.noFrames(path: place.name) }
    try repeatPicture(until: length)
    try encode { try $0.finish(converter.frame, to: $1) }
    try asOutput { try $0.finishPictures() }
    EncoderTeardown.begin(encoder.take())
    try sound?.finish(atFrame: packetCount) { try writeSound($0) }
    var byteCount = try asOutput { try $0.finish() }
    switch place {
    case .elsewhere: break
    case .within(let film): byteCount = try film.finish()
    case .beside(let partial, let container):
      let (rate, tracks, frameCount, pictures) = (configuration.frameRate, tracks.settled, taken, packetCount)
      let last = times.map { TimeSpan($0.seconds(ofFrames: frameCount - 1), $0.seconds(ofFrames: frameCount)) }
      byteCount = try partial.finish(as: container, limit: configuration.limit?.byteCount) {
        source, path throws(FFmpegError) in
        var copied = try Remuxer.copy(
          from: Remuxer.Source(path: source), to: path, container: container, frameRate: rate, tracks: tracks,
          frameCount: frameCount, last: last)
        copied.pictures = max(copied.pictures, pictures)
        return copied
      }
    }
    return MovieSummary(
      url: url, frameCount: taken, repeatedFrameCount: repeated, frameRate: configuration.frameRate,
      size: configuration.size, byteCount: byteCount, encoder: encoderName)
  }

  /// Ends without a movie and removes what was written.
  package func cancel() {
    if case .beside(let partial, _) = place { partial.remove() }
    close()
  }

  /// Ends at once and keeps what is in the partial file; returns its path, or nil if nothing in it can be shown.
  ///
  /// The pictures in the encoder are lost, but not the open fragment.
  package func abandon() -> String? {
    _ = try? output?.finish()
    return keep()
  }

  /// Ends without a movie because its pictures broke off: writes what the encoder holds, and keeps the partial file.
  ///
  /// - Returns: its path, or nil if nothing in it can be shown.
  package func breakOff() -> String? {
    if taken > 0 {
      try? encode { try $0.finish(converter.frame, to: $1) }
      try? output?.finishPictures()
    }
    return abandon()
  }

  private func keep() -> String? {
    defer { close() }
    guard case .beside(let partial, _) = place else { return nil }
    if partial.isWorthKeeping { return partial.path }
    partial.remove()
    return nil
  }

  /// Closes the writer if the work fails, unless it was refused without an effect.
  private func working(_ body: () throws -> Void) throws {
    guard output != nil else { throw MovieError.writerClosed }
    do {
      try body()
    } catch let error as InvalidValue {
      throw error
    } catch let error as PacketFileError {
      throw error
    } catch {
      throw close(after: error)
    }
  }

  /// Ends after a failure, keeps what can be played, and returns the error that says so.
  private func close(after error: any Error) -> any Error {
    // Only what was live can't be made again.
    var isWorthless = if case MovieError.noFrames = error { true } else { false }
    if case OutputError.tooLarge = error {
      isWorthless = configuration.delay != .none && !configuration.isLimitSearched
    }
    if isWorthless {
      cancel()
      return error
    }
    // The encoder's packets are complete; closing an open fragment makes it playable.
    let kept = error is FFmpegError ? abandon() : keep()
    switch error {
    case let error as FFmpegError:
      return MovieError.encodingFailed(reason: error.description, partialPath: kept)
    case let error as OutputError:
      return error.keeping(kept)
    default:
      return error
    }
  }

  private func close() {
    (encoder, output, place) = (nil, nil, .elsewhere(name: place.name))
  }
}
