import ReelCanvas
import ReelGeometry
import ReelLayers

/// The layout of a frame of any size: the flake as large as fits, with the caption below it, both centred.
package struct FlakeLayout {
  /// The number of pixels per point of the theme: 1 in a frame whose shorter side has 720 pixels.
  package let unit: Double
  package let flake: Rect
  /// A rectangle as high as the flake and as wide as the frame, for drawings that need not be square.
  package let canvas: Rect
  package let caption: Rect
  /// The size of the caption's font.
  let captionSize: Double
  /// Whether there is a caption; text smaller than 8 pixels is illegible.
  let hasCaption: Bool

  init(size: PixelSize, hasCaption wanted: Bool) {
    let frame = size.size
    unit = min(frame.width, frame.height) / 720
    captionSize = 23 * unit
    hasCaption = wanted && captionSize >= 8
    let margin = 22 * unit
    let captionHeight = hasCaption ? 62 * unit : 0
    let side = min(frame.width, frame.height - captionHeight) - (hasCaption ? 1 : 2) * margin
    let top = (frame.height - side - captionHeight) / 2
    flake = Rect(x: (frame.width - side) / 2, y: top, width: side, height: side)
    let height = frame.height - captionHeight - (hasCaption ? 1 : 2) * margin
    let clear = max(0, frame.width - 2 * margin)
    canvas = Rect(x: (frame.width - clear) / 2, y: top + (side - height) / 2, width: clear, height: height)
    // No higher than its line, so that the caption shares no tiles with the flake and is not redrawn with it.
    let line = 1.6 * captionSize
    caption = Rect(x: 0, y: top + side + (captionHeight - line) / 2, width: frame.width, height: line)
  }

  /// Creates the caption's layer, or nil for no caption.
  ///
  /// - Parameters:
  ///   - theme: the colours.
  ///   - font: its font family.
  func captionLayer(theme: SnowflakeTheme, font: String) -> TextLayer? {
    guard hasCaption, let color = theme.caption else { return nil }
    return TextLayer(centeredIn: caption, font: Font(font, size: captionSize), color: color)
  }
}
