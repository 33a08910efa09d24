import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelScenes

/// Text to read: a heading, a paragraph, bullet points.
public struct TextScene: Hashable, Sendable {
  /// How the text appears.
  public enum Reveal: String, CaseIterable, Codable, Hashable, Sendable {
    /// All of it at once.
    case all
    /// Point by point, each for an equal share of the time.
    case points
    /// Letter by letter with a cursor, as if typed.
    case typed
  }

  /// The heading; empty for none.
  public var heading = ""
  /// The paragraph, in which line breaks begin new lines; empty for none.
  public var text = ""
  /// The points below.
  public var points: [String] = []
  /// How the text appears.
  public var reveal = Reveal.all
  /// The font size, in points; a text of the usual size grows if it has the page to itself.
  public var size: Double {
    get { chosenSize ?? TypeScale.body }
    set { chosenSize = newValue }
  }
  private var chosenSize: Double?
  /// Whether the size has been set.
  fileprivate var hasOwnSize: Bool { chosenSize != nil }
  /// The font family.
  public var font = Font.standardFamily
  /// The colours.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates a page of text.
  ///
  /// - Parameters:
  ///   - text: The paragraph; empty for none.
  ///   - heading: The heading; empty for none.
  ///   - points: The points below the paragraph.
  public init(_ text: String, heading: String = "", points: [String] = []) {
    self.text = text
    self.heading = heading
    self.points = points
  }
}

extension TextScene: StyledScene {
  /// `text`.
  public static let kind = "text"
  /// The paragraph.
  public static let mainOption: String? = "text"

  /// The options for the text and its appearance.
  public static let options = [
    DescriptionOption<Self>(
      "text", "text", help: "The paragraph; line breaks begin new lines.",
      read: { $0.text = $1 }, write: { $0.text.isEmpty ? nil : $0.text }),
    DescriptionOption(
      "heading", "text", help: "The heading above it.", read: { $0.heading = $1 },
      write: { $0.heading.isEmpty ? nil : $0.heading }),
    DescriptionOption(
      "points", "list", help: "A list of points below it.", read: { $0.points = [$1] },
      write: { $0.points.count == 1 ? $0.points[0] : nil },
      decode: { scene, points in scene.points = points },
      encode: { $0.points.isEmpty ? nil : $0.points }),
    DescriptionOption(
      "reveal", "how", help: "all: at once; points: one after the other; typed: letter by letter.",
      choices: Reveal.allCases.map(\.rawValue),
      read: { $0.reveal = try OptionText.choice("reveal", $1) }, write: { $0.reveal.rawValue }),
    DescriptionOption(
      "size", "points", help: "The font size; by default, short texts are larger.",
      read: { $0.size = try OptionText.number("size", $1, 8...400) }, write: { $0.chosenSize.map { "\($0)" } }),
    StoryFont.option(
      "The font: sans, serif, monospace, an installed family, or a file.", read: { $0.font = $1 },
      write: { $0.font }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page without text.
  public init() { self.init("") }

  /// The font of a text without its size.
  ///
  /// The scene's family takes precedence over a style's.
  func letters(_ name: KeyPath<StoryStyle, StoryTextStyle?>, weight: Font.Weight = .regular) -> Font {
    var letters = textFont(name, size: 16, weight: weight, point: 1)
    if font != Font.standardFamily { letters.family = (try? StoryFont.family(font)) ?? font }
    return letters
  }

  /// The time it takes to read.
  public var intrinsicDuration: Double? { ReadingSpeed.seconds([heading, text] + points) }

  /// Installs the text.
  public func install(on layer: SceneLayer) {
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let length = layer.length ?? intrinsicDuration ?? 5
    let page = Page(layer)
    let setting = TextSetting(self, on: page)
    if let heading = setting.heading { layer.addSublayer(heading) }
    if let paragraph = setting.paragraph {
      layer.addSublayer(
        reveal == .typed ? TypedLayer(paragraph, over: length * 0.75, cursor: colors.accent) : paragraph)
    }
    for (index, point) in setting.points.enumerated() {
      for part in [point.bullet, point.text] {
        layer.addSublayer(part)
        guard reveal != .all else { continue }
        // The last point gets a share of the time, too.
        let time = length * Double(index + (text.isEmpty ? 0 : 1)) / Double(points.count + 1)
        let place = part.position
        (part.opacity, part.position.y) = (0, place.y + 0.2 * page.point * TypeScale.body)
        Transaction.animate(duration: min(0.45, length / 20), delay: time, curve: .settle) {
          (part.opacity, part.position) = (1, place)
        }
      }
    }
  }
}

extension TextScene: FittedScene {
  func subjects(on page: Page) -> [Rect] {
    let setting = TextSetting(self, on: page)
    return [setting.heading, setting.paragraph].compactMap { $0?.frame } + setting.points.map { $0.text.frame }
  }

  func overflow(on page: Page) -> String? {
    let words = [heading, text] + points
    if let long = words.first(where: { isHopeless($0, on: page) }) {
      return FittedText.overflow("the text", long, fits: false, isShrunk: true, isStrict: false)
    }
    let setting = TextSetting(self, on: page)
    return FittedText.overflow(
      "the text", words.first { !$0.isEmpty } ?? "", fits: setting.bottom <= page.safe.maxY + 1,
      isShrunk: setting.isShrunk, isStrict: [style.heading, style.text].contains { $0?.overflow == .error })
  }
}

extension TextScene {
  /// The font size of the scene below which text no longer shrinks.
  fileprivate static let smallest = 16.0

  /// Whether one of its texts alone is far too long for a page.
  private func isHopeless(_ words: String, on page: Page) -> Bool {
    let scale = min(1, 0.9 * Self.smallest / size)
    let sizes = [size, style.text?.size, style.heading?.size].compactMap(\.self)
    let font = letters(\.text, weight: .regular)
    return FittedText.isHopeless(
      words, font: font, in: page.safe.size, smallest: (sizes.min() ?? size) * scale * page.point)
  }

  /// The scene, with texts that are far too long cut to their beginnings.
  fileprivate func cutShort(on page: Page) -> TextScene {
    var scene = self
    if isHopeless(heading, on: page) { scene.heading = heading.cutShort }
    if isHopeless(text, on: page) { scene.text = text.cutShort }
    scene.points = points.map { isHopeless($0, on: page) ? $0.cutShort : $0 }
    return scene
  }

  /// Whether the scene is read from right to left, judged by its first words.
  fileprivate func isLeftwards(_ font: Font) -> Bool {
    let words = ([heading, text] + points).first { !$0.isEmpty } ?? ""
    return TextLayout(words, font: font).isRightToLeft
  }
}

/// The layout of a text on a page.
///
/// The text shrinks until everything fits.
private struct TextSetting {
  /// Whether the text is smaller than requested.
  private(set) var isShrunk = false
  /// The font size of points, in pixels.
  private let size: Double
  var heading: TextLayer?
  var paragraph: TextLayer?
  var points: [(bullet: Layer, text: TextLayer)] = []

  init(_ whole: TextScene, on page: Page) {
    let scene = whole.cutShort(on: page)
    self.init(scene, on: page, scale: 1)
    grow(scene, on: page)
    var scale = 0.94
    while bottom > page.safe.maxY + 0.5, scene.size * scale > TextScene.smallest {
      self = TextSetting(scene, on: page, scale: scale)
      isShrunk = true
      scale *= 0.94
    }
    let free = max(0, page.safe.maxY - bottom)
    let gap = min(0.3 * free / Double(points.count + 1), 0.5 * size)
    // The optical centre is above the geometric one.
    let shift = 0.47 * (free - gap * Double(points.count))
    for layer in [heading, paragraph].compactMap({ $0 }) { layer.position.y += shift }
    for (index, point) in points.enumerated() {
      point.bullet.position.y += shift + Double(index + 1) * gap
      point.text.position.y += shift + Double(index + 1) * gap
    }
  }

  /// Makes a text of the usual size as large as the page allows without another line of a heading or point.
  private mutating func grow(_ scene: TextScene, on page: Page) {
    guard !scene.hasOwnSize, scene.style.text?.size == nil, scene.style.heading?.size == nil else { return }
    let lines = lineCounts
    for scale in TypeScale.growths {
      let larger = TextSetting(scene, on: page, scale: scale)
      guard larger.bottom <= page.safe.minY + 0.68 * page.safe.height, larger.lineCounts == lines else { continue }
      self = larger
      return
    }
  }

  /// The lines of each text that may not get more.
  private var lineCounts: [Int] { ([heading].compactMap(\.self) + points.map(\.text)).map(\.layout.lineCount) }

  /// Marks lines that begin with words of the other direction as right-to-left.
  private static func leftwards(_ text: String, _ font: Font) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      TextLayout(String(line), font: font).isRightToLeft ? String(line) : "\u{200F}" + line
    }.joined(separator: "\n")
  }

  var bottom: Double {
    ([heading, paragraph].compactMap { $0?.frame.maxY } + points.map(\.text.frame.maxY)).max() ?? 0
  }

  private init(_ scene: TextScene, on page: Page, scale: Double) {
    let (point, colors) = (page.point, scene.colors)
    var safe = page.safe
    // On a wide page, lines from edge to edge are tiring to read, and short lines look lost at the edge.
    let isWide = safe.width > 1.3 * safe.height
    // The style's own size takes precedence over the scene's.
    size = (scene.style.text?.size ?? scene.size) * scale * point
    // Bullets hang beside the text.
    let inset = max(isWide ? 0.06 * safe.width : 0, scene.points.isEmpty ? 0 : 0.75 * size)
    safe = safe.inset(horizontally: min(inset, 0.2 * safe.width))
    func font(_ name: KeyPath<StoryStyle, StoryTextStyle?>, size: Double, weight: Font.Weight = .regular) -> Font {
      var font = scene.letters(name, weight: weight)
      font.size = scene.style[keyPath: name]?.size.map { $0 * scale * point } ?? size
      return font
    }
    let letters = font(\.text, size: size)
    let isLeftwards = scene.isLeftwards(letters)
    var top = safe.minY
    func line(
      _ text: String, _ font: Font, _ color: Color, _ alignment: TextAlignment?
    ) -> TextLayer {
      let layer = TextLayer(isLeftwards ? Self.leftwards(text, font) : text, font: font, color: color)
      layer.wraps = true
      layer.alignment = alignment ?? .leading
      layer.bounds.size.width = safe.width
      layer.sizeToFit()
      layer.frame = Rect(x: safe.minX, y: top, width: safe.width, height: layer.bounds.height)
      top = layer.frame.maxY
      return layer
    }
    if !scene.heading.isEmpty {
      var large = font(\.heading, size: TypeScale.heading / TypeScale.body * size, weight: .bold)
      large.tracking = TypeScale.tracking(of: scene.heading)
      let layer = line(
        scene.heading, large, scene.color(\.heading, colors.ink), scene.style.heading?.alignment)
      // Its ink begins where that of smaller letters does.
      if layer.alignment == .leading, !isLeftwards {
        layer.position.x -= TextLayout("H", font: large).inkBounds.minX - TextLayout("H", font: letters).inkBounds.minX
      }
      heading = layer
      top += 0.6 * size
    }
    let color = scene.color(\.text, scene.heading.isEmpty ? colors.ink : colors.soft)
    if !scene.text.isEmpty {
      paragraph = line(scene.text, letters, color, scene.style.text?.alignment)
      top += 0.5 * size
    }
    for text in scene.points {
      top += 0.4 * size
      let start = top
      let words = line(text, letters, scene.color(\.text, colors.ink), nil)
      // Bullets hang in the margin, so that all texts begin on one line.
      let bullet = Layer(
        frame: Rect(
          center: Point(
            x: isLeftwards ? safe.maxX + 0.55 * size : safe.minX - 0.55 * size,
            y: start + TextLayout("x", font: letters).baseline - 0.27 * size),
          size: Size(width: 0.28 * size, height: 0.28 * size)))
      bullet.backgroundColor = colors.accent
      bullet.cornerRadius = 0.14 * size
      points.append((bullet, words))
    }
  }
}
