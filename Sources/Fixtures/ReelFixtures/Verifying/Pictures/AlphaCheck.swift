import ReelGeometry
import ReelVideo

/// Determines what happened to the opacity of a clip with an alpha channel.
struct AlphaCheck: Sendable {
  private let stairs: AlphaStairs?
  /// The sum of observed levels for each step.
  private var sums: [Double] = []
  private var count = 0
  /// The sums of observed and of drawn luma above black for each step.
  private var lights: [(seen: Double, drawn: Double)] = []
  /// The number of pictures without an alpha channel.
  private var missing = 0

  /// The maximum mean difference, of 255, that counts as codec loss.
  private static let maxError = 8.0
  /// The number of pixels read around the centre of a step in each direction.
  private static let reach = 2

  /// Creates a check, which does nothing for a clip without an alpha channel.
  init(_ layout: FrameMarkPairLayout?) { stairs = layout.map(AlphaStairs.init) }

  /// Whether the clip has an alpha channel.
  var isNeeded: Bool { stairs != nil }

  /// The reach of the pixels around the centre of a step whose luma is compared, the least mean luma above black, and the
  /// largest difference between opacity and the part of luma that is left.
  private static let (wideReach, minLight, maxDifference) = (6, 6.0, 0.15)

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - seen: The samples.
  ///   - transform: The transform from the frame to the picture.
  ///   - planes: The luma of the picture and of the frame as the picture should show it.
  mutating func add(_ seen: RawPicture, _ transform: AffineTransform, planes: (seen: LumaPlane, drawn: LumaPlane)) {
    guard let stairs else { return }
    addLight(stairs, transform, planes)
    guard RawPicture.hasAlpha(seen.format) else {
      missing += 1
      return
    }
    var means: [Double] = []
    for (point, _) in stairs.middles {
      let middle = transform.apply(point)
      var (sum, read) = (0.0, 0.0)
      for y in Int(clamping: middle.y) - Self.reach...Int(clamping: middle.y) + Self.reach {
        for x in Int(clamping: middle.x) - Self.reach...Int(clamping: middle.x) + Self.reach {
          guard x >= 0, y >= 0, x < seen.size.width, y < seen.size.height, let level = seen.alpha(x, y) else {
            continue
          }
          (sum, read) = (sum + level, read + 1)
        }
      }
      // A step that was cropped away gives no evidence.
      guard read > 0 else { return }
      means.append(sum / read)
    }
    sums = sums.isEmpty ? means : zip(sums, means).map(+)
    count += 1
  }

  private mutating func addLight(
    _ stairs: AlphaStairs, _ transform: AffineTransform, _ planes: (seen: LumaPlane, drawn: LumaPlane)
  ) {
    let size = planes.seen.size
    guard planes.drawn.size == size else { return }
    if lights.isEmpty { lights = stairs.middles.map { _ in (0, 0) } }
    for (index, step) in stairs.middles.enumerated() {
      let middle = transform.apply(step.point)
      let (x, y) = (Int(clamping: middle.x), Int(clamping: middle.y))
      for line in max(0, y - Self.wideReach)..<max(0, min(size.height, y + Self.wideReach)) {
        for column in max(0, x - Self.wideReach)..<max(0, min(size.width, x + Self.wideReach)) {
          lights[index].seen += max(0, Double(planes.seen[column, line]) - 16)
          lights[index].drawn += max(0, Double(planes.drawn[column, line]) - 16)
        }
      }
    }
  }

  /// Whether colours are multiplied by the opacity.
  private var isPremultiplied: Bool {
    guard let stairs else { return false }
    let area = Double(4 * Self.wideReach * Self.wideReach * count)
    let steps = zip(stairs.middles, lights).filter { $0.1.drawn > Self.minLight * area }
    let parts = steps.map { (opacity: Double($0.0.level) / 255, left: $0.1.seen / $0.1.drawn) }
    return parts.count { $0.opacity < 0.7 } > 1
      && parts.allSatisfy { abs($0.left - $0.opacity) < Self.maxDifference }
  }

  /// The fault in words; nil if there is none.
  var cause: String? {
    guard let stairs else { return nil }
    if missing > count { return "lost: the pictures have no alpha channel" }
    guard count > 0 else { return nil }
    let drawn = stairs.middles.map { Double($0.level) }
    let seen = sums.map { $0 / Double(count) }
    func error(_ expected: [Double]) -> Double {
      zip(seen, expected).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(seen.count)
    }
    guard error(drawn) > Self.maxError else {
      return isPremultiplied ? "premultiplied: colours are darker where they are transparent" : nil
    }
    if error(drawn.map { _ in 255 }) < Self.maxError { return "lost: everything is opaque" }
    if error(drawn.map { 255 - $0 }) < Self.maxError { return "inverted: what was opaque is transparent" }
    let words = zip(drawn, seen).map { "\(decimal($0, places: 0)) → \(decimal($1, places: 0))" }
    return words.joined(separator: ", ")
  }
}
