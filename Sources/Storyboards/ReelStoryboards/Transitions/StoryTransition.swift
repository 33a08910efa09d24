import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// A transition from one scene to the next.
public struct StoryTransition: Hashable, Sendable {
  /// The kind of transition.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// The next scene appears at once.
    case cut
    /// The scene fades to a colour, and the next fades in from it.
    case fade
    /// The next scene fades in over this one.
    case dissolve
    /// The next scene moves over this one.
    case slide
    /// The next scene pushes this one away.
    case push
    /// The next scene is uncovered along an edge that moves.
    case wipe
    /// This scene grows and vanishes before the next.
    case zoom
    /// The page rolls up on a cylinder and uncovers the next one.
    case pageCurl = "page-curl"
    /// The next page unrolls from a cylinder over this one.
    case pageUncurl = "page-uncurl"
  }

  /// The direction of movement.
  public enum Direction: String, CaseIterable, Codable, Hashable, Sendable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down

    /// The opposite direction.
    var opposite: Direction {
      switch self {
      case .left: .right
      case .right: .left
      case .up: .down
      case .down: .up
      }
    }

    /// The direction as a unit vector, with y pointing downwards.
    var vector: Vector {
      switch self {
      case .left: Vector(dx: -1, dy: 0)
      case .right: Vector(dx: 1, dy: 0)
      case .up: Vector(dx: 0, dy: -1)
      case .down: Vector(dx: 0, dy: 1)
      }
    }
  }

  /// The kind of transition.
  public var kind = Kind.cut
  /// What draws it instead of its kind; nil for the kind.
  var custom: AnyPageTransition?
  /// Its duration, in seconds; a cut takes no time.
  public var seconds: Double {
    get { length ?? (kind == .slide || kind == .push ? 0.45 : 0.8) }
    set { length = newValue }
  }
  private var length: Double?
  /// The direction of movement.
  public var direction = Direction.left
  /// The colour of a fade; nil for the background of its pages.
  public var color: Color?
  /// The angle of a curl's axis from the vertical, in degrees from −80 to 80.
  public var angle = 20.0

  /// Creates a transition of 0.45 seconds for a slide or push, and 0.8 seconds for others.
  ///
  /// - Parameter kind: The kind of transition.
  public init(_ kind: Kind) { self.kind = kind }

  /// Creates a transition with its own drawing.
  ///
  /// A film with one can be recorded, but not written as JSON.
  ///
  /// - Parameters:
  ///   - transition: What draws it.
  ///   - seconds: Its duration, from 0.02 to 30 seconds.
  public init(_ transition: some PageTransition, seconds: Double) {
    (kind, custom) = (.dissolve, AnyPageTransition(transition))
    self.seconds = seconds
  }

  /// Its name in lists.
  var name: String { custom == nil ? kind.rawValue : "custom" }

  /// How long both scenes are present, in seconds.
  public var overlap: Double { kind == .cut ? 0 : seconds }
}

extension StoryTransition: Describable {
  /// `transition`; the option `kind` selects the kind.
  public static let kind = "transition"
  /// The kind of transition.
  public static let mainOption: String? = "kind"

  /// Creates a cut.
  public init() { self.init(.cut) }

  /// The options for the kind and its parameters.
  public static let options = [
    DescriptionOption<Self>(
      "kind", "kind", help: "The kind of transition.", choices: Kind.allCases.map(\.rawValue),
      read: { $0.kind = try OptionText.choice("transition", $1) }, write: { $0.name }),
    DescriptionOption(
      "seconds", "seconds", help: "The duration.",
      read: { transition, text in
        guard let seconds = StoryTime.seconds(text), (0.02...30).contains(seconds) else {
          throw InvalidValue("length of a transition", text, expected: "from 0.02 to 30 seconds")
        }
        transition.seconds = seconds
      }, write: { "\($0.seconds)" }),
    DescriptionOption(
      "direction", "direction", help: "The direction of movement.", choices: Direction.allCases.map(\.rawValue),
      read: { $0.direction = try OptionText.choice("direction", $1) }, write: { $0.direction.rawValue }),
    ColorOption.optional("color", "The colour of a fade; by default, the background of its scenes.", \Self.color),
    DescriptionOption(
      "angle", "degrees", help: "The tilt of a curl's axis.",
      read: { $0.angle = try OptionText.number("angle", $1, -80...80) }, write: { "\($0.angle)" }),
  ]
}
