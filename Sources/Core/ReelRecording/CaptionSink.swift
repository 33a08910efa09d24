import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo

/// A sink that ignores frames and writes a film's captions to a WebVTT file beside it.
///
/// If the film has several languages, `lesson.de.vtt` holds the German captions and `lesson.vtt` the first language.
public actor CaptionSink: FrameSink {
  private let path: String
  private let replacing: ReplacementPolicy
  private let executor = SerialQueueExecutor(label: "reel.caption-sink")
  private var draft: OutputDraft?
  private var tracks = FilmTracks()
  private var frameRate: FrameRate = 1
  /// The end of the last frame, where frames have times of their own.
  private var end: Double?

  /// A dedicated queue, because writing files blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - path: The file. The part before the file name's ending may name a language, as in `lesson.de.vtt`.
  ///   - replacing: Which existing files may be replaced.
  public init(path: String, replacing: ReplacementPolicy = .named) {
    self.path = path
    self.replacing = replacing
  }

  /// Looks for the captions.
  ///
  /// - Throws: `InvalidValue` if the film has none.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    _ = try track(of: stream)
    return nil
  }

  /// Checks the path, and ensures that no other recording writes the same file.
  ///
  /// - Throws: `InvalidValue` for a film without captions, `OutputError` for anything that can be refused before work
  ///   begins.
  public func begin(_ stream: FrameStream) throws {
    tracks.captions = try track(of: stream).map { [$0] } ?? []
    (tracks.arriving, frameRate) = (stream.tracks.arriving, stream.frameRate)
    draft = try OutputDraft(for: OutputFile(path: path, replacing: replacing), isAlone: true)
  }

  /// Looks only when the frame ends.
  public func append(_ frame: Frame) {
    end = frame.time.own == nil ? nil : frame.time.seconds + frame.time.duration.seconds
  }

  /// Writes the file.
  ///
  /// An interrupted film keeps the captions up to its end.
  ///
  /// - Throws: `OutputError` if the file can't be written.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let draft = draft.take() else { throw MovieError.writerClosed }
    let span = TimeSpan(0, end ?? frameRate.seconds(ofFrame: frameCount))
    let text = tracks.settled.clipped(to: span).captions.first?.webVTT ?? "WEBVTT\n"
    do throws(SystemError) {
      try OutputFile.write(to: draft.path) { descriptor throws(SystemError) in
        try Descriptor.write(Array(text.utf8), to: descriptor)
      }
    } catch {
      throw draft.failure(error)
    }
    return RecordedOutput(url: URL(fileURLWithPath: path), byteCount: try draft.commit())
  }

  /// Removes the unfinished output; an older file of the same name stays.
  public func cancel() { draft = nil }

  /// The captions that are written; nil where they come with the frames.
  private nonisolated func track(of stream: FrameStream) throws(InvalidValue) -> CaptionTrack? {
    let parts = OutputFile.split(path).name.lowercased().split(separator: ".")
    let language = parts.dropLast().last.map(String.init)
    let tracks = stream.tracks.captions
    let track = tracks.first { $0.language.lowercased() == language } ?? tracks.first
    guard track != nil || stream.tracks.arriving != nil else {
      throw InvalidValue(
        "output", path,
        sentence: "the film has no captions for \(path): add some to its scenes, or leave out this output")
    }
    return track
  }
}

extension OutputFormat {
  /// Captions alone, without pictures.
  public static let captions = OutputFormat("WebVTT", ending: "vtt", abilities: []) { output in
    CaptionSink(path: output.path, replacing: output.replacing)
  }
}
