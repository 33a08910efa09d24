import ReelDescriptions
import ReelGeometry
import ReelLayers

/// What a scene or an overlay is like at a time: where it stands, how large it is, how far it is turned, how much of it is seen.
///
/// Between two keyframes that say something of a property, its value goes from the one to the other; before the first and after the last of them it stays.
public struct StoryKeyframe: Hashable, Sendable {
  /// When it is so; a number counts from the beginning of what moves.
  public var at = StoryTime.seconds(0)
  /// How far it stands from where it would stand, in points to the right and downwards.
  public var position: Vector?
  /// How many times as wide and high it is, from 0 to 100, about its middle.
  public var scale: Vector?
  /// How far it is turned, in degrees clockwise.
  public var rotation: Double?
  /// How opaque it is, from 0 to 1.
  public var opacity: Double?
  /// What is cut off at its left, top, right and bottom, as parts of its width and height from 0 to 1.
  public var crop: [Double]?
  /// How the values come to be what they are, from the keyframe before: an easing of CSS, or a spring.
  public var ease = "ease-in-out"

  /// Creates a keyframe.
  ///
  /// - Parameter time: When it is so; a number counts from the beginning of what moves.
  public init(at time: StoryTime) { at = time }
}

extension StoryKeyframe: Describable {
  /// `keyframe`.
  public static let kind = "keyframe"
  /// Without a time it is none.
  public static let requiredOptions: Set<String> = ["at"]

  /// Creates a keyframe of the beginning, which says nothing yet.
  public init() {}

  /// The time and the properties.
  public static let options = [
    DescriptionOption<Self>(
      "at", "time",
      help: "When it is so: seconds from the beginning of what moves, or a scene's edge such as intro.end.",
      read: { $0.at = try StoryTime(parsing: $1) }, write: { $0.at.description }),
    numbers(
      "position", "x y", "How far from where it would stand, in points to the right and downwards: 0 -40.", 2,
      -20_000...20_000,
      { $0.position = Vector(dx: $1[0], dy: $1[1]) }, { $0.position.map { [$0.dx, $0.dy] } }),
    numbers(
      "scale", "factor", "How many times as large, one number or one for the width and one for the height.", 2, 0...100,
      isOneEnough: true, { $0.scale = Vector(dx: $1[0], dy: $1[$1.count - 1]) }, { $0.scale.map { [$0.dx, $0.dy] } }),
    DescriptionOption(
      "rotation", "degrees", help: "How far it is turned, clockwise.",
      read: { $0.rotation = try OptionText.number("rotation", $1, -36_000...36_000) },
      write: { $0.rotation.map { "\($0)" } }),
    DescriptionOption(
      "opacity", "part", help: "How opaque it is, from 0 to 1.",
      read: { $0.opacity = try OptionText.number("opacity", $1, 0...1) }, write: { $0.opacity.map { "\($0)" } }),
    numbers(
      "crop", "left top right bottom", "What is cut off at each side, as parts of width and height: 0.1 0 0.1 0.", 4,
      0...1,
      isOneEnough: true, { $0.crop = $1.count == 1 ? Array(repeating: $1[0], count: 4) : $1 }, { $0.crop }),
    DescriptionOption(
      "ease", "easing",
      help: "How it comes to be so: linear, ease-out, cubic-bezier(0.2, 0, 0, 1), steps(4), spring and others of CSS.",
      read: {
        _ = try TimingCurve(css: $1)
        $0.ease = $1
      }, write: { $0.ease }),
  ]

  /// An option of several numbers, which stand in a list or between blanks.
  private static func numbers(
    _ name: String, _ valueName: String, _ help: String, _ count: Int, _ range: ClosedRange<Double>,
    isOneEnough: Bool = false, _ set: @escaping @Sendable (inout Self, [Double]) -> Void,
    _ get: @escaping @Sendable (Self) -> [Double]?
  ) -> DescriptionOption<Self> {
    @Sendable func checked(_ numbers: [Double], _ text: String) throws(InvalidValue) -> [Double] {
      let isGood = numbers.count == count || isOneEnough && numbers.count == 1
      guard isGood, numbers.allSatisfy({ range.contains($0) }) else {
        throw InvalidValue(
          name, text,
          expected:
            "\(isOneEnough ? "one number or " : "")\(count) numbers from \(Int(clamping: range.lowerBound)) to \(Int(clamping: range.upperBound)), such as \(valueName == "factor" ? "1.5" : count == 2 ? "[0, -40]" : "[0.1, 0, 0.1, 0]")"
        )
      }
      return numbers
    }
    return DescriptionOption<Self>(
      name, valueName, help: help,
      read: { subject, text in
        let words = text.split { $0 == " " || $0 == "," }
        let numbers = words.compactMap { Double($0) }
        set(&subject, try checked(numbers.count == words.count ? numbers : [], text))
      },
      write: { get($0)?.map { "\($0)" }.joined(separator: " ") },
      decode: { set(&$0, try checked($1, "\($1)")) }, encode: { (_: Self) -> [Double]? in nil })
  }
}
