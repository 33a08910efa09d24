import ReelDescriptions
import ReelGeometry
import ReelLayers

/// The position, size, rotation, opacity and crop of a scene or an overlay at a time.
///
/// Between two keyframes that set a property, its value is interpolated; before the first and after the last one it is
/// constant.
public struct StoryKeyframe: Hashable, Sendable {
  /// The keyframe's time; a number counts from the beginning of the scene or overlay.
  public var at = StoryTime.seconds(0)
  /// The offset from the usual position, in points to the right and downwards.
  public var position: Vector?
  /// The scale of width and height about the middle, from 0 to 100.
  public var scale: Vector?
  /// The rotation, in degrees clockwise.
  public var rotation: Double?
  /// The opacity, from 0 to 1.
  public var opacity: Double?
  /// The part cropped at each side.
  public var crop: StoryCrop?
  /// The easing from the previous keyframe: an easing of CSS, or a spring.
  public var ease = "ease-in-out"

  /// Creates a keyframe.
  ///
  /// - Parameter time: The keyframe's time; a number counts from the beginning of the scene or overlay.
  public init(at time: StoryTime) { at = time }
}

extension StoryKeyframe: Describable {
  /// `keyframe`.
  public static let kind = "keyframe"
  /// A keyframe needs a time.
  public static let requiredOptions: Set<String> = ["at"]

  /// Creates a keyframe at the beginning that sets nothing.
  public init() {}

  /// The options for the time and the properties.
  public static let options = [
    DescriptionOption<Self>(
      "at", "time",
      help: "The time: seconds from the beginning of the scene or overlay, or a scene's edge such as intro.end.",
      read: { $0.at = try StoryTime(parsing: $1) }, write: { $0.at.description }),
    numbers(
      "position", "x y", "The offset from its usual position, in points to the right and downwards: 0 -40.", 2,
      -20_000...20_000,
      { $0.position = Vector(dx: $1[0], dy: $1[1]) }, { $0.position.map { [$0.dx, $0.dy] } }),
    numbers(
      "scale", "factor", "The scale: one number, or one for the width and one for the height.", 2, 0...100,
      isOneEnough: true, { $0.scale = Vector(dx: $1[0], dy: $1[$1.count - 1]) }, { $0.scale.map { [$0.dx, $0.dy] } }),
    DescriptionOption(
      "rotation", "degrees", help: "The rotation, clockwise.",
      read: { $0.rotation = try OptionText.number("rotation", $1, -36_000...36_000) },
      write: { $0.rotation.map { "\($0)" } }),
    DescriptionOption(
      "opacity", "part", help: "The opacity, from 0 to 1.",
      read: { $0.opacity = try OptionText.number("opacity", $1, 0...1) }, write: { $0.opacity.map { "\($0)" } }),
    numbers(
      "crop", "left top right bottom", "The part cropped at each side, as fractions of width and height: 0.1 0 0.1 0.",
      4,
      0...1,
      isOneEnough: true,
      {
        var crop = StoryCrop()
        let sides = $1.count == 1 ? Array(repeating: $1[0], count: 4) : $1
        (crop.left, crop.top, crop.right, crop.bottom) = (sides[0], sides[1], sides[2], sides[3])
        $0.crop = crop
      }, { $0.crop.map { [$0.left, $0.top, $0.right, $0.bottom] } }),
    DescriptionOption(
      "ease", "easing",
      help:
        "The easing from the previous keyframe: linear, ease-out, cubic-bezier(0.2, 0, 0, 1), steps(4), spring and others of CSS.",
      read: {
        _ = try TimingCurve(css: $1)
        $0.ease = $1
      }, write: { $0.ease }),
  ]

  /// An option of several numbers, as a list or separated by spaces.
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
