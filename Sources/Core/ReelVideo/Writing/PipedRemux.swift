import Dispatch
import ReelFiles
import ReelTiming

/// A movie file that is completed while its fragments come, without a growing file beside it: for films whose parts
/// all exist.
///
/// Nothing would be lost with the process that makes it. So it grows in the private folder of its draft, which the next process takes over,
/// and each of its bytes is written once.
final class PipedRemux {
  /// Takes the fragments.
  let sink: FragmentPipe

  private let draft: OutputDraft
  private let reading = DispatchGroup()
  private var isEnded = false

  /// Starts reading fragments.
  ///
  /// - Throws: `OutputError` if the draft cannot be created, or if a recording will write the same file.
  init(
    to output: OutputFile, container: MediaContainer, frameRate: FrameRate, tracks: FilmTracks, frameCount: Int
  ) throws(OutputError) {
    try PartialFile.requireNone(beside: output)
    draft = try OutputDraft(for: output)
    let sink = FragmentPipe(to: output)
    self.sink = sink
    let path = draft.path
    DispatchQueue(label: "reel.piped-film", qos: .userInitiated).async(group: reading) {
      let reader = FragmentReader(sink)
      do throws(FFmpegError) {
        try Remuxer.copy(
          from: Remuxer.Source(path: path, reader: reader), to: path, container: container, frameRate: frameRate,
          tracks: tracks, frameCount: frameCount)
      } catch {
        sink.fail(error)
      }
      reader.drain()
    }
  }

  deinit { end() }

  /// Waits until the last fragment is in the movie, and gives it its name; returns its size in bytes.
  func finish() throws(OutputError) -> Int {
    end()
    if let failure = sink.failure { throw draft.failure(failure) }
    return try draft.commit()
  }

  private func end() {
    guard !isEnded else { return }
    isEnded = true
    sink.end()
    reading.wait()
  }
}
