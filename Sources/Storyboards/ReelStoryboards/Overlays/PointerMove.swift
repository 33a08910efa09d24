import ReelDescriptions
import ReelGeometry
import ReelLayers

/// Where a pointer is at a time, and whether it clicks then.
public struct PointerMove: Hashable, Sendable {
  /// When it is there; a number counts from the beginning of the overlay.
  public var at = StoryTime.seconds(0)
  /// Where its tip is, in points from the top left of the page.
  public var to = Point(x: 0, y: 0)
  /// Whether it clicks there.
  public var clicks = false
  /// How it goes there, from the position before: an easing of CSS, or a spring.
  public var ease = "ease-in-out"

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - point: Where the tip goes, in points from the top left of the page.
  ///   - time: When it is there.
  ///   - clicks: Whether it clicks there.
  public init(to point: Point, at time: StoryTime, clicks: Bool = false) {
    (to, at, self.clicks) = (point, time, clicks)
  }
}

extension PointerMove: Describable {
  /// `move`.
  public static let kind = "move"
  /// Without a time and a point it is none.
  public static let requiredOptions: Set<String> = ["at", "to"]

  /// Creates a move to the top left corner.
  public init() {}

  /// The time, the point, and what happens there.
  public static let options = [
    DescriptionOption<Self>(
      "at", "time",
      help: "When it is there: seconds from the beginning of the overlay, or a scene's edge such as intro.end.",
      read: { $0.at = try StoryTime(parsing: $1) }, write: { $0.at.description }),
    DescriptionOption(
      "to", "x y", help: "Where its tip is, in points from the left and the top of the page: 400 300.",
      read: { move, text in
        let words = text.split { $0 == " " || $0 == "," }
        let numbers = words.compactMap { Double($0) }
        move.to = try point(numbers.count == words.count ? numbers : [], text)
      }, write: { "\($0.to.x) \($0.to.y)" },
      decode: { $0.to = try point($1, "\($1)") }, encode: { (_: Self) -> [Double]? in nil }),
    DescriptionOption(switch: "click", help: "Whether it clicks there.", \.clicks),
    DescriptionOption(
      "ease", "easing",
      help: "How it goes there: linear, ease-out, cubic-bezier(0.2, 0, 0, 1), spring and others of CSS.",
      read: {
        _ = try TimingCurve(css: $1)
        $0.ease = $1
      }, write: { $0.ease }),
  ]

  private static func point(_ numbers: [Double], _ text: String) throws(InvalidValue) -> Point {
    guard numbers.count == 2, numbers.allSatisfy({ (-20_000...20_000).contains($0) }) else {
      throw InvalidValue("to", text, expected: "two numbers of points, such as [400, 300]")
    }
    return Point(x: numbers[0], y: numbers[1])
  }
}
