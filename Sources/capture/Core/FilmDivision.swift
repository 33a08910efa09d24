import ArgumentParser
import Reel

/// The options that divide the work on a film; not at all, unless a family says how.
protocol FilmDivision: ParsableArguments {
  /// The option that was given; nil for none.
  var given: String? { get }
  /// Whether only a part of the film is made.
  var makesPart: Bool { get }

  /// The file of the part that is made; nil where the whole film is.
  func partPath(of output: OutputOptions, defaultName: String) -> String?

  /// Makes the part.
  func recordPart(of run: RecordingRun) async throws

  /// Returns what makes several pieces of the film at once; nil where it is made in one go.
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
  /// The film, with what its outputs ask of it.
  var film: FilmDescription
  /// The paths of all outputs.
  var names: [String]
  var frameCount: Int
  var sink: any FrameSink
  /// Makes a source of its frames.
  var source: @Sendable () throws -> any FrameSource
}
