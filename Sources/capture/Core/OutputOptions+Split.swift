import ArgumentParser
import Reel

extension OutputOptions {
  /// Refuses `--split` where the files of two chapters would have one name.
  func validateSplit() throws {
    guard split != nil else { return }
    if isStandardOutput {
      throw ValidationError("--split makes several files, and -o - is a stream: name files with -o 'step-{n}.mp4'")
    }
    guard !output.isEmpty else {
      throw ValidationError("--split needs a name with {n} or {chapter} in it: give one with -o 'step-{n}.mp4'")
    }
    for name in output where try NamePattern(name).isConstant {
      throw ValidationError(
        "--split makes a file for each chapter, and all of them would be \(name): put {n} or {chapter} into it")
    }
  }

  /// Makes the sink of the chapters, each of which has that of a film.
  ///
  /// - Throws: `OutputError` for a path that can't be written, before anything is drawn.
  func sink(of split: ChapterSplit, sink: (String) throws -> any FrameSink) throws -> SplitSink {
    try checkPaths(split.names)
    let parts = try split.parts.map { part in
      SplitSink.Part(
        part.names.joined(separator: ", "), frames: part.frames,
        sink: Self.fan(try part.names.map { ($0, try sink($0)) }))
    }
    return SplitSink(parts, onFailure: Self.warn)
  }
}
