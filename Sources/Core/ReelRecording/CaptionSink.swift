import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo

/// A sink that takes no frame, but the captions of a film: a WebVTT file beside it.
///
/// Of several languages `lesson.de.vtt` holds the German one, and `lesson.vtt` the first.
public actor CaptionSink: FrameSink {
  private let path: String
  private let replacing: ReplacementPolicy
  private let executor = SerialQueueExecutor(label: "reel.caption-sink")
  private var draft: OutputDraft?
  private var tracks = FilmTracks()
  private var frameRate: FrameRate = 1

  /// A queue of its own, since writing files blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the file; what stands between points before its ending may name a language.
  ///   - replacing: what may be replaced.
  public init(path: String, replacing: ReplacementPolicy = .named) {
    self.path = path
    self.replacing = replacing
  }

  /// Looks for the captions.
  ///
  /// - Throws: `InvalidValue` for a film without any.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    _ = try track(of: stream)
    return nil
  }

  /// Checks the path, and sees to it that nobody else makes the same file.
  ///
  /// - Throws: `InvalidValue` for a film without captions, `OutputError` for what can be refused before work begins.
  public func begin(_ stream: FrameStream) throws {
    (tracks.captions, frameRate) = ([try track(of: stream)], stream.frameRate)
    draft = try OutputDraft(for: OutputFile(path: path, replacing: replacing), isAlone: true)
  }

  /// Takes nothing of a frame.
  public func append(_ frame: Frame) {}

  /// Writes the file; of a film that was interrupted, the words up to its end.
  ///
  /// - Throws: `OutputError` where it can't be written.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let draft = draft.take() else { throw MovieError.writerClosed }
    let text =
      tracks.clipped(to: TimeSpan(0, frameRate.seconds(ofFrame: frameCount))).captions.first?.webVTT ?? "WEBVTT\n"
    do throws(SystemError) {
      try OutputFile.write(to: draft.path) { descriptor throws(SystemError) in
        try Descriptor.write(Array(text.utf8), to: descriptor)
      }
    } catch {
      throw draft.failure(error)
    }
    return RecordedOutput(url: URL(fileURLWithPath: path), byteCount: try draft.commit())
  }

  /// Removes what was begun; an older file of the same name stays.
  public func cancel() { draft = nil }

  private nonisolated func track(of stream: FrameStream) throws(InvalidValue) -> CaptionTrack {
    let parts = OutputFile.split(path).name.lowercased().split(separator: ".")
    let language = parts.dropLast().last.map(String.init)
    let tracks = stream.tracks.captions
    guard let track = tracks.first(where: { $0.language.lowercased() == language }) ?? tracks.first else {
      throw InvalidValue(
        "output", path, sentence: "the film has no captions for \(path): give its scenes some, or leave the output out")
    }
    return track
  }
}

extension OutputFormat {
  /// What is said, without pictures.
  public static let captions = OutputFormat("WebVTT", ending: "vtt", abilities: []) { output in
    CaptionSink(path: output.path, replacing: output.replacing)
  }
}
