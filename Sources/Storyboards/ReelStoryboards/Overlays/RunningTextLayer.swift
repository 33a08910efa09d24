import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelPlatform
import ReelTiming

/// A line of text that may depend on film time, on a plate to be readable on any background.
final class RunningTextLayer: Layer {
  var font = Font(size: 16) { didSet { setNeedsDisplay() } }
  private let look: StoryOverlay.Look
  private let length: Double
  private let frameInterval: Double
  /// The date format, and the date at which the film begins.
  private let calendar: (pattern: DatePattern, start: Date)?
  private var text: String { didSet { if text != oldValue { setNeedsDisplay() } } }

  init(_ look: StoryOverlay.Look, over length: Double, frameInterval: Double) {
    self.look = look
    self.length = length
    self.frameInterval = frameInterval
    text = look.text
    // Both were checked when they were read.
    let pattern =
      try? look.style.map { style throws(InvalidValue) in
        try DatePattern(style: style, locale: look.locale, timeZone: look.zone)
      } ?? DatePattern(look.pattern, locale: look.locale, timeZone: look.zone)
    let start = try? DatePattern.date(look.starts)
    calendar = pattern.flatMap { pattern in start.map { (pattern, $0) } }
    super.init()
    update(at: 0)
  }

  /// The space between the text and the edge of its plate.
  var padding: Double { 0.4 * font.size }

  override func update(at time: Double) {
    switch look.kind {
    case .date: text = calendar.map { $0.pattern.text(at: $0.start.addingTimeInterval(min(time, length))) } ?? ""
    case .time: text = Self.clock(min(time, length))
    // Rounding a frame's time down must not yield the previous frame.
    case .frame: text = "\(Int(clamping: (time / (frameInterval > 0 ? frameInterval : 1) + 1e-6).rounded(.down)))"
    default: break
    }
  }

  /// The plate behind the text, in the layer's coordinates.
  var plate: Rect { plate(of: TextLayout(text, font: font)) }

  private func plate(of layout: TextLayout) -> Rect {
    let (across, down) = look.position.parts
    let line = bounds.inset(by: padding)
    return Rect(
      x: line.minX + across * (line.width - layout.size.width) - padding,
      y: line.minY + down * (line.height - layout.size.height) - 0.4 * padding,
      width: layout.size.width + 2 * padding, height: layout.size.height + 0.8 * padding)
  }

  override func draw(in context: GraphicsContext) {
    let layout = TextLayout(text, font: font)
    guard !text.isEmpty else { return }
    let plate = plate(of: layout)
    context.fill(Path(roundedRect: plate, radius: 0.3 * font.size), with: .color(look.plate))
    context.draw(
      layout, at: Point(x: plate.minX + padding, y: plate.minY + 0.4 * padding), with: .color(look.color))
  }

  /// Formats a time as minutes, seconds and tenths: `1:02.5`.
  private static func clock(_ seconds: Double) -> String {
    let tenths = Int(clamping: (max(0, seconds) * 10 + 1e-6).rounded(.down))
    let second = tenths / 10 % 60
    return "\(tenths / 600):\(second < 10 ? "0" : "")\(second).\(tenths % 10)"
  }
}

/// A bar that fills as the film plays.
final class ProgressLayer: Layer {
  private let bar = Layer()
  private let length: Double

  init(frame: Rect, color: Color, over length: Double) {
    self.length = length
    super.init(frame: frame)
    backgroundColor = Color(white: color.relativeLuminance > 0.4 ? 0 : 1, alpha: 0.35)
    bar.backgroundColor = color
    bar.anchorPoint = Point(x: 0, y: 0)
    addSublayer(bar)
    update(at: 0)
  }

  override func update(at time: Double) {
    let part = length > 0 ? min(max(0, time / length), 1) : 1
    bar.frame = Rect(x: 0, y: 0, width: (bounds.width * part).rounded(), height: bounds.height)
  }
}
