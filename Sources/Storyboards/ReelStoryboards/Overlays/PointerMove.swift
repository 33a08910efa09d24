import ReelDescriptions
import ReelGeometry
import ReelLayers

/// A move of a pointer: its destination, arrival time, and whether it clicks there.
public struct PointerMove: Hashable, Sendable {
  /// The arrival time; a number counts from the beginning of the overlay.
  public var at = StoryTime.seconds(0)
  /// The position of the tip, in points from the top left of the page.
  public var to = Point(x: 0, y: 0)
  /// Whether the pointer clicks there.
  public var clicks = false
  /// The easing from the previous position: an easing of CSS, or a spring.
  public var ease = "ease-in-out"

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - point: The position of the tip, in points from the top left of the page.
  ///   - time: The arrival time.
  ///   - clicks: Whether the pointer clicks there.
  public init(to point: Point, at time: StoryTime, clicks: Bool = false) {
    (to, at, self.clicks) = (point, time, clicks)
  }
}

extension PointerMove: Describable {
  /// `move`.
  public static let kind = "move"
  /// A move needs a time and a point.
  public static let requiredOptions: Set<String> = ["at", "to"]

  /// Creates a move to the top left corner.
  public init() {}

  /// The options for the time, the point, the click and the easing.
  public static let options = [
    DescriptionOption<Self>(
      "at", "time",
      help: "The time: seconds from the beginning of the overlay, or a scene's edge such as intro.end.",
      read: { $0.at = try StoryTime(parsing: $1) }, write: { $0.at.description }),
    DescriptionOption(
      "to", "x y", help: "The position of its tip, in points from the left and the top of the page: 400 300.",
      read: { move, text in
        let words = text.split { $0 == " " || $0 == "," }
        let numbers = words.compactMap { Double($0) }
        move.to = try point(numbers.count == words.count ? numbers : [], text)
      }, write: { "\($0.to.x) \($0.to.y)" },
      decode: { $0.to = try point($1, "\($1)") }, encode: { (_: Self) -> [Double]? in nil }),
    DescriptionOption(switch: "click", help: "Whether the pointer clicks there.", \.clicks),
    DescriptionOption(
      "ease", "easing",
      help:
        "The easing from the previous position: linear, ease-out, cubic-bezier(0.2, 0, 0, 1), spring and others of CSS.",
      read: {
        _ = try TimingCurve(css: $1)
        $0.ease = $1
      }, write: { $0.ease }),
  ]

  static func point(_ numbers: [Double], _ text: String, _ name: String = "to") throws(InvalidValue) -> Point {
    guard numbers.count == 2, numbers.allSatisfy({ (-20_000...20_000).contains($0) }) else {
      throw InvalidValue(name, text, expected: "two numbers of points, such as [400, 300]")
    }
    return Point(x: numbers[0], y: numbers[1])
  }
}
