import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelScenes

/// A running station clock.
public struct ClockScene: Hashable, Sendable {
  /// The time shown when the scene begins, in seconds since midnight.
  public var startTime = 0.0
  /// The colours of the background.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates a clock.
  ///
  /// - Parameter startTime: The time shown when the scene begins, in seconds since midnight.
  public init(startTime: Double) { self.startTime = startTime }
}

extension ClockScene: StyledScene {
  /// `clock`.
  public static let kind = "clock"
  /// The start time.
  public static let mainOption: String? = "starts"

  /// The options for the time and the colours.
  public static let options = [
    DescriptionOption<Self>(
      "starts", "time", help: "The time it shows when the scene begins, such as 10:08 or 10:08:30.",
      read: { $0.startTime = try time($1) }, write: { text(of: $0.startTime) }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a clock that starts at midnight.
  public init() { self.init(startTime: 0) }

  /// Installs the clock at the centre.
  public func install(on layer: SceneLayer) {
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let safe = Page(layer).safe
    layer.addSublayer(
      ClockLayer(center: safe.center, radius: min(safe.width, safe.height) / 2, startTime: startTime))
  }

  private static func time(_ text: String) throws(InvalidValue) -> Double {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (48...57).contains($0) } && part.utf8.count <= 2 ? Int(part) : nil
    }
    guard (2...3).contains(parts.count), let hours = parts[0], hours < 24, let minutes = parts[1], minutes < 60,
      let seconds = parts.count == 3 ? parts[2] : 0, seconds < 60
    else { throw InvalidValue("time", text, expected: "a time of day such as 10:08 or 22:08:30") }
    return Double(3600 * hours + 60 * minutes + seconds)
  }

  private static func text(of seconds: Double) -> String {
    let whole = Int(clamping: max(0, min(seconds, 86_399)))
    return [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
