import Reel

/// Keeps flakes for the app.
protocol FlakeStore: AnyObject {
  /// Saves the flake of a level, and says when it is done under which name; nil if it failed.
  func save(level: Int, completion: @escaping (String?) -> Void)
}

/// An app of one page: a flake whose level is typed into a field, and a button that saves it.
final class SnowflakeApp {
  static let size = PixelSize(width: 480, height: 400)
  static let levels = 0...7

  let stage: Stage
  let flake: SnowflakeLayer
  var store: (any FlakeStore)?
  private let field = LevelField()
  private let button = ButtonLayer("Save")
  let message = TextLayer(font: Font(size: 16), color: Color(white: 0.85))
  private(set) var level = 0

  /// Lays the page out for a picture of a size.
  init(size: PixelSize = SnowflakeApp.size) {
    let (width, height) = (Double(size.width), Double(size.height))
    stage = Stage(size: size, background: .color(Color(red: 0.06, green: 0.09, blue: 0.19)))
    flake = SnowflakeLayer(theme: .night)
    flake.frame = Rect(x: 16, y: 16, width: width - 32, height: height - 96)
    field.frame = Rect(x: 24, y: height - 64, width: 112, height: 40)
    button.frame = Rect(x: width - 120, y: height - 64, width: 96, height: 40)
    message.frame = Rect(x: 152, y: height - 64, width: width - 288, height: 40)
    (message.alignment, message.verticalAlignment) = (.center, .middle)
    (flake.identifier, field.identifier, button.identifier) = ("flake", "level", "save")
    message.identifier = "message"
    message.isHidden = true
    for layer in [flake, field, button, message] { stage.root.addSublayer(layer) }
    field.onChange = { [weak self] in self?.show(level: $0) }
    button.onTap = { [weak self] in self?.save() }
  }

  /// Grows the flake to a level, or shrinks it.
  private func show(level: Int) {
    guard Self.levels.contains(level) else {
      return say("Levels are \(Self.levels.lowerBound) to \(Self.levels.upperBound)")
    }
    message.isHidden = true
    self.level = level
    Transaction.animate(duration: 0.3 * abs(Double(level) - flake.presentation.level), curve: .easeInOut) {
      flake.level = Double(level)
    }
  }

  private func save() {
    guard let store, button.isEnabled else { return }
    button.isEnabled = false
    say("Saving …")
    store.save(level: level) { [weak self] name in
      self?.button.isEnabled = true
      self?.say(name.map { "Saved \($0)" } ?? "Could not save")
    }
  }

  private func say(_ text: String) {
    message.text = text
    message.isHidden = false
  }
}

/// A recorder films the app as it would a stage.
extension SnowflakeApp: FrameSource {
  var size: PixelSize { stage.size }

  func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try stage.render(at: time.seconds, into: &bitmap)
  }
}

/// A field for a digit, which has the keyboard once it is tapped.
final class LevelField: Layer {
  var onChange: (Int) -> Void = { _ in }
  private let text = TextLayer("Level 0", font: Font(size: 18))

  override init() {
    super.init()
    (backgroundColor, cornerRadius, borderColor) = (.white, 8, Color(red: 1, green: 0.6, blue: 0.2))
    (text.alignment, text.verticalAlignment) = (.center, .middle)
    addSublayer(text)
  }

  override func update(at time: Double) { text.frame = bounds }

  override func tapped(at point: Point) -> Bool {
    stage?.focusedLayer = self
    return true
  }

  override func focusChanged() { borderWidth = stage?.focusedLayer === self ? 3 : 0 }

  override func typed(_ characters: String) {
    for digit in characters.compactMap(\.wholeNumberValue) {
      if SnowflakeApp.levels.contains(digit) { text.text = "Level \(digit)" }
      onChange(digit)
    }
  }
}

/// A button with a title.
final class ButtonLayer: Layer {
  var onTap: () -> Void = {}
  var isEnabled = true { didSet { opacity = isEnabled ? 1 : 0.5 } }
  private let title: TextLayer

  init(_ text: String) {
    title = TextLayer(text, font: Font(size: 18, weight: .bold), color: .white)
    super.init()
    (backgroundColor, cornerRadius) = (Color(red: 0.16, green: 0.42, blue: 0.78), 8)
    (title.alignment, title.verticalAlignment) = (.center, .middle)
    addSublayer(title)
  }

  override func update(at time: Double) { title.frame = bounds }

  override func tapped(at point: Point) -> Bool {
    onTap()
    return true
  }
}
