import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Everything that determines a fixture: the same recipe gives the same frames everywhere.
public struct FixtureRecipe: Hashable, Sendable {
  /// The sound.
  public enum Sound: String, CaseIterable, Codable, Hashable, Sendable {
    /// Nothing; the clip has no audio track.
    case none
    /// A beep at each whole second, where the picture flashes.
    case beep
  }

  /// The legal numbers of frames; frame marks count no further.
  public static let frameCounts = 1...FrameMark.numbers.upperBound
  /// The longest side of a frame.
  public static let longestSide = 8192

  /// The versions of marks and beeps that can be made; clips of all of them are verified.
  public static let drawings = 1...2

  /// What the frames show.
  public var pattern = FixturePattern.counter
  /// The number of frames before any is dropped or repeated.
  public var frameCount = 100
  /// The frames in a second.
  public var frameRate: FrameRate = 30
  /// The size of the frames as they are stored: a player that has to turn them by a quarter shows them in the other form.
  public var size = PixelSize(width: 640, height: 360)
  /// The codec, or the encoder, by FFmpeg's name; nil takes what suits the container.
  public var codec: String?
  /// The pixel format by FFmpeg's name; nil takes what suits the codec.
  public var pixelFormat: String?
  /// How light becomes signal.
  public var transfer = ColorTransfer.sdr
  /// The frames from a keyframe to the next.
  public var gop = 30
  /// The B-frames in a row.
  public var bFrames = 0
  /// Whether an MP4 or MOV file consists of fragments, one for each keyframe.
  public var isFragmented = false
  /// Whether the clip has an alpha channel: stairs from opaque to transparent beside the marks.
  public var hasAlpha = false
  /// How the lines of a frame belong together: of two fields the second shows the pattern half a frame later.
  public var fields = FieldOrder.progressive
  /// The timecode of frame 0, as text: `01:00:00:00`, or `01:00:00;00` with dropped numbers; nil for none.
  public var timecode: String?
  /// The quality.
  public var quality = EncodingQuality.standard
  /// How players have to turn the stored frames.
  ///
  /// They are drawn turned the other way, so that a player that obeys shows
  /// them upright.
  public var orientation = ImageOrientation.up
  /// The sound.
  public var sound = Sound.none
  /// The version of marks and beeps: the same version gives the same ones for ever.
  ///
  /// In version 1 all beeps sound the same; from 2 on each carries its number.
  public var drawing = drawings.upperBound
  /// The seed of everything random.
  public var seed: UInt64 = 0
  /// Faults in the sequence and the times of the frames.
  public var faults = FixtureFaults()
  /// What is done to the finished file, in this order.
  public var damage: [FixtureDamage] = []

  /// Creates the recipe of 100 frames of a counter, 640×360 at 30 a second.
  public init() {}

  /// Checks every number; codec and container are checked when the clip is made.
  ///
  /// - Throws: `InvalidValue` for numbers out of range and faults that contradict each other.
  public func validate() throws(InvalidValue) {
    guard Self.frameCounts.contains(frameCount) else {
      throw InvalidValue(
        "number of frames", frameCount, expected: "from 1 to \(Self.frameCounts.upperBound), as far as marks count")
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
        sentence: "b-frames \(bFrames) need frames between keyframes: raise gop above 1, or give b-frames 0")
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
            "an alpha channel needs frames of \(least) or larger, not turned, of drawing 2, without a transfer of HDR")
      }
    }
    if fields != .progressive {
      guard size.height % 4 == 0, orientation == .up else {
        throw InvalidValue(
          "interlaced", fields.rawValue,
          sentence:
            "two fields need a height that is a multiple of 4, and frames that are not turned: change the size, "
            + "or leave interlaced out")
      }
    }
    if let timecode {
      _ = try Timecode(parsing: timecode, rate: frameRate)
      guard faults.start == .zero else {
        throw InvalidValue(
          "timecode", timecode,
          sentence: "timecode is that of time 0: leave out start-pts and negative-pts, or timecode")
      }
    }
    for step in damage { try step.validate() }
    if damage.contains(.zeroLength), damage.count > 1 {
      throw InvalidValue(
        "damage", "zero-length",
        sentence: "an empty file has nothing else to damage: give zero-length alone, or without it")
    }
    try faults.validate(frameCount: frameCount, frameLength: ExactTime(frameRate.denominator, frameRate.numerator))
  }

  /// The size in which a player shows the clip.
  public var shownSize: PixelSize { orientation.oriented(size) }

  /// The number that the marks of this clip carry, so that frames of other clips are seen.
  ///
  /// It depends on what is drawn: pattern, size, rate, number of frames, seed, sound and fields.
  public var clip: Int {
    let fields = fields == .progressive ? "" : " \(fields.rawValue)"
    let text = "\(pattern.rawValue) \(shownSize) \(frameRate) \(frameCount) \(seed) \(sound.rawValue)\(fields)"
    // FNV-1a with 64 bits, folded to the 12 that a mark has room for.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int((hash ^ hash >> 32) >> 12 & 0xFFF)
  }
}
