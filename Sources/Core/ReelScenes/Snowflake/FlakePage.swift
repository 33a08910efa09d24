import ReelCanvas
import ReelGeometry
import ReelLayers

/// The look shared by all films of a flake: its colours, and a caption below.
package struct FlakeStyle {
  var theme: SnowflakeTheme
  /// A plain background instead of the theme's.
  var background: Color?
  var showsCaption: Bool
  /// The font family of the caption.
  var textFont: String

  package init(theme: SnowflakeTheme, background: Color?, showsCaption: Bool, textFont: String) {
    self.theme = theme
    self.background = background
    self.showsCaption = showsCaption
    self.textFont = textFont
  }

  /// The font of the caption, if there is one.
  package var fonts: [Font] { showsCaption && theme.caption != nil ? [Font(textFont, size: 16)] : [] }
}

/// The background and layout of such a film, in a frame of any size.
package struct FlakePage {
  package let theme: SnowflakeTheme
  package let size: PixelSize
  package let layout: FlakeLayout
  /// The caption, still empty; nil if there is none.
  package let caption: TextLayer?

  package init(_ style: FlakeStyle, in frame: Rect) {
    theme = style.theme.on(style.background)
    size = PixelSize(covering: frame.size)
    layout = FlakeLayout(size: size, hasCaption: style.showsCaption && theme.caption != nil)
    // Created before the backdrop is drawn, so that fonts are looked up meanwhile.
    caption = layout.captionLayer(theme: theme, font: style.textFont)
  }

  /// Draws the backdrop, with its light around a rectangle.
  package func backdrop(around flake: Rect) throws -> BackdropLayer {
    try BackdropLayer(size: size, theme: theme, flake: flake, unit: layout.unit)
  }
}
