import ReelGeometry
import ReelLayers

/// Keyframes with resolved times, in seconds of the film.
struct StoryMotion: Codable, Hashable, Sendable {
  /// The keyframes in order of time.
  var keyframes: [StoryKeyframe]

  /// Returns the value of a property at a time; nil if no keyframe sets it.
  func value<Value: Interpolatable>(at time: Double, of property: (StoryKeyframe) -> Value?) -> Value? {
    var before: (time: Double, value: Value)?
    for keyframe in keyframes {
      guard let value = property(keyframe), case .seconds(let next) = keyframe.at else { continue }
      guard next > time else {
        before = (next, value)
        continue
      }
      guard let before else { return value }
      // The easing was checked when it was read.
      let curve = (try? TimingCurve(css: keyframe.ease)) ?? .linear
      let part = (time - before.time) / (next - before.time)
      return before.value.interpolated(to: value, fraction: curve.value(at: part))
    }
    return before?.value
  }
}

/// A layer that moves its content by keyframes, in film time.
final class MotionLayer: Layer {
  private let motion: StoryMotion
  /// Its frame without motion.
  private let home: Rect
  /// The point about which it scales and rotates, as fractions of its width and height.
  private let anchor: Point
  /// The length of a point, in pixels.
  private let point: Double

  /// - Parameters:
  ///   - motion: The keyframes; nil for none.
  ///   - frame: The frame without motion.
  ///   - anchor: The point about which it scales and rotates, as fractions of its width and height.
  ///   - point: The length of a point, in the layer's coordinates.
  init(_ motion: StoryMotion?, frame: Rect, anchor: Point = Point(x: 0.5, y: 0.5), point: Double) {
    self.motion = motion ?? StoryMotion(keyframes: [])
    self.anchor = anchor
    self.point = point
    home = frame
    super.init(frame: frame)
    masksToBounds = true
  }

  override func update(at time: Double) {
    guard !motion.keyframes.isEmpty else { return }
    let seen = (motion.value(at: time, of: \.crop) ?? StoryCrop()).rect(in: home.size)
    let scale = motion.value(at: time, of: \.scale) ?? Vector(dx: 1, dy: 1)
    // A spring may overshoot, but sizes are never negative.
    let factors = Vector(dx: max(0, scale.dx), dy: max(0, scale.dy))
    isHidden = seen.width <= 0 || seen.height <= 0 || factors.dx * factors.dy == 0
    guard !isHidden else { return }
    let corner = Vector(dx: anchor.x * home.width, dy: anchor.y * home.height)
    bounds = seen
    anchorPoint = Point(x: (corner.dx - seen.minX) / seen.width, y: (corner.dy - seen.minY) / seen.height)
    position = home.origin + corner + (motion.value(at: time, of: \.position) ?? .zero) * point
    transform = AffineTransform.scale(x: factors.dx, y: factors.dy)
      .followed(by: .rotation(.degrees(motion.value(at: time, of: \.rotation) ?? 0)))
    opacity = min(max(0, motion.value(at: time, of: \.opacity) ?? 1), 1)
  }
}
