import ReelCanvas
import ReelGeometry
import ReelLayers

/// The recently pressed keys, on a plate at the lower edge of the picture.
final class TerminalKeysLayer: Layer {
  private let keys: PressedKeys
  private let unit: Double
  /// Converts a time of the film to the film without a loop offset.
  private let replayTime: (Double) -> Double
  private let plate = Layer()
  private let text: TextLayer

  init(_ keys: PressedKeys, frame: Rect, unit: Double, replayTime: @escaping (Double) -> Double) {
    self.keys = keys
    self.replayTime = replayTime
    self.unit = unit
    text = TextLayer(font: Self.font(unit), color: .white)
    super.init(frame: frame)
    plate.backgroundColor = Color(red: 0.05, green: 0.06, blue: 0.09, alpha: 0.86)
    plate.borderColor = Color.white.with(alpha: 0.22)
    plate.borderWidth = max(1, unit)
    plate.cornerRadius = 10 * unit
    text.alignment = .center
    text.verticalAlignment = .middle
    addSublayer(plate)
    addSublayer(text)
    (plate.isHidden, text.isHidden) = (true, true)
  }

  /// The font of keys.
  static func font(_ unit: Double) -> Font { Font(size: 24 * unit, weight: .bold) }

  override func update(at time: Double) {
    let shown = keys.text(at: replayTime(time) + 1e-9)
    (plate.isHidden, text.isHidden) = (shown == nil, shown == nil)
    guard let shown, shown != text.text || plate.bounds.isEmpty else { return }
    text.text = shown
    let layout = TextLayout(shown, font: text.font)
    let size = Size(
      width: (layout.size.width + 36 * unit).rounded(), height: (layout.size.height + 20 * unit).rounded())
    plate.frame = Rect(
      x: ((bounds.width - size.width) / 2).rounded(), y: (bounds.height - size.height - 22 * unit).rounded(),
      width: size.width, height: size.height)
    text.frame = plate.frame
  }
}
