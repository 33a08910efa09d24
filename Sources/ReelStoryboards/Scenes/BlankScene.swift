import ReelCanvas
import ReelDescriptions
import ReelLayers
import ReelScenes

/// Nothing but a ground: a pause, or what other scenes stand on.
public struct BlankScene: Hashable, Sendable {
  /// The colour; nil for the theme's ground.
  public var color: Color?
  /// The colours.
  public var theme = StoryTheme.night
  /// What differs from the theme.
  public var style = StoryStyle()

  /// Creates a page without anything on it.
  ///
  /// - Parameter color: The colour; nil for the theme's ground.
  public init(_ color: Color?) { self.color = color }
}

extension BlankScene: StyledScene {
  /// `blank`.
  public static let kind = "blank"
  /// The colour.
  public static let mainOption: String? = "color"

  /// The ground.
  public static let options = [
    ColorOption.optional("color", "A plain colour instead of the theme's ground.", \Self.color),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// The theme's ground.
  public init() { self.init(nil) }

  /// Installs the ground.
  public func install(on layer: SceneLayer) {
    guard let color else { return layer.addSublayer(GroundLayer(colors, frame: layer.bounds)) }
    let ground = Layer(frame: layer.bounds)
    ground.backgroundColor = color
    layer.addSublayer(ground)
  }
}
