import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// A sink that hands frames with times of their own to another that knows a constant rate alone: a GIF, numbered pictures.
///
/// The other sink receives for each of its times the picture that is on screen then.
package actor SteadySink: FrameSink {
  private let sink: any FrameSink
  private nonisolated let rate: FrameRate
  private nonisolated let seconds: Double?
  /// The picture whose time on the grid is not over, with what changed since the one that was handed on, and where it belongs.
  private var held: (frame: Frame, changed: Region, picture: FilmPicture?, index: Int)?
  private var end = 0.0

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - sink: where frames go.
  ///   - frameRate: their rate.
  ///   - seconds: how long the film is, where that is known.
  package init(_ sink: any FrameSink, frameRate: FrameRate, seconds: Double?) {
    (self.sink, rate, self.seconds) = (sink, frameRate, seconds)
  }

  private nonisolated func steady(_ stream: FrameStream) -> FrameStream {
    var stream = stream
    (stream.frameRate, stream.clock) = (rate, nil)
    stream.frameCount = seconds.map { rate.frameCount(seconds: $0) }
    return stream
  }

  /// The samples of the source where the other sink takes them, else pixels.
  package nonisolated func form(of stream: FrameStream) -> FrameForm {
    sink.form(of: steady(stream)) == .source ? .source : .pixels
  }

  package nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    let stream = steady(stream)
    return try sink.preflight(stream, frameCount: stream.frameCount)
  }

  package nonisolated var savedFrameCount: Int? { nil }

  package func begin(_ stream: FrameStream) async throws { try await sink.begin(steady(stream)) }

  package func append(_ frame: Frame) async throws {
    end = frame.time.seconds + frame.time.duration.seconds
    // Times that are multiples of the rate are so to the last digits.
    let index = Int(clamping: (frame.time.seconds * rate.framesPerSecond - 1e-6).rounded(.up))
    var (changed, picture) = (frame.changed, frame.picture)
    if let held {
      if held.index < index {
        try await hand(on: held)
      } else {
        changed.formUnion(held.changed)
        picture = picture ?? held.picture
      }
    }
    held = (frame, changed, picture, index)
  }

  private func hand(on held: (frame: Frame, changed: Region, picture: FilmPicture?, index: Int)) async throws {
    let time = FrameTime(index: held.index, frameRate: rate)
    try await sink.append(held.frame.moved(to: time, changed: held.changed, picture: held.picture))
  }

  package func finish(frameCount: Int) async throws -> RecordedOutput {
    let count = max(1, Int(clamping: (end * rate.framesPerSecond - 1e-6).rounded(.up)))
    if let held, held.index < count { try await hand(on: held) }
    held = nil
    var output = try await sink.finish(frameCount: count)
    output.frameRate = output.frameRate ?? rate
    return output
  }

  package func cancel() async { await sink.cancel() }

  package func abandon() async -> String? { await sink.abandon() }

  package func breakOff() async -> String? {
    if let held { try? await hand(on: held) }
    return await sink.breakOff()
  }
}
