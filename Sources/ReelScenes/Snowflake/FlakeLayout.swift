import ReelCanvas
import ReelGeometry
import ReelLayers

/// Where things stand in a frame of any size: the flake as large as fits, the caption below it, both in the middle.
struct FlakeLayout {
  /// Pixels in one point of the theme: a frame whose shorter side has 720 pixels has 1.
  let unit: Double
  let flake: Rect
  /// As high as the flake, and as wide as the frame: for what need not be square.
  let canvas: Rect
  let caption: Rect
  /// Smaller text cannot be read.
  let captionSize: Double
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
    // No higher than its line, so that it shares no tiles with the flake and is not drawn again with it.
    let line = 1.6 * captionSize
    caption = Rect(x: 0, y: top + side + (captionHeight - line) / 2, width: frame.width, height: line)
  }

  /// Makes the caption's layer, or nil where there is to be none.
  ///
  /// - Parameters:
  ///   - theme: the colours.
  ///   - font: the family of its letters.
  func captionLayer(theme: SnowflakeTheme, font: String) -> TextLayer? {
    guard hasCaption, let color = theme.caption else { return nil }
    return TextLayer(centeredIn: caption, font: Font(font, size: captionSize), color: color)
  }
}
