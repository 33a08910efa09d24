import ReelTiming

/// Decides where a fragmented movie is cut.
///
/// A fragment ends before every keyframe, with the packet that completes half a second or a few megabytes, or once
/// the first packet has waited a second: large pictures take long, and a crash would lose the encoded ones. It never
/// ends while a picture is missing that is presented before one already received (B-frames), so a movie cut off after
/// any of its fragments has every frame up to its last.
struct FragmentCutter {
  /// The size in bytes at which a fragment is written, so that memory does not grow with the size of the pictures.
  static let byteLimit = 8 << 20

  /// The maximum time that packets wait to be saved.
  static let waitLimit = Duration.seconds(1)

  private let frameLimit: Int
  /// The number of frames in the packets received.
  private(set) var frameCount = 0
  private var endFrame = 0
  private var openFrames = 0
  private var openBytes = 0

  init(frameRate: FrameRate) {
    frameLimit = max(1, frameRate.frameCount(seconds: 0.5))
  }

  /// Whether a picture is missing that is presented before one already received.
  var hasGap: Bool { frameCount != endFrame }

  /// Whether a fragment ends before this packet.
  func cuts(beforeKeyframe isKeyframe: Bool) -> Bool { isKeyframe && openFrames > 0 }

  /// Counts a packet, and returns whether a fragment ends after it.
  ///
  /// - Parameters:
  ///   - frame: The frame number, from 0. Packets come in decoding order.
  ///   - length: Its duration in frames.
  ///   - byteCount: Its size in bytes.
  ///   - waited: The time since the first packet of the fragment arrived.
  mutating func add(frame: Int, length: Int = 1, byteCount: Int, waited: Duration = .zero) -> Bool {
    frameCount += length
    endFrame = max(endFrame, frame + length)
    openFrames += length
    openBytes += byteCount
    let isDue = openFrames >= frameLimit || openBytes >= Self.byteLimit || waited >= Self.waitLimit
    return !hasGap && isDue
  }

  /// Begins a new fragment.
  mutating func cut() {
    openFrames = 0
    openBytes = 0
  }
}
