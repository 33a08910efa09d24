import ReelCanvas
import ReelGeometry
import ReelLayers

/// The look that all films of a flake have: its colours, and a line of text below.
struct FlakeStyle {
  var theme: SnowflakeTheme
  /// A plain background instead of the theme's.
  var background: Color?
  var showsCaption: Bool
  /// The family of the letters.
  var textFont: String

  /// The font of the line of text, where there is one.
  var fonts: [Font] { showsCaption && theme.caption != nil ? [Font(textFont, size: 16)] : [] }
}

/// What a film with that look stands on, in a frame of any size.
struct FlakePage {
  let theme: SnowflakeTheme
  let size: PixelSize
  let layout: FlakeLayout
  /// The line of text, still empty; nil where there is to be none.
  let caption: TextLayer?

  init(_ style: FlakeStyle, in frame: Rect) {
    theme = style.theme.on(style.background)
    size = PixelSize(covering: frame.size)
    layout = FlakeLayout(size: size, hasCaption: style.showsCaption && theme.caption != nil)
    // Before the backdrop is drawn: fonts are looked for meanwhile.
    caption = layout.captionLayer(theme: theme, font: style.textFont)
  }

  /// Draws the backdrop, whose light is around a rectangle.
  func backdrop(around flake: Rect) throws -> BackdropLayer {
    try BackdropLayer(size: size, theme: theme, flake: flake, unit: layout.unit)
  }
}
