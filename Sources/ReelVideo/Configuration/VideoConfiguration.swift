import ReelGeometry
import ReelTiming

/// What a movie is like and how it is encoded.
///
/// The same configuration, pictures and FFmpeg give the same bytes.
public struct VideoConfiguration: Hashable, Sendable {
  /// What becomes of a frame that equals the one before it.
  public enum Stills: String, CaseIterable, Hashable, Sendable {
    /// It is written as some ten bytes that say so, and never reaches the encoder.
    ///
    /// Only with libx264; other encoders encode it. The picture on screen then does not change by a bit until it moves
    /// again or the next key frame comes. The film has no B-frames: no decoder has trouble with either, but OpenH264 loses
    /// frames of films with both.
    case skip
    /// It is encoded like any other, and with libx264 the film has B-frames: where everything moves it is smaller by a tenth.
    case encode
  }

  /// How long the encoder keeps pictures to itself.
  public enum Delay: Hashable, Sendable {
    /// As long as looking ahead pays: some ten to fifty pictures, however long they stay on.
    case lookahead
    /// Not at all, for live recording: a picture is in the file when a second has passed after it.
    ///
    /// With libx264 there are then no B-frames and no looking ahead, and files are larger by about a quarter.
    case none
  }

  /// The legal length of a side, in pixels.
  public static let sideRange = 16...16_384
  /// The legal constant rate factors.
  public static let crfRange: ClosedRange<Double> = 0...51
  /// The legal thread counts.
  public static let threadRange = 1...64
  /// The legal distances of key frames, in frames.
  public static let keyframeRange = 1...100_000

  /// The size of the pictures; both sides even in 4:2:0.
  public var size: PixelSize
  /// The constant frame rate.
  public var frameRate: FrameRate
  /// How colours are stored.
  public var pixelFormat: PixelFormat
  /// How faithful the pictures are.
  public var quality: EncodingQuality
  /// How much time the encoder takes; only libx264 knows presets.
  public var preset: Preset
  /// The threads of the encoder.
  ///
  /// Pinned and not taken from the machine, since the pictures change with it.
  public var threads: Int
  /// The most frames from one key frame to the next: what a player has to decode to jump.
  public var keyframeInterval: Int
  /// What becomes of a frame that equals the one before it.
  public var stills: Stills
  /// How long the encoder keeps pictures to itself.
  public var delay: Delay
  /// Whether the growing file is brought to the disk with every fragment, so that it outlives a loss of power.
  ///
  /// Without it the growing file outlives the death of the process; the finished one is always brought to the disk.
  public var isDurable: Bool
  /// The FFmpeg name of the encoder, or nil for the first one there is of `H264Encoder.preferred`.
  public var encoder: String?

  /// Creates a configuration; its values are checked when a writer is opened with it.
  ///
  /// A `keyframeInterval` of nil stands for ten seconds, and 250 frames at most.
  public init(
    size: PixelSize, frameRate: FrameRate, pixelFormat: PixelFormat = .yuv420p, quality: EncodingQuality = .crf(23),
    preset: Preset = .veryfast, threads: Int = 2, keyframeInterval: Int? = nil,
    stills: Stills = .skip, delay: Delay = .lookahead, encoder: String? = nil, isDurable: Bool = false
  ) {
    self.size = size
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.quality = quality
    self.preset = preset
    self.threads = threads
    self.keyframeInterval = keyframeInterval ?? min(250, max(1, frameRate.frameCount(seconds: 10)))
    self.stills = stills
    self.delay = delay
    self.encoder = encoder
    self.isDurable = isDurable
  }

  /// Checks every value, as a writer does before it opens anything.
  ///
  /// - Throws: `InvalidValue` for the first value outside its range; a size that is odd in 4:2:0 is told the nearest even one.
  public func validate() throws(InvalidValue) {
    let sides = Self.sideRange
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw InvalidValue(
        "size", size, expected: "from \(sides.lowerBound) to \(sides.upperBound) pixels wide and high")
    }
    guard Self.fits(size) else {
      throw InvalidValue("size", size, expected: "smaller: FFmpeg takes no picture this large, and 16384x16128 at most")
    }
    if pixelFormat == .yuv420p, size != Self.nearestEven(size) {
      throw InvalidValue(
        "size", size,
        expected: "even in both directions in yuv420p, such as \(Self.nearestEven(size)), or in yuv444p")
    }
    if case .crf(let factor) = quality, !Self.crfRange.contains(factor) {
      throw InvalidValue("crf", factor, expected: "from 0 to 51")
    }
    if case .bitrate(let rate) = quality, !EncodingQuality.bitrateRange.contains(rate) {
      throw InvalidValue("bit rate", rate, expected: "from 1000 to 1000000000 bits a second")
    }
    guard Self.threadRange.contains(threads) else {
      throw InvalidValue("thread count", threads, expected: "from 1 to \(Self.threadRange.upperBound)")
    }
    guard Self.keyframeRange.contains(keyframeInterval) else {
      throw InvalidValue(
        "key frame interval", keyframeInterval, expected: "from 1 to \(Self.keyframeRange.upperBound) frames")
    }
  }

  /// Whether FFmpeg takes pictures of a size.
  ///
  /// `av_image_check_size2` counts eight bytes a pixel and a margin, which must stay below 2³¹ − 1.
  private static func fits(_ size: PixelSize) -> Bool {
    8 * (size.width + 128) * (size.height + 128) < Int(Int32.max)
  }

  /// Returns a size with both sides even: odd ones one pixel larger, where that is still legal.
  public static func nearestEven(_ size: PixelSize) -> PixelSize {
    func even(_ side: Int) -> Int { min(side + side % 2, sideRange.upperBound) }
    return PixelSize(width: even(size.width), height: even(size.height))
  }
}
