import ArgumentParser
import Reel

extension OutputOptions {
  /// Refuses `--split` if two chapters would get the same file name.
  func validateSplit() throws {
    guard split != nil else { return }
    if isStandardOutput {
      throw ValidationError("--split makes several files, but -o - is a stream: name files with -o 'step-{n}.mp4'")
    }
    guard !output.isEmpty else {
      throw ValidationError("--split needs {n} or {chapter} in the file name: add -o 'step-{n}.mp4'")
    }
    for name in output where try NamePattern(name).isConstant {
      throw ValidationError(
        "--split makes a file for each chapter, but all would be named \(name): add {n} or {chapter} to the name")
    }
  }

  /// Makes the sink of the chapters; each chapter has a film's sink.
  ///
  /// - Throws: `OutputError` for a path that can't be written; nothing has been drawn by then.
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
