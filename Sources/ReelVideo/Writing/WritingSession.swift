#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ReelCanvas
import ReelGeometry

/// One movie in the making: the way of a picture from the bitmap to the file.
struct WritingSession: ~Copyable {
  private let destination: MovieDestination
  private let configuration: VideoConfiguration
  private let encoder: VideoEncoder
  private var converter: PixelConverter
  private let partial: PartialFile?
  private let output: FragmentedOutput

  private var frameCount = 0
  private var repeatedFrameCount = 0

  /// The number of bitmaps that were converted.
  var conversionCount: Int { converter.conversionCount }

  init(to destination: MovieDestination, configuration: VideoConfiguration, standardOutput: Int32) throws {
    try configuration.validate()
    let encoder = try VideoEncoder(configuration)
    let converter = try PixelConverter(size: configuration.size, format: configuration.pixelFormat)
    let partial = try Self.partialFile(for: destination)
    let url = partial.map { "file:" + $0.path } ?? "pipe:\(standardOutput)"
    let output: FragmentedOutput
    do {
      output = try FragmentedOutput(url: url, encoder: encoder, configuration: configuration)
    } catch {
      throw MovieError.cannotCreate(path: partial?.path ?? "standard output", reason: error.message)
    }
    self.destination = destination
    self.configuration = configuration
    self.encoder = encoder
    self.converter = converter
    self.partial = partial
    self.output = output
  }

  private static func partialFile(for destination: MovieDestination) throws -> PartialFile? {
    guard case .file(let url, let replaceExisting) = destination else { return nil }
    _ = try MovieContainer(fileName: url.lastPathComponent)
    return try PartialFile(target: url, replaceExisting: replaceExisting)
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
    if frameCount > 0 { try repeatPicture(until: index) }
    try converter.convert(frame, changed: conversionCount == 0 ? .all(of: frame.size) : changed)
    try repeatPicture(until: index)
    try encode()
  }

  /// Writes everything that is still on the way, and puts the movie in its place.
  mutating func finish(frameCount length: Int?) throws -> MovieSummary {
    guard frameCount > 0 else { throw MovieError.noFrames(path: displayPath) }
    try repeatPicture(until: length ?? frameCount)
    try encoder.finish { try write($0) }
    var summary = MovieSummary(
      url: nil, frameCount: frameCount, repeatedFrameCount: repeatedFrameCount, frameRate: configuration.frameRate,
      size: configuration.size, byteCount: 0, encoder: encoder.name)
    do {
      summary.byteCount = try output.finish()
    } catch {
      throw writeFailed(error.message)
    }
    if case .file(let url, let replaceExisting) = destination {
      summary.byteCount = try putInPlace(url, replaceExisting: replaceExisting)
      summary.url = url
    }
    return summary
  }

  /// Ends without a movie and removes what was written.
  func cancel() { partial?.remove() }

  /// Ends after a failure, keeps what can be played, and returns the error that says so.
  func abandon(after error: any Error) -> any Error {
    if case MovieError.noFrames = error {
      partial?.remove()
      return error
    }
    // What the encoder has handed over is whole; a fragment that is still open becomes playable with its end.
    if error is FFmpegError { _ = try? output.finish() }
    let kept = partial.flatMap { $0.byteCount > 0 && $0.isInPlace ? $0.path : nil }
    switch error {
    case let error as FFmpegError:
      return MovieError.encodingFailed(reason: error.description, partialPath: kept)
    case MovieError.writeFailed(let path, let bytes, let reason, _):
      return MovieError.writeFailed(path: path, bytesWritten: bytes, reason: reason, partialPath: kept)
    default:
      return error
    }
  }

  private func putInPlace(_ url: URL, replaceExisting: Bool) throws -> Int {
    guard let partial else { return 0 }
    let container = try MovieContainer(fileName: url.lastPathComponent)
    let frameRate = configuration.frameRate
    do {
      return try partial.replaceTarget(keepExisting: !replaceExisting) { source, path throws(FFmpegError) in
        try Remuxer.copy(from: source, to: path, container: container, frameRate: frameRate)
      }
    } catch {
      let isLost = !partial.isInPlace
      throw writeFailed(isLost ? "\(partial.path) was moved or removed while it was written" : error.message)
    }
  }

  private mutating func repeatPicture(until index: Int) throws {
    while frameCount < index {
      try encode()
      repeatedFrameCount += 1
    }
  }

  private mutating func encode() throws {
    try encoder.encode(converter.frame, index: frameCount) { try write($0) }
    frameCount += 1
  }

  private func write(_ packet: borrowing Packet) throws {
    do {
      try output.write(packet)
    } catch {
      throw writeFailed(error.message)
    }
  }

  private func writeFailed(_ reason: String) -> MovieError {
    // The muxer counts what it wanted to write, the file what it took.
    let bytesWritten = partial?.byteCount ?? Int(output.byteCount)
    return .writeFailed(path: displayPath, bytesWritten: bytesWritten, reason: reason, partialPath: nil)
  }

  private var displayPath: String { partial?.target ?? "standard output" }
}
