import ReelVideo
import CReelFFmpeg
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming

/// Writes a clip for tests: any codec and container that FFmpeg has, each frame with its own timestamp and duration.
///
/// The file is made in a private folder beside it and renamed when it is complete: the name always belongs to
/// the previous file or to the complete clip, and a writer that is dropped leaves nothing behind. The same configuration,
/// pictures and FFmpeg give the same bytes.
///
/// It is not sendable and blocks: use it from one task at a time, and not on a thread of Swift's cooperative pool.
public final class ClipWriter {
  /// The properties and the encoding of the clip.
  public let configuration: ClipConfiguration
  /// The container, by the ending of the path.
  public let container: MediaContainer
  /// The FFmpeg name of the encoder: `libx264`.
  public let encoderName: String
  /// The pixel format of the pictures, by its FFmpeg name.
  public let pixelFormat: String

  private let path: String
  private var encoder: ClipEncoder
  private let reorderDelay: Int
  private var times = FrameTimes()
  private var sound: SoundEncoder?
  private var muxer: ClipMuxer?
  private var draft: OutputDraft?
  private var files: PictureFiles?
  /// Whether the pictures move into their folder at the end.
  private let commitsFiles: Bool
  private var isOpen = true
  private var frameCount = 0
  /// The pictures that the container has got: the encoder holds some back.
  package private(set) var writtenCount = 0
  /// Called after each of them.
  package var written: ((ClipWriter) throws -> Void)?
  /// The name and settings of the encoder of the pieces so far; nil before the first one.
  private var encoderNote: String?
  private var lastTime: (pts: Int, duration: Int)?
  private var soundName: String?

  /// Opens the encoders and the growing file.
  ///
  /// - Parameters:
  ///   - path: The file, whose ending names the container, or the pattern of numbered files: `frames/%04d.png`.
  ///   - replacing: What may be replaced.
  ///   - configuration: What is written, and how.
  /// - Throws: `InvalidValue`, `ClipError` for what cannot be encoded; `OutputError` for a file that cannot be written.
  public convenience init(
    to path: String, replacing: ReplacementPolicy = .named, configuration: ClipConfiguration
  ) throws {
    try self.init(to: path, replacing: replacing, pictures: nil, configuration: configuration)
  }

  /// Opens the encoders and the growing file, or writes numbered pictures that the caller then moves.
  package init(
    to path: String, replacing: ReplacementPolicy, pictures: PictureFiles?, configuration: ClipConfiguration
  ) throws {
    container = try MediaContainer(fileName: OutputFile.split(path).name)
    try configuration.validate(for: container)
    self.configuration = configuration
    self.path = path
    encoder = try ClipEncoder(configuration, container: container)
    reorderDelay = encoder.reorderDelay
    encoderName = encoder.name
    pixelFormat = encoder.pixelFormat
    sound = try configuration.sound.map { [container] in
      try SoundEncoder(
        in: container, sampleRate: $0.sampleRate, channels: 1, firstSample: $0.firstSample, bitRate: 128_000)
    }
    soundName = configuration.sound == nil ? nil : container.soundCodec
    commitsFiles = pictures == nil
    if container == .png {
      files = try pictures ?? PictureFiles(pattern: path, replacing: replacing)
      return
    }
    let output = try OutputFile(path: path, replacing: replacing)
    try PartialFile.requireNone(beside: output)
    let draft = try OutputDraft(for: output)
    self.draft = draft
    do throws(FFmpegError) {
      muxer = try ClipMuxer(
        path: draft.path, container: container, configuration: configuration, encoder: encoder, sound: sound)
    } catch {
      // The header is written here, too, and a full disk is not an unsupported codec.
      let isOfDisk = [EIO, ENOSPC, EDQUOT, EFBIG, EROFS, ENOMEM].contains { error.code == .systemError($0) }
      guard error.operation == "avformat_write_header", !isOfDisk else { throw draft.failure(error) }
      throw ClipError.containerRefused(
        container: container, encoder: encoderName,
        reason: "\(error.message) for \(pixelFormat): choose another codec, pixel format or container")
    }
  }

  /// Adds a picture, converted to `pixelFormat` as `RawPicture` does.
  ///
  /// - Parameters:
  ///   - bitmap: The picture, of the configured size.
  ///   - pts: When it is shown, in ticks of the configuration's time base; later than the picture before.
  ///   - duration: How long it is shown, in ticks; at least 1.
  /// - Throws: `InvalidValue` for a picture of another size or a time that the container cannot hold, without effect;
  ///   `ClipError` and `OutputError` if encoding or writing fails, which closes the writer.
  public func append(_ bitmap: Bitmap, pts: Int, duration: Int) throws {
    try append(picture(of: bitmap), pts: pts, duration: duration)
  }

  /// Returns a bitmap in the writer's `pixelFormat`, as `append` converts it: to BT.709, to the matrix that the codec fixes, or to
  /// the curve and primaries of high dynamic range.
  ///
  /// - Throws: `FFmpegError` for a pixel format that a bitmap cannot be converted to.
  public func picture(of bitmap: Bitmap) throws -> RawPicture {
    try encoder.picture(of: bitmap)
  }

  /// Adds a picture that has the size of the configuration and the writer's `pixelFormat`, as it is.
  ///
  /// - Throws: As `append(_:pts:duration:)` for a bitmap.
  public func append(_ picture: RawPicture, pts: Int, duration: Int) throws {
    guard isOpen else { throw MovieError.writerClosed }
    guard picture.size == configuration.size, picture.format == pixelFormat else {
      throw InvalidValue(
        "picture", "\(picture.size) in \(picture.format)", expected: "\(configuration.size) in \(pixelFormat)")
    }
    try take(pts: pts, duration: duration)
    try working { try encoder.encode(picture) { try write($0) } }
  }

  /// Adds pictures that `ClipPieceWriter` compressed, with the times of each.
  ///
  /// - Parameters:
  ///   - piece: Their packets.
  ///   - times: When each is shown and how long, in ticks of the configuration's time base.
  /// - Throws: `PacketFileError` for a piece that does not fit here; as for a picture. The writer is closed then.
  package func append(_ piece: PacketFileReader, times shown: [(pts: Int, duration: Int)]) throws {
    guard isOpen else { throw MovieError.writerClosed }
    let first = writtenCount
    for time in shown { try take(pts: time.pts, duration: time.duration) }
    try working {
      let parameterSets = try encoder.parameterSets()
      try piece.copy(from: first, parameterSets: parameterSets, note: &encoderNote) { try write($0) }
      guard writtenCount == frameCount else {
        throw PacketFileError.broken(
          path: piece.path, reason: "it has \(writtenCount - first) pictures, not \(shown.count)")
      }
    }
  }

  /// Takes the time of the next picture.
  private func take(pts: Int, duration: Int) throws(InvalidValue) {
    try check(pts: pts, duration: duration)
    let isTimed = container.keepsTimes
    times.append(pts: isTimed ? pts : frameCount, duration: isTimed ? duration : 1)
    lastTime = (pts, duration)
    frameCount += 1
  }

  /// Adds samples of sound from -1 to 1, which follow those before; the first is at `ClipConfiguration.Sound.firstSample`.
  ///
  /// Interleave pictures and sound: whichever is far ahead is kept in memory.
  ///
  /// - Throws: `InvalidValue` for a clip without sound; `ClipError` and `OutputError` as for pictures.
  public func append(samples: [Float]) throws {
    guard isOpen else { throw MovieError.writerClosed }
    guard soundName != nil else {
      throw InvalidValue("sound", "", sentence: "the clip has no sound: give its configuration one first")
    }
    try working { try sound?.encode(samples) { try writeSound($0) } }
  }

  /// Completes the clip: when it returns, the file is complete and has its name.
  ///
  /// - Throws: `MovieError.noFrames` if no picture was added, `ClipError` or `OutputError` if encoding or writing
  ///   fails. Nothing is left behind then.
  @discardableResult
  public func finish() throws -> ClipSummary {
    guard isOpen else { throw MovieError.writerClosed }
    guard frameCount > 0 else {
      cancel()
      throw MovieError.noFrames(path: path)
    }
    var byteCount = 0
    try working {
      // Pieces went past it.
      if encoderNote == nil { try encoder.finish { try write($0) } }
      try sound?.finish { try writeSound($0) }
      do throws(FFmpegError) {
        try muxer?.finish(lastDuration: lastTime?.duration ?? 1, container: container)
      } catch {
        throw draft?.failure(error) ?? error
      }
      byteCount = try draft?.commit() ?? files?.byteCount ?? 0
      if commitsFiles { try files?.commit() }
    }
    cancel()
    return ClipSummary(
      path: path, byteCount: byteCount, frameCount: frameCount, encoder: encoderName, pixelFormat: pixelFormat,
      soundEncoder: soundName)
  }

  /// Ends without a clip: removes the unfinished file and keeps the previous one; after the end it does nothing.
  public func cancel() {
    isOpen = false
    written = nil
    muxer = nil
    draft = nil
    files = nil
  }

  // MARK: - Inside

  /// Closes the writer if the work fails.
  private func working(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      cancel()
      throw error
    }
  }

  private func write(_ packet: borrowing Packet) throws {
    guard times.stamp(packet, reorderDelay: reorderDelay) else {
      throw ClipError.encodingFailed(
        encoder: encoderName, reason: "it gave a packet without a usable time: choose fewer B-frames")
    }
    writtenCount += 1
    if let files {
      let native = packet.pointer.pointee
      try files.append(Array(UnsafeBufferPointer(start: native.data, count: Int(native.size))))
    } else {
      do throws(FFmpegError) {
        try muxer?.writePicture(packet)
      } catch {
        throw draft?.failure(error) ?? error
      }
    }
    try written?(self)
  }

  private func writeSound(_ packet: borrowing Packet) throws {
    do throws(FFmpegError) {
      try muxer?.writeSound(packet)
    } catch {
      throw draft?.failure(error) ?? error
    }
  }

  private func check(pts: Int, duration: Int) throws(InvalidValue) {
    guard (1...Int(Int32.max)).contains(duration), abs(pts) < 1 << 50 else {
      throw InvalidValue("frame duration", duration, expected: "from 1 to 2147483647 ticks, at a time below 2⁵⁰ ticks")
    }
    let time = configuration.timeBase.time(pts)
    guard let lastTime else { return try checkStart(time) }
    guard pts > lastTime.pts else {
      throw InvalidValue("timestamp", pts, expected: "later than that of the frame before, which is \(lastTime.pts)")
    }
    if !container.keepsTimes {
      let seconds = time.seconds * configuration.frameRate.framesPerSecond
      guard abs(seconds - Double(frameCount)) < 0.01 else {
        throw InvalidValue(
          "timestamp", pts,
          expected:
            "that of frame \(frameCount) at \(configuration.frameRate) frames a second in .\(container.rawValue), which keeps no times"
        )
      }
    }
    if container == .gif {
      let hundredths = av_rescale_q(Int64(pts), configuration.timeBase.native, AVRational(num: 1, den: 100))
      let before = av_rescale_q(Int64(lastTime.pts), configuration.timeBase.native, AVRational(num: 1, den: 100))
      guard (2...65_535).contains(hundredths - before) else {
        throw InvalidValue(
          "timestamp", pts,
          expected: "from 0.02 s to 655 s after the frame before in .gif: choose 50 frames a second at most")
      }
    }
  }

  private func checkStart(_ time: MediaTime) throws(InvalidValue) {
    guard time.ticks != 0 else { return }
    guard container.keepsStart else {
      throw InvalidValue(
        "time of the first frame", time, expected: "0 in .\(container.rawValue), which always begins there")
    }
    guard time.ticks > 0 || container.keepsNegativeTimes else {
      throw InvalidValue(
        "time of the first frame", time, expected: "0 or later in .\(container.rawValue), which has no negative times")
    }
    if container == .ts, time.seconds < -1.3 {
      throw InvalidValue("time of the first frame", time, expected: "-1.3 s or later in .ts")
    }
  }
}
