import ReelCanvas
import ReelGeometry
import ReelTiming

/// One movie in the making: the way of a picture from the bitmap to the file.
struct WritingSession: ~Copyable {
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  /// Nil as soon as it has given its last packet: what it holds is more memory than all the rest.
  private var encoder: FilmEncoder?
  private var converter: PixelConverter
  private let partial: PartialFile?
  private let output: FragmentedOutput

  private var frameCount = 0
  private var repeatedFrameCount = 0

  /// The number of bitmaps that were converted.
  var conversionCount: Int { converter.conversionCount }

  init(to destination: MovieDestination, configuration: VideoConfiguration, standardOutput: Int32) throws {
    try configuration.validate()
    let encoder: FilmEncoder
    do {
      encoder = try FilmEncoder(configuration)
    } catch let error as FFmpegError {
      throw MovieError.encoderRefused(size: configuration.size, reason: error.description)
    }
    let converter = try PixelConverter(size: configuration.size, format: configuration.pixelFormat)
    let partial = try destination.place().map { place throws(OutputError) in
      try PartialFile(beside: place, isDurable: configuration.isDurable)
    }
    if partial == nil { try OutputPlace.checkStream(standardOutput) }
    let output: FragmentedOutput
    do {
      let sink: any FragmentSink = if let partial { partial } else { StreamSink(descriptor: standardOutput) }
      output = try FragmentedOutput(to: sink, encoder: encoder, configuration: configuration)
    } catch {
      throw OutputError.cannotCreate(path: partial?.path ?? "standard output", reason: OutputError.reason(of: error))
    }
    self.destination = destination
    self.configuration = configuration
    self.encoder = encoder
    self.converter = converter
    self.partial = partial
    self.output = output
  }

  mutating func append(_ frame: Bitmap, changed: Region, at index: Int) throws {
    guard frame.size == configuration.size else {
      throw InvalidValue("picture", frame.size, expected: "\(configuration.size), the size of the movie")
    }
    guard changed.frame == configuration.size else {
      throw InvalidValue("changed region", changed.frame, expected: "one of a frame of \(configuration.size)")
    }
    guard index >= frameCount, index <= Int(Int32.max) else {
      throw InvalidValue("frame number", index, expected: "from \(frameCount) to \(Int32.max)")
    }
    if frameCount > 0 {
      try repeatPicture(until: index)
      if changed.isEmpty { return try hold() }
      // The planes are about to change; the picture in them may still have to be encoded.
      try PerformanceTimer.measure("encode") { try encoder?.settle(converter.frame) { try write($0) } }
    }
    try PerformanceTimer.measure("convert") {
      try converter.convert(frame, changed: conversionCount == 0 ? .all(of: frame.size) : changed)
    }
    try encodePicture()
    try repeatPicture(until: index + 1)
  }

  /// Writes everything that is still on the way, and puts the movie in its place.
  mutating func finish(frameCount length: Int?) throws -> MovieSummary {
    guard frameCount > 0 else { throw MovieError.noFrames(path: displayPath) }
    try repeatPicture(until: length ?? frameCount)
    let encoderName = encoder?.name ?? ""
    try PerformanceTimer.measure("encode") { try encoder?.finish(converter.frame) { try write($0) } }
    encoder = nil
    var summary = MovieSummary(
      url: nil, frameCount: frameCount, repeatedFrameCount: repeatedFrameCount, frameRate: configuration.frameRate,
      size: configuration.size, byteCount: 0, encoder: encoderName)
    do {
      summary.byteCount = try output.finish()
    } catch let error as FFmpegError {
      throw writeFailed(error)
    }
    if let partial {
      let container = try destination.container
      let frameRate = configuration.frameRate
      summary.byteCount = try partial.finish { source, path throws(FFmpegError) in
        try Remuxer.copy(from: Remuxer.Source(path: source), to: path, container: container, frameRate: frameRate)
      }
      summary.url = destination.url
    }
    return summary
  }

  /// Ends without a movie and removes what was written.
  func cancel() { partial?.remove() }

  /// Ends at once and keeps what is in the partial file; returns its path, or nil where nothing in it can be shown.
  ///
  /// What the encoder still holds is lost, but not the fragment that is being gathered.
  func leave() -> String? {
    _ = try? output.finish()
    return keep()
  }

  private func keep() -> String? {
    let kept = partial.flatMap { $0.plays ? $0.path : nil }
    if kept == nil { partial?.remove() }
    return kept
  }

  /// Ends after a failure, keeps what can be played, and returns the error that says so.
  func abandon(after error: any Error) -> any Error {
    if case MovieError.noFrames = error {
      partial?.remove()
      return error
    }
    // What the encoder has handed over is whole; a fragment that is still open becomes playable with its end.
    if error is FFmpegError { _ = try? output.finish() }
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
      try hold()
      repeatedFrameCount += 1
    }
  }

  private mutating func encodePicture() throws {
    try PerformanceTimer.measure("encode") {
      try encoder?.encode(converter.frame, index: frameCount) { try write($0) }
    }
    frameCount += 1
  }

  private mutating func hold() throws {
    try PerformanceTimer.measure("encode") {
      try encoder?.hold(converter.frame, index: frameCount) { try write($0) }
    }
    frameCount += 1
  }

  private func write(_ packet: borrowing Packet) throws {
    do {
      try PerformanceTimer.measure("write") { try output.write(packet) }
    } catch let error as FFmpegError {
      throw writeFailed(error)
    }
  }

  private func writeFailed(_ error: FFmpegError) -> OutputError {
    .writeFailed(path: displayPath, bytesWritten: output.byteCount, reason: OutputError.reason(of: error))
  }

  private var displayPath: String { partial?.place.givenPath ?? "standard output" }
}
