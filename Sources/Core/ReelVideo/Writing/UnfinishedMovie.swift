import CReelFFmpeg
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming

/// The film of an unfinished recording: `NAME.partial.mp4`.
///
/// Opening it finds every complete frame; `finish` makes the film that the recording would have made of them. While
/// this value exists, no other process can write or finish the file. It blocks; use it from one task at a time.
public final class UnfinishedMovie {
  /// The file.
  public let url: URL
  /// The number of complete frames, from the first without a gap.
  public let frameCount: Int
  /// The frames per second.
  public let frameRate: FrameRate
  /// The size of the pictures.
  public let size: PixelSize

  private let partial: PartialFile
  private let destination: MovieDestination
  private let container: MediaContainer
  private let source: Remuxer.Source
  /// All pictures and sound that the film must hold.
  private let content: FragmentContent
  /// Whether the file may hold pictures that the film cannot.
  private let isCutShort: Bool
  /// The chapters and captions of the film; its sound is in the file.
  private let tracks: FilmTracks

  /// Opens an unfinished movie and finds its complete frames.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - destination: The path of the film; nil for that of the recording.
  /// - Throws: `MovieError.notUnfinished` for any other file, which is left unchanged, and `MovieError.unreadable`
  ///   for one that is missing or may not be read; `OutputError` if a recording is still writing it, or the film
  ///   cannot be written to its path; `InvalidValue` for an ending without a container.
  public convenience init(url: URL, destination: MovieDestination? = nil) throws {
    try self.init(path: url.path(percentEncoded: false), destination: destination)
  }

  /// Opens an unfinished movie by its path as bytes.
  package init(path: String, destination: MovieDestination? = nil) throws {
    try Self.checkFile(path)
    let path = try OutputFile.followLinks(path)
    let destination = try destination ?? Self.destination(of: path, replacing: .named)
    guard let output = try destination.outputFile() else {
      throw InvalidValue(
        "output", "-", sentence: "an unfinished film can't be finished to standard output: name a file with -o")
    }
    container = try destination.container
    self.destination = destination
    partial = try PartialFile(adopting: path, for: output)
    let index = FragmentIndex(of: partial.descriptor)
    guard let end = index.end else {
      throw MovieError.notUnfinished(path: path, reason: Self.reason(partial))
    }
    var source = Remuxer.Source(path: path, byteCount: end)
    do throws(FFmpegError) {
      let content = try FragmentContent(source, index)
      guard content.frameCount > 0, let frameRate = content.frameRate else {
        throw FFmpegError(.invalidData, operation: "av_read_frame")
      }
      self.content = content
      isCutShort = content.isCutShort || index.isDamaged
      (frameCount, size, self.frameRate) = (content.frameCount, content.size, frameRate)
      source.packetCount = content.packetCount
    } catch {
      throw MovieError.notUnfinished(path: path, reason: "it has no frames to save")
    }
    let sides = VideoConfiguration.sideRange
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw MovieError.notUnfinished(path: path, reason: "its pictures of \(size) are larger than those of recordings")
    }
    try content.requireRoom(in: container)
    self.source = source
    tracks = TracksBox.read(from: partial.descriptor)
    url = URL(filePath: path.hasPrefix("/") ? path : "./" + path, directoryHint: .notDirectory)
  }

  /// Makes the film, gives it its name, and removes the unfinished file.
  ///
  /// The film is read back before it gets its name, and must hold every picture, sound packet, caption and chapter of
  /// the unfinished file, which is removed last. A file whose name does not end in `.partial.mp4` stays: it was
  /// renamed to be kept.
  ///
  /// - Throws: `OutputError` if the film cannot be written; `MovieError.partlyRecovered` if the unfinished file is
  ///   damaged and may hold more pictures than the film; `MovieError.notUnfinished` if FFmpeg can't put its packets
  ///   into a film, or if the film lacks some of them when it is read back, and then does not get its name. The
  ///   unfinished file then stays as it is.
  @discardableResult
  public func finish() throws -> MovieSummary {
    let isRemoved = partial.path.hasSuffix(PartialFile.ending) && !isCutShort
    var refusal: FFmpegError?
    let size: Int
    do {
      size = try partial.finish(as: container, removesPartial: isRemoved) { _, path throws(FFmpegError) in
        do throws(FFmpegError) {
          var copied = try Remuxer.copy(
            from: source, to: path, container: container, frameRate: frameRate, tracks: tracks, frameCount: frameCount,
            last: content.last)
          // The file was counted before it was copied.
          copied.pictures = max(copied.pictures, content.packetCount)
          copied.sounds = max(copied.sounds, content.held.sounds)
          return copied
        } catch {
          // The end of the file is written, read and moved once all packets are in it.
          let isOfPackets = error.operation != "av_write_trailer"
          if isOfPackets, error.code == .invalidData || error.code == .invalidArgument { refusal = error }
          throw error
        }
      }
    } catch MovieError.filmIncomplete(_, let holds, _) {
      throw MovieError.notUnfinished(
        path: partial.path, reason: "it is damaged: the film made from it held only \(holds)")
    } catch {
      guard let refusal else { throw error }
      // The disk is not to blame.
      throw MovieError.notUnfinished(
        path: partial.path, reason: "one of its packets can't be put into a film (\(refusal.message))")
    }
    if isCutShort {
      throw MovieError.partlyRecovered(path: filmPath, frameCount: frameCount, partialPath: partial.path)
    }
    return MovieSummary(
      url: destination.url, frameCount: frameCount, frameRate: frameRate, size: self.size,
      byteCount: size, encoder: "")
  }

  private static func checkFile(_ path: String) throws {
    if let kind = OutputFile.kind(at: path) { throw MovieError.notUnfinished(path: path, reason: "it is \(kind)") }
    guard access(path, R_OK) == 0 else {
      throw MovieError.unreadable(path: path, reason: SystemError(errno, "access").message)
    }
  }

  /// Returns the path that the recording would have given its film.
  ///
  /// - Throws: `MovieError.notUnfinished` for a missing file, and for a name that does not end in `.partial.mp4`,
  ///   which does not determine the path.
  package static func destination(of path: String, replacing: ReplacementPolicy) throws -> MovieDestination {
    try checkFile(path)
    let path = try OutputFile.followLinks(path)
    guard path.hasSuffix(PartialFile.ending), OutputFile.split(path).name.utf8.count > PartialFile.ending.utf8.count
    else {
      throw MovieError.notUnfinished(
        path: path, reason: "its name does not end in \(PartialFile.ending), so name the film with -o")
    }
    let stem = String(path.dropLast(PartialFile.ending.count))
    // `a.mov` grows as `a.mov.partial.mp4`, `a.mp4` as `a.partial.mp4`.
    let hasEnding = (try? MediaContainer(movieName: OutputFile.split(stem).name)).map { $0 != .mp4 } ?? false
    return .path(hasEnding ? stem : stem + ".mp4", replacing: replacing)
  }

  /// Rejects an output for which a film is being recorded, or was until its recording died.
  ///
  /// For writers whose movie grows under another name.
  ///
  /// - Throws: `OutputError.inUse` and `leftover`.
  package static func requireNone(for output: OutputFile) throws(OutputError) {
    try PartialFile.requireNone(beside: output)
  }

  /// The name of the movie whose sound would have been copied into the film in the end; nil for none.
  package var missingSound: String? { tracks.missingSound }

  /// The path of the film, as it was given.
  package var filmPath: String { partial.output.givenPath }

  private static func reason(_ partial: PartialFile) -> String {
    if partial.byteCount == 0 { return "it is empty" }
    return MovieBoxes.hasFragmentedHeader(partial.descriptor)
      ? "it has no complete fragment of a movie" : "it does not begin like a movie"
  }
}
