import ReelCanvas
import ReelDescriptions
import ReelLayers
import ReelScenes

/// An empty page: a pause, or a background for other scenes.
public struct BlankScene: Hashable, Sendable {
  /// The colour; nil for the theme's background.
  public var color: Color?
  /// The colours.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates an empty page.
  ///
  /// - Parameter color: The colour; nil for the theme's background.
  public init(_ color: Color?) { self.color = color }
}

extension BlankScene: StyledScene {
  /// `blank`.
  public static let kind = "blank"
  /// The colour.
  public static let mainOption: String? = "color"

  /// The options for the background.
  public static let options = [
    ColorOption.optional("color", "A plain colour instead of the theme's background.", \Self.color),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page with the theme's background.
  public init() { self.init(nil) }

  /// Whether its colour, or else the background, can be seen through.
  public var isTransparent: Bool {
    guard let color else { return colors.ground.map { min($0.center.alpha, $0.edge.alpha) < 1 } ?? true }
    return color.alpha < 1
  }

  /// Installs the background.
  public func install(on layer: SceneLayer) {
    guard let color else { return layer.addSublayer(GroundLayer(colors, frame: layer.bounds)) }
    let ground = Layer(frame: layer.bounds)
    ground.backgroundColor = color
    layer.addSublayer(ground)
  }
}
