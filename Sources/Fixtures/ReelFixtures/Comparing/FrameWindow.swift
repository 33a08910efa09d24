import ReelClips
import ReelGeometry
import ReelVideo

/// The last decoded frames of a reference, kept for the pictures that show them.
struct FrameWindow {
  /// A frame with its upright luma.
  struct Kept {
    var frame: ClipFrame
    var plane: LumaPlane
  }

  /// The bytes that are kept, and the most frames.
  private static let (bytes, most) = (128 << 20, 64)

  /// The number of frames that are kept.
  let capacity: Int
  /// The number after that of the last frame.
  private(set) var end = 0
  private var frames: [Kept?]

  /// - Parameter size: The size of a frame.
  init(size: PixelSize) {
    // A frame of 8 bits in 4:2:0, and its luma.
    capacity = max(4, min(Self.most, Self.bytes * 2 / (5 * max(1, size.area))))
    frames = Array(repeating: nil, count: capacity)
  }

  /// The numbers of the frames.
  var numbers: Range<Int> { max(0, end - capacity)..<end }

  /// Adds the next frame.
  mutating func append(_ frame: ClipFrame, _ plane: LumaPlane) {
    frames[end % capacity] = Kept(frame: frame, plane: plane)
    end += 1
  }

  /// Returns a frame; nil if it is not kept.
  subscript(number: Int) -> Kept? { numbers.contains(number) ? frames[number % capacity] : nil }
}
