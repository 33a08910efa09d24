/// Decides where a fragmented movie is cut.
///
/// A fragment ends before every key frame, and with the packet that completes half a second or some megabytes. It never ends
/// where a picture is still to come that is shown before one that is there (B-frames): a movie that breaks off after any of
/// its fragments then has every frame up to its last.
struct FragmentCutter {
  /// A fragment that holds so much is not waited with, so that memory does not grow with the size of the pictures.
  static let byteLimit = 8 << 20

  private let frameLimit: Int
  private var frameCount = 0
  private var endFrame = 0
  private var openFrames = 0
  private var openBytes = 0

  init(frameRate: FrameRate) {
    frameLimit = max(1, frameRate.frameCount(seconds: 0.5))
  }

  /// Whether a fragment ends before this packet.
  func cuts(beforeKeyframe isKeyframe: Bool) -> Bool { isKeyframe && openFrames > 0 }

  /// Counts a packet, and returns whether a fragment ends after it.
  ///
  /// - Parameter frame: the number of the frame, from 0. Packets come in the order of decoding.
  mutating func add(frame: Int, byteCount: Int) -> Bool {
    frameCount += 1
    endFrame = max(endFrame, frame + 1)
    openFrames += 1
    openBytes += byteCount
    return frameCount == endFrame && (openFrames >= frameLimit || openBytes >= Self.byteLimit)
  }

  /// A new fragment begins.
  mutating func cut() {
    openFrames = 0
    openBytes = 0
  }
}
