import ReelVideo
import ReelCanvas
import ReelGeometry
import ReelTiming

/// The properties and the encoding of a clip.
///
/// A clip is a movie for tests: any codec and container that FFmpeg has, with every timestamp given explicitly. For
/// recordings, use `VideoConfiguration` and `MovieWriter`.
public struct ClipConfiguration: Hashable, Sendable {
  /// A mono sound track.
  public struct Sound: Hashable, Sendable {
    /// The samples per second; 48000 suits every codec.
    public var sampleRate: Int
    /// The time of the first sample, in samples.
    public var firstSample: Int

    /// Creates a description of a track.
    public init(sampleRate: Int = 48_000, firstSample: Int = 0) {
      self.sampleRate = sampleRate
      self.firstSample = firstSample
    }
  }

  /// The valid side lengths, in pixels.
  public static let sideRange = 1...16_384
  /// The valid keyframe intervals, in frames.
  public static let keyframeRange = 1...100_000
  /// The valid numbers of consecutive B-frames.
  public static let bFrameRange = 0...16

  /// The size of the stored pictures.
  public var size: PixelSize
  /// The nominal frame rate, for the headers and the encoder's rate control.
  public var frameRate: FrameRate
  /// The clock of the frames' timestamps.
  public var timeBase: TimeBase
  /// A codec (`h264`) or an encoder (`libx264`) by its FFmpeg name, or nil for the container's default.
  public var codec: String?
  /// The pixel format by its FFmpeg name (`yuv420p10le`), or nil for the encoder's default.
  public var pixelFormat: String?
  /// The transfer function.
  ///
  /// High dynamic range needs 10 bits, and uses the primaries and the matrix of BT.2020.
  public var transfer: ColorTransfer
  /// The quality of the pictures.
  public var quality: EncodingQuality
  /// The keyframe interval in frames; keyframes are exactly at its multiples.
  public var keyframeInterval: Int
  /// The number of consecutive B-frames between reference frames.
  public var bFrames: Int
  /// The rotation or flip that makes the stored picture upright, for the container's display matrix.
  public var orientation: ImageOrientation
  /// The sound track, or nil for none.
  public var sound: Sound?
  /// Whether an MP4 or MOV file is fragmented, as for streaming; each fragment begins with a keyframe.
  public var isFragmented = false
  /// Whether the pixel format must store opacity.
  public var hasAlpha = false
  /// The order of the fields, or progressive.
  public var fields = FieldOrder.progressive
  /// The timecode of the first picture as text, stored as a track or a tag depending on the container; nil for none.
  public var timecode: String?

  /// Creates a configuration; its values are checked when a writer is opened with it.
  ///
  /// - Parameters:
  ///   - size: The size of the stored pictures.
  ///   - frameRate: The nominal frame rate.
  ///   - timeBase: The clock of the timestamps; if nil, one tick per frame.
  ///   - codec: A codec or an encoder by its FFmpeg name; if nil, the container's default.
  ///   - pixelFormat: The pixel format by its FFmpeg name; if nil, the encoder's default.
  ///   - transfer: The transfer function.
  ///   - quality: The quality of the pictures.
  ///   - keyframeInterval: The keyframe interval in frames.
  ///   - bFrames: The number of consecutive B-frames.
  ///   - orientation: The rotation or flip that makes the stored picture upright.
  ///   - sound: The sound track, or nil for none.
  public init(
    size: PixelSize, frameRate: FrameRate, timeBase: TimeBase? = nil, codec: String? = nil, pixelFormat: String? = nil,
    transfer: ColorTransfer = .sdr, quality: EncodingQuality = .standard, keyframeInterval: Int = 12, bFrames: Int = 0,
    orientation: ImageOrientation = .up,
    sound: Sound? = nil
  ) {
    self.size = size
    self.frameRate = frameRate
    self.timeBase = timeBase ?? TimeBase(frameRate)
    self.codec = codec
    self.pixelFormat = pixelFormat
    self.transfer = transfer
    self.quality = quality
    self.keyframeInterval = keyframeInterval
    self.bFrames = bFrames
    self.orientation = orientation
    self.sound = sound
  }

  /// Runs the checks for a container that do not need FFmpeg.
  ///
  /// - Throws: `InvalidValue` for the first value that is out of range or unsupported by the container.
  func validate(for container: MediaContainer) throws(InvalidValue) {
    let sides = Self.sideRange
    guard sides.contains(size.width), sides.contains(size.height),
      8 * (size.width + 128) * (size.height + 128) < Int(Int32.max)
    else { throw InvalidValue("size", size, expected: "from 1x1 to 16384x16128 pixels") }
    guard Self.keyframeRange.contains(keyframeInterval) else {
      throw InvalidValue("keyframe interval", keyframeInterval, expected: "from 1 to 100000 frames")
    }
    guard Self.bFrameRange.contains(bFrames) else {
      throw InvalidValue("number of B-frames", bFrames, expected: "from 0 to 16")
    }
    guard bFrames == 0 || container.allowsReordering else {
      throw InvalidValue(
        "number of B-frames", bFrames, expected: "0 in .\(container.rawValue), which cannot reorder frames")
    }
    if case .bitrate(let rate) = quality, !EncodingQuality.bitrateRange.contains(rate) {
      throw InvalidValue("bit rate", rate, expected: "from 1000 to 1000000000 bits a second")
    }
    guard timeBase.numerator <= 1_000_000, timeBase.denominator <= 1_000_000_000 else {
      throw InvalidValue("time base", timeBase, expected: "a fraction of at most 1000000/1000000000")
    }
    guard !transfer.isHDR || container.keepsColorTags else {
      throw InvalidValue(
        "transfer", transfer.rawValue,
        sentence: ".\(container.rawValue) has no colour tags, so a transfer of \(transfer.rawValue) would be lost: "
          + "name an output that ends in .mp4, .mov, .mkv, .webm or .ts")
    }
    guard orientation == .up || container.keepsOrientation else {
      throw InvalidValue(
        "orientation", orientation.rawValue,
        expected: "1 (upright) in .\(container.rawValue): only .mp4, .m4v and .mov store another")
    }
    guard !isFragmented || container.isQuickTimeFamily else {
      throw InvalidValue(
        "fragmented", container.rawValue,
        sentence:
          ".\(container.rawValue) cannot be fragmented: leave out fragmented, or name an output that ends in .mp4, .m4v or .mov"
      )
    }
    guard timecode == nil || container.keepsTimecode else {
      throw InvalidValue(
        "timecode", timecode ?? "",
        sentence: ".\(container.rawValue) cannot store a timecode: name an output that ends in .mov, .mp4, .m4v or .mkv"
      )
    }
    guard let sound else { return }
    guard container.soundCodec != nil else {
      throw InvalidValue(
        "sound", "",
        sentence: ".\(container.rawValue) cannot hold sound: leave out the sound, or choose another container")
    }
    guard (8000...192_000).contains(sound.sampleRate) else {
      throw InvalidValue("sample rate", sound.sampleRate, expected: "from 8000 to 192000 samples a second")
    }
    guard (0...1 << 50).contains(sound.firstSample) else {
      throw InvalidValue("first sample", sound.firstSample, expected: "from 0 to 2⁵⁰")
    }
  }
}
