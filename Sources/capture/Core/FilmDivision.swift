import ArgumentParser
import Reel

/// Options that divide the work on a film; without a family that defines them, there are none.
protocol FilmDivision: ParsableArguments {
  /// The option that was given; nil for none.
  var given: String? { get }
  /// Whether to make only a part of the film.
  var makesPart: Bool { get }

  /// The path of the part; nil for the whole film.
  func partPath(of output: OutputOptions, defaultName: String) -> String?

  /// Makes the part.
  func recordPart(of run: RecordingRun) async throws

  /// Returns a recorder with several jobs; nil to record the film in one pass.
  func recorder(of work: FilmWork) throws -> (any FilmRecorder)?
}

extension FilmDivision {
  var given: String? { nil }
  var makesPart: Bool { false }
  func partPath(of output: OutputOptions, defaultName: String) -> String? { nil }
  func recordPart(of run: RecordingRun) async throws {}
  func recorder(of work: FilmWork) throws -> (any FilmRecorder)? { nil }
}

/// A film that is about to be recorded.
struct FilmWork {
  var run: RecordingRun
  /// The film, adapted to its outputs.
  var film: FilmDescription
  /// The paths of all outputs.
  var names: [String]
  var frameCount: Int
  var sink: any FrameSink
  /// Makes a source of its frames.
  var source: @Sendable () throws -> any FrameSource
}
