import ReelGeometry
import ReelLayers

/// Keyframes whose times are known: each is at a number of seconds of the film.
struct StoryMotion: Codable, Hashable, Sendable {
  /// The keyframes, in the order of their times.
  var keyframes: [StoryKeyframe]

  /// What a property is at a time; nil where no keyframe says anything of it.
  func value<Value: Interpolatable>(at time: Double, of property: (StoryKeyframe) -> Value?) -> Value? {
    var before: (time: Double, value: Value)?
    for keyframe in keyframes {
      guard let value = property(keyframe), case .seconds(let next) = keyframe.at else { continue }
      guard next > time else {
        before = (next, value)
        continue
      }
      guard let before else { return value }
      // It was checked as it was read.
      let curve = (try? TimingCurve(css: keyframe.ease)) ?? .linear
      let part = (time - before.time) / (next - before.time)
      return before.value.interpolated(to: value, fraction: curve.value(at: part))
    }
    return before?.value
  }
}

/// What is cut off at each side, as parts of width and height.
private struct Crop: Interpolatable {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0

  init() {}

  init?(_ sides: [Double]?) {
    guard let sides, sides.count == 4 else { return nil }
    (left, top, right, bottom) = (sides[0], sides[1], sides[2], sides[3])
  }

  func interpolated(to other: Crop, fraction: Double) -> Crop {
    func between(_ side: KeyPath<Crop, Double>) -> Double {
      // An easing that overshoots cuts off no more than all, and no less than nothing.
      min(max(0, self[keyPath: side].interpolated(to: other[keyPath: side], fraction: fraction)), 1)
    }
    var crop = Crop()
    (crop.left, crop.top, crop.right, crop.bottom) = (
      between(\.left), between(\.top), between(\.right), between(\.bottom)
    )
    return crop
  }

  func rect(in size: Size) -> Rect {
    Rect(
      x: left * size.width, y: top * size.height, width: (1 - left - right) * size.width,
      height: (1 - top - bottom) * size.height)
  }
}

/// Carries what moves by keyframes, in the time of the film.
final class MotionLayer: Layer {
  private let motion: StoryMotion
  /// Where it stands by itself.
  private let home: Rect
  /// The point about which it grows and turns, as parts of its width and height.
  private let anchor: Point
  /// The length of a point, in pixels.
  private let point: Double

  /// - Parameters:
  ///   - motion: the keyframes; nil for what only stands somewhere.
  ///   - frame: where it stands by itself.
  ///   - anchor: the point about which it grows and turns, as parts of its width and height.
  ///   - point: the length of a point, in the layer's coordinates.
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
    let seen = (motion.value(at: time) { Crop($0.crop) } ?? Crop()).rect(in: home.size)
    let scale = motion.value(at: time, of: \.scale) ?? Vector(dx: 1, dy: 1)
    // A spring may overshoot, and nothing is smaller than a point.
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
