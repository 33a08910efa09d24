import ReelDescriptions
import ReelGeometry
import ReelLayers

/// A change of the magnification of a picture, which then stays until the next one.
public struct ZoomStep: Hashable, Sendable {
  /// When it begins, in seconds of the scene.
  public var at = 0.0
  /// The magnification, from 0.1 to 10; 1 is that of the beginning.
  public var to = 1.0
  /// The point that keeps its place on the page, as fractions of width and height; nil for the scene's focus.
  public var focus: Point?
  /// How long it takes, in seconds.
  public var seconds = 0.8

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - factor: The magnification, from 0.1 to 10.
  ///   - time: When it begins, in seconds of the scene.
  ///   - focus: The point that keeps its place on the page, as fractions of width and height; nil for the scene's focus.
  public init(to factor: Double, at time: Double, focus: Point? = nil) { (to, at, self.focus) = (factor, time, focus) }
}

extension ZoomStep: Describable {
  /// `zoom`.
  public static let kind = "zoom"
  /// A step needs a time and a factor.
  public static let requiredOptions: Set<String> = ["at", "to"]

  /// Creates a step without a change.
  public init() {}

  /// The options for the time, the factor, the focus and the duration.
  public static let options = [
    DescriptionOption<Self>(
      "at", "seconds", help: "When it begins, in seconds of the scene.",
      read: { $0.at = try OptionText.seconds("at", $1, 0...86_400) }, write: { "\($0.at)" }),
    DescriptionOption(
      "to", "factor", help: "The magnification; 1 is that of the beginning.",
      read: { $0.to = try OptionText.number("to", $1, 0.1...10) }, write: { "\($0.to)" }),
    DescriptionOption(
      "focus", "x y", help: "The point that keeps its place: 0.5 0.5 is the middle.",
      read: { $0.focus = try ImageScene.point($1) }, write: { $0.focus.map { "\($0.x) \($0.y)" } },
      decode: { (step: inout Self, numbers: [Double]) in
        step.focus = try ImageScene.point(numbers.map { "\($0)" }.joined(separator: " "))
      }, encode: { (_: Self) -> [Double]? in nil }),
    DescriptionOption(
      "seconds", "seconds", help: "How long it takes.",
      read: { $0.seconds = try OptionText.seconds("seconds", $1, 0...60) }, write: { "\($0.seconds)" }),
  ]
}

/// The placement of a picture that zooms in steps.
struct ZoomCourse {
  let steps: [ZoomStep]
  /// The picture's frame without a zoom, about whose focus it is scaled.
  let frame: Rect
  let focus: Point

  /// The magnification after a step, and the place of the focus on the page.
  func state(after step: ZoomStep) -> (factor: Double, place: Point) {
    let held = step.focus ?? focus
    let way = Vector(dx: (focus.x - held.x) * frame.width, dy: (focus.y - held.y) * frame.height)
    let home = Point(x: frame.minX + focus.x * frame.width, y: frame.minY + focus.y * frame.height)
    return (step.to, home + way * (step.to - 1))
  }

  /// Sets up the movements of a layer that is anchored at the focus.
  func animate(_ layer: Layer) {
    for step in steps {
      let (factor, place) = state(after: step)
      Transaction.animate(duration: step.seconds, delay: step.at, curve: .settle) {
        layer.transform = .scale(factor)
        layer.position = place
      }
    }
  }
}
