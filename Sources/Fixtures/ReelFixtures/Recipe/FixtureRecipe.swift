import ReelClips
import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Everything that determines a fixture.
///
/// The same recipe gives the same frames everywhere.
public struct FixtureRecipe: Hashable, Sendable {
  /// The sound of a clip.
  public enum Sound: String, CaseIterable, Codable, Hashable, Sendable {
    /// No audio track.
    case none
    /// A beep at each whole second, together with a white flash.
    case beep
  }

  /// The allowed numbers of frames, limited by what frame marks can count.
  public static let frameCounts = 1...FrameMark.numbers.upperBound
  /// The maximum width and height of a frame.
  public static let longestSide = 8192

  /// The versions of marks and beeps that can be made.
  ///
  /// Verification supports clips of all versions.
  public static let drawings = 1...2

  /// The pattern behind the marks.
  public var pattern = FixturePattern.counter
  /// The number of frames before any are dropped or repeated.
  public var frameCount = 100
  /// The frame rate in frames a second.
  public var frameRate: FrameRate = 30
  /// The size of the stored frames.
  ///
  /// If players turn them by a quarter, width and height are swapped on screen.
  public var size = PixelSize(width: 640, height: 360)
  /// The codec or encoder by FFmpeg's name; nil for the container's default.
  public var codec: String?
  /// The pixel format by FFmpeg's name; nil for the codec's default.
  public var pixelFormat: String?
  /// The transfer function from light to signal.
  public var transfer = ColorTransfer.sdr
  /// The number of frames from one keyframe to the next.
  public var gop = 30
  /// The number of consecutive B-frames.
  public var bFrames = 0
  /// Whether an MP4 or MOV file consists of fragments, one for each keyframe.
  public var isFragmented = false
  /// Whether the clip has an alpha channel, with steps from opaque to transparent beside the marks.
  public var hasAlpha = false
  /// The field order.
  ///
  /// In an interlaced clip the second field shows the pattern half a frame later.
  public var fields = FieldOrder.progressive
  /// The timecode of frame 0: `01:00:00:00`, or `01:00:00;00` for drop-frame; nil for none.
  public var timecode: String?
  /// The encoding quality.
  public var quality = EncodingQuality.standard
  /// The rotation that players apply to the stored frames.
  ///
  /// Frames are drawn with the inverse rotation, so that a player that obeys shows them upright.
  public var orientation = ImageOrientation.up
  /// The sound.
  public var sound = Sound.none
  /// The version of marks and beeps, which never change within a version.
  ///
  /// In version 1 all beeps sound the same. From version 2, each beep contains its number.
  public var drawing = drawings.upperBound
  /// The seed of everything random.
  public var seed: UInt64 = 0
  /// Deliberate faults in the order and times of frames.
  public var faults = FixtureFaults()
  /// Damage applied to the finished file, in this order.
  public var damage: [FixtureDamage] = []

  /// Creates a recipe for 100 frames of the counter pattern, 640×360 at 30 frames a second.
  public init() {}

  /// Checks every number.
  ///
  /// Codec and container are checked when the clip is made.
  ///
  /// - Throws: `InvalidValue` for numbers out of range and faults that contradict each other.
  public func validate() throws(InvalidValue) {
    guard Self.frameCounts.contains(frameCount) else {
      throw InvalidValue(
        "number of frames", frameCount, expected: "from 1 to \(Self.frameCounts.upperBound), the limit of frame marks")
    }
    _ = try FrameMarkLayout(size: shownSize)
    guard max(size.width, size.height) <= Self.longestSide else {
      throw InvalidValue("size", size, expected: "at most \(Self.longestSide) pixels on a side")
    }
    guard Self.drawings.contains(drawing) else {
      throw InvalidValue("drawing", drawing, expected: "from 1 to \(Self.drawings.upperBound)")
    }
    let (gops, runs) = (ClipConfiguration.keyframeRange, ClipConfiguration.bFrameRange)
    guard gops.contains(gop) else { throw InvalidValue("gop", gop, expected: "from 1 to \(gops.upperBound)") }
    guard runs.contains(bFrames) else {
      throw InvalidValue("b-frames", bFrames, expected: "from 0 to \(runs.upperBound)")
    }
    if gop == 1, bFrames > 0 {
      throw InvalidValue(
        "b-frames", bFrames,
        sentence: "b-frames \(bFrames) need frames between keyframes: raise gop above 1, or set b-frames to 0")
    }
    switch quality {
    case .crf(let value):
      guard (0...63).contains(value) else { throw InvalidValue("crf", value, expected: "from 0 to 63") }
    case .bitrate(let value):
      guard (1000...1_000_000_000).contains(value) else {
        throw InvalidValue("bitrate", value, expected: "from 1k to 1000M bits a second")
      }
    case .standard, .lossless: break
    }
    if hasAlpha {
      let least = AlphaStairs.smallestSize
      guard size.width >= least.width, size.height >= least.height, drawing > 1, orientation == .up, !transfer.isHDR
      else {
        throw InvalidValue(
          "alpha", size,
          sentence:
            "an alpha channel needs frames of \(least) or larger, no rotation, drawing 2, and no HDR transfer")
      }
    }
    if fields != .progressive {
      guard size.height % 4 == 0, orientation == .up else {
        throw InvalidValue(
          "interlaced", fields.rawValue,
          sentence:
            "two fields need a height that is a multiple of 4 and no rotation: change the size, "
            + "or leave out interlaced")
      }
    }
    if let timecode {
      _ = try Timecode(parsing: timecode, rate: frameRate)
      guard faults.start == .zero else {
        throw InvalidValue(
          "timecode", timecode,
          sentence: "timecode needs a clip that starts at time 0: leave out start-pts and negative-pts, or timecode")
      }
    }
    for step in damage { try step.validate() }
    if damage.contains(.zeroLength), damage.count > 1 {
      throw InvalidValue(
        "damage", "zero-length",
        sentence: "zero-length leaves nothing else to damage: use it alone, or leave it out")
    }
    try faults.validate(frameCount: frameCount, frameLength: ExactTime(frameRate.denominator, frameRate.numerator))
  }

  /// The size at which a player shows the clip.
  public var shownSize: PixelSize { orientation.oriented(size) }

  /// The clip number in this clip's marks, which reveals frames of other clips.
  ///
  /// It depends on everything that is drawn: pattern, size, rate, number of frames, seed, sound and fields.
  public var clip: Int {
    let fields = fields == .progressive ? "" : " \(fields.rawValue)"
    let text = "\(pattern.rawValue) \(shownSize) \(frameRate) \(frameCount) \(seed) \(sound.rawValue)\(fields)"
    // 64-bit FNV-1a, folded to the 12 bits that a mark can hold.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int((hash ^ hash >> 32) >> 12 & 0xFFF)
  }
}
