import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTiming

/// An overlay above all scenes.
public struct StoryOverlay: Sendable {
  /// The look.
  public var look: Look
  /// When it appears; nil for the start of the film.
  public var from: StoryTime?
  /// When it disappears; nil for the end of the film.
  public var until: StoryTime?
  /// The keyframes in order of time; numbers count from the beginning of the overlay.
  public var motion: [StoryKeyframe] = []
  /// The scene it shows, if its kind is a scene.
  public var scene: (any DescribedScene)?
  var mark: StoryMark?

  /// Creates an overlay for the whole film.
  ///
  /// - Parameter look: The look.
  public init(_ look: Look) { self.look = look }

  /// Creates an overlay that shows a scene at the bottom right, as picture-in-picture.
  ///
  /// - Parameter scene: The scene.
  public init(_ scene: some Scene) {
    look = Look(.scene)
    self.scene = scene.described
  }
}

extension StoryOverlay {
  /// The kind of overlay.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A text.
    case text
    /// The date and time of day at which the film appears to be made.
    case date
    /// The elapsed film time.
    case time
    /// The frame number, from 0.
    case frame
    /// A bar that fills as the film plays.
    case progress
    /// A picture.
    case image
    /// A pointer that moves and clicks.
    case pointer
    /// A frame around a part of the page.
    case highlight
    /// An arrow to a point of the page.
    case arrow
    /// A scene, smaller than the page.
    case scene

    /// Whether it is where its points are.
    var hasPoints: Bool { self == .pointer || self == .highlight || self == .arrow }

    /// The names of the kinds that are not scenes.
    static var names: [String] { allCases.filter { $0 != .scene }.map(\.rawValue) }
  }

  /// A position on the page.
  public enum Position: String, CaseIterable, Codable, Hashable, Sendable {
    /// A corner.
    case topLeft = "top-left"
    /// The centre of the top edge.
    case top
    /// A corner.
    case topRight = "top-right"
    /// The centre of the left edge.
    case left
    /// The centre.
    case center
    /// The centre of the right edge.
    case right
    /// A corner.
    case bottomLeft = "bottom-left"
    /// The centre of the bottom edge.
    case bottom
    /// A corner.
    case bottomRight = "bottom-right"

    /// The distance from the left and from the top, from 0 to 1.
    var parts: (across: Double, down: Double) {
      let across = rawValue.hasSuffix("left") ? 0 : rawValue.hasSuffix("right") ? 1 : 0.5
      return (across, rawValue.hasPrefix("top") ? 0 : rawValue.hasPrefix("bottom") ? 1 : 0.5)
    }

    var alignment: TextAlignment { parts.across == 0 ? .leading : parts.across == 1 ? .trailing : .center }
  }

  /// What the points of a pointer, a highlight or an arrow refer to.
  public enum Coordinates: String, CaseIterable, Codable, Hashable, Sendable {
    /// The page, in points from its left and top edges.
    case page
    /// The picture or the terminal screen of the scene, as fractions of its width and height; they follow its zoom.
    case content
  }

  /// The look of an overlay.
  public struct Look: Hashable, Sendable {
    /// The kind of overlay.
    public var kind: Kind
    /// The text.
    public var text = ""
    /// The date format: a pattern of Unicode Technical Standard 35.
    public var pattern = "d MMMM yyyy, HH:mm:ss"
    /// The form of a date in its language; nil for `pattern`.
    public var style: DatePattern.Style?
    /// The date at which the film begins, in RFC 3339 form.
    public var starts = "2026-01-01T09:00:00Z"
    /// The language of a date.
    public var locale = "en"
    /// The time zone of a date.
    public var zone = "UTC"
    /// The picture of an image.
    public var image: Bitmap?
    /// The picture of an image if it is a drawing; takes precedence over `image`.
    public var drawing: SVGPicture?
    /// Its position on the page.
    public var position: Position
    /// The opacity, from 0 to 1.
    public var opacity = 1.0
    /// The font size, or the height of the picture or bar, in points.
    public var size: Double
    /// The font family, or the path of a font file; nil for the default.
    public var font: String?
    /// The colour of the text, bar or pointer.
    public var color = Color.white
    /// The colour of the plate behind text; nil for one that suits the colour of the text.
    public var background: Color?
    /// The width of a scene, in points; nil for the film's aspect ratio.
    public var width: Double?
    /// The space to the page's left and right edges, and to its top and bottom edges, in points.
    public var margin = Vector(dx: 45, dy: 45)
    /// The moves of a pointer, in order of time.
    public var moves: [PointerMove] = []
    /// What the points of a pointer, a highlight or an arrow refer to.
    public var coordinates = Coordinates.page
    /// The top left corner of a highlight, or the tail of an arrow.
    public var start = Point(x: 0, y: 0)
    /// The bottom right corner of a highlight, or the tip of an arrow.
    public var end = Point(x: 0, y: 0)

    /// The point about which it scales and rotates: for text, its edge of the page.
    var anchor: Point {
      guard kind != .image, kind != .scene else { return Point(x: 0.5, y: 0.5) }
      return Point(x: position.parts.across, y: position.parts.down)
    }

    /// Creates a look.
    ///
    /// - Parameter kind: The kind of overlay.
    public init(_ kind: Kind) {
      self.kind = kind
      position = kind == .progress ? .bottom : kind == .image || kind.hasPoints ? .topLeft : .bottomRight
      size =
        switch kind {
        case .progress: 10
        case .image: 140
        case .pointer: 64
        case .highlight: 8
        case .arrow: 20
        case .scene: 300
        case .text, .date, .time, .frame: TypeScale.label
        }
    }
  }
}

extension StoryOverlay.Look: Describable {
  /// `overlay`.
  public static let kind = "overlay"
  /// A text at the bottom right.
  public init() { self.init(.text) }

  /// The options for the kind and its properties.
  public static let options = [
    DescriptionOption<Self>(
      "kind", "kind", help: "The kind of overlay.", choices: StoryOverlay.Kind.allCases.map(\.rawValue),
      read: { $0 = Self(try OptionText.choice("overlay", $1)) }, write: { $0.kind.rawValue }),
    DescriptionOption(
      "text", "text", help: "The text.", read: { $0.text = $1 }, write: { $0.text.isEmpty ? nil : $0.text }),
    DescriptionOption(
      "pattern", "pattern", help: "The format of a date: a Unicode pattern such as EEEE d MMMM yyyy, HH:mm:ss.",
      read: { $0.pattern = try DatePattern($1).pattern }, write: { $0.kind == .date ? $0.pattern : nil }),
    DescriptionOption(
      "style", "style", help: "The form of a date that its language uses, instead of a pattern.",
      choices: DatePattern.Style.allCases.map(\.rawValue),
      read: { $0.style = try OptionText.choice("style", $1) },
      write: { $0.kind == .date ? $0.style?.rawValue : nil }),
    DescriptionOption(
      "starts", "date", help: "The date when the film begins, such as 2016-05-18T09:00:00Z.",
      read: { look, text in
        _ = try DatePattern.date(text)
        look.starts = text
      }, write: { $0.kind == .date ? $0.starts : nil }),
    DescriptionOption(
      "locale", "language", help: "The language of a date, such as en or de_AT.",
      read: { $0.locale = try DatePattern("y", locale: $1).locale }, write: { $0.kind == .date ? $0.locale : nil }),
    DescriptionOption(
      "zone", "zone", help: "The time zone of a date, such as UTC or Europe/Berlin.",
      read: { $0.zone = try DatePattern("y", timeZone: $1).timeZone }, write: { $0.kind == .date ? $0.zone : nil }),
    DescriptionOption(
      "file", "file.png", help: "The picture: a PNG, JPEG, WebP, AVIF or SVG file.", files: .value,
      read: { (look: inout Self, path) in (look.image, look.drawing) = try EmbeddedPicture(path: path).pictures },
      write: { _ in nil }, decode: { look, image in (look.image, look.drawing) = try image.pictures },
      encode: { EmbeddedPicture($0.image, $0.drawing) }),
    DescriptionOption(
      "place", "position", help: "Its position on the page.",
      choices: StoryOverlay.Position.allCases.map(\.rawValue),
      read: { $0.position = try OptionText.choice("place", $1) }, write: { $0.position.rawValue }),
    DescriptionOption(
      "opacity", "part", help: "Its opacity, from 0 to 1.",
      read: { $0.opacity = try OptionText.number("opacity", $1, 0...1) }, write: { "\($0.opacity)" }),
    DescriptionOption(
      "size", "points", help: "The font size, or the height of a picture, bar or pointer.",
      read: { $0.size = try OptionText.number("size", $1, 2...1000) }, write: { "\($0.size)" }),
    StoryFont.option(
      "The font: an installed family, or a file.", read: { $0.font = $1 },
      write: { (look: Self) in look.font }),
    ColorOption.always("color", "The colour of text, bar or pointer.", \.color),
    ColorOption.optional(
      "background", "The colour of the plate behind text; transparent for none.", \Self.background),
    DescriptionOption(
      "width", "points", help: "The width of a scene.",
      read: { $0.width = try OptionText.number("width", $1, 16...20_000) }, write: { $0.width.map { "\($0)" } }),
    DescriptionOption(
      "margin", "points",
      help: "The space at the edges of the page: one number, or one for left and right and one for top and bottom.",
      read: { look, text in
        let words = text.split { $0 == " " || $0 == "," }
        let numbers = words.compactMap { Double($0) }
        look.margin = try margin(numbers.count == words.count ? numbers : [], text)
      },
      write: { $0.margin == Vector(dx: 45, dy: 45) ? nil : "\($0.margin.dx) \($0.margin.dy)" },
      decode: { (look: inout Self, numbers: [Double]) in look.margin = try margin(numbers, "\(numbers)") },
      encode: { (_: Self) -> [Double]? in nil }),
    DescriptionOption(
      "moves", "list", help: "The moves of a pointer: {at: 1.5, to: [400, 300], click: true}.",
      read: { _, _ in
        throw DescriptionError("moves must be a list, such as [{at: 0, to: [960, 540]}, {at: 1, to: [200, 300]}]")
      },
      write: { _ in nil }, decode: { (look: inout Self, moves: [PointerMove]) in look.moves = moves },
      encode: { $0.moves.isEmpty ? nil : $0.moves }),
    DescriptionOption(
      "in", "page or content",
      help:
        "page: its points are in points of the page; content: they are fractions of the scene's picture or terminal screen, and follow its zoom.",
      choices: StoryOverlay.Coordinates.allCases.map(\.rawValue),
      read: { $0.coordinates = try OptionText.choice("in", $1) },
      write: { $0.coordinates == .page ? nil : $0.coordinates.rawValue }),
    point("start", "The top left corner of a highlight, or the tail of an arrow.", \.start),
    point("end", "The bottom right corner of a highlight, or the tip of an arrow.", \.end),
  ]

  private static func point(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Self, Point> & Sendable
  ) -> DescriptionOption<Self> {
    DescriptionOption(
      name, "x y", help: help,
      read: { look, text in
        let words = text.split { $0 == " " || $0 == "," }
        let numbers = words.compactMap { Double($0) }
        look[keyPath: path] = try PointerMove.point(numbers.count == words.count ? numbers : [], text, name)
      }, write: { $0.kind == .highlight || $0.kind == .arrow ? "\($0[keyPath: path].x) \($0[keyPath: path].y)" : nil },
      decode: { (look: inout Self, numbers: [Double]) in
        look[keyPath: path] = try PointerMove.point(numbers, "\(numbers)", name)
      }, encode: { (_: Self) -> [Double]? in nil })
  }

  /// Returns a layer that shows the overlay.
  ///
  /// - Parameters:
  ///   - bounds: The page.
  ///   - length: The film's length, in seconds.
  ///   - frameInterval: The time between frames, in seconds; 0 if unknown.
  ///   - content: What its points refer to; nil for the page.
  func layer(in bounds: Rect, over length: Double, frameInterval: Double, content: ContentPlace? = nil) -> Layer {
    let page = Page(bounds)
    let area = Rect(
      x: bounds.minX + margin.dx * page.point, y: bounds.minY + margin.dy * page.point,
      width: max(1, bounds.width - 2 * margin.dx * page.point),
      height: max(1, bounds.height - 2 * margin.dy * page.point))
    let layer: Layer
    switch kind {
    case .image:
      let height = min(size * page.point, area.height)
      let own = drawing?.size ?? image?.size.size ?? Size(width: 1, height: 1)
      let shape = own.width / own.height
      let width = min(height * shape, area.width)
      let frame = rect(Size(width: width, height: width / shape), in: area)
      layer = EmbeddedPicture.layer(image, drawing, frame: drawing == nil ? frame : frame.onPixels)
    case .progress:
      let down = position.parts.down * (bounds.height - size * page.point)
      layer = ProgressLayer(
        frame: Rect(x: bounds.minX, y: bounds.minY + down, width: bounds.width, height: size * page.point),
        color: color,
        over: length)
    case .text, .date, .time, .frame:
      let words = RunningTextLayer(self, over: length, frameInterval: frameInterval)
      words.font = letters(size * page.point)
      let line = rect(Size(width: area.width, height: 1.5 * size * page.point), in: area)
      // Its plate reaches beyond the text.
      words.frame = line.inset(by: -words.padding)
      layer = words
    case .pointer:
      let place = OverlayPlace(content: content, point: page.point)
      layer = PointerLayer(moves, size: size, color: color, place, frame: bounds)
    case .highlight, .arrow:
      layer = MarkLayer(self, OverlayPlace(content: content, point: page.point), frame: bounds)
    case .scene:
      let height = min(size * page.point, area.height)
      let width = min(width.map { $0 * page.point } ?? height * bounds.width / bounds.height, area.width)
      layer = Layer(frame: rect(Size(width: width, height: height), in: area).onPixels)
      layer.masksToBounds = true
    }
    layer.opacity = opacity
    return layer
  }

  /// The rectangle of its text with the plate; nil for what has none.
  func textFrame(in bounds: Rect) -> Rect? {
    guard let words = layer(in: bounds, over: 0, frameInterval: 0) as? RunningTextLayer else { return nil }
    let plate = words.plate
    return Rect(
      x: plate.minX + words.frame.minX, y: plate.minY + words.frame.minY, width: plate.width, height: plate.height)
  }

  /// The opacity of plates.
  static let plateOpacity = 0.82

  /// The plate behind the text.
  var plate: Color {
    background ?? Color(white: color.relativeLuminance > 0.4 ? 0 : 1, alpha: Self.plateOpacity)
  }

  /// The font of the text, in a size.
  func letters(_ size: Double) -> Font {
    var style = StoryTextStyle()
    style.font = font
    return style.applied(to: Font(size: size, weight: .medium), point: 1)
  }

  private static func margin(_ numbers: [Double], _ text: String) throws(InvalidValue) -> Vector {
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ (0...500).contains($0) }) else {
      throw InvalidValue("margin", text, expected: "one or two numbers from 0 to 500, such as 90 or [120, 60]")
    }
    return Vector(dx: numbers[0], dy: numbers[numbers.count - 1])
  }

  private func rect(_ size: Size, in area: Rect) -> Rect {
    let (across, down) = position.parts
    return Rect(
      x: area.minX + across * (area.width - size.width), y: area.minY + down * (area.height - size.height),
      width: size.width, height: size.height)
  }
}
