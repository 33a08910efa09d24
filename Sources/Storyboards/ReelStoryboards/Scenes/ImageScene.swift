import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelInk
import ReelLayers
import ReelScenes
import ReelVideo

/// A picture that fills a page.
public struct ImageScene: Hashable, Sendable {
  /// How a picture of another shape is fitted to the page.
  public enum Fit: String, CaseIterable, Codable, Hashable, Sendable {
    /// Whole, within the safe area.
    case fit
    /// Scaled to cover the page; the excess is cropped.
    case fill
    /// Stretched over the page.
    case stretch
  }

  /// The picture, upright.
  public var image: Bitmap?
  /// The picture if it is a drawing; takes precedence over `image`.
  public var drawing: SVGPicture?
  /// How it is fitted to the page.
  public var fit = Fit.fit
  /// The scale at the end relative to the start, from 0.1 to 10; it changes evenly about the focus.
  public var zoom = 1.0
  /// Changes of the magnification, in order of time; they replace `zoom` and `pan`.
  public var zooms: [ZoomStep] = []
  /// The point about which it scales and that stays visible, as fractions of width and height.
  public var focus = Point(x: 0.5, y: 0.5)
  /// The point that replaces the focus by the end of the scene; nil for no pan.
  public var pan: Point?
  /// The colours of the background.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// Creates a page with a picture.
  ///
  /// - Parameter image: The picture; nil for none.
  public init(_ image: Bitmap?) { self.image = image }

  /// Creates a page with a drawing.
  ///
  /// - Parameter drawing: The drawing, which is sharp at every size.
  public init(_ drawing: SVGPicture) { self.drawing = drawing }
}

extension ImageScene: StyledScene {
  /// `image`.
  public static let kind = "image"
  /// The scene needs a picture.
  public static let requiredOptions: Set<String> = ["file"]
  /// The picture.
  public static let mainOption: String? = "file"

  /// The options for the picture and its fit.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file.png",
      help: "The picture: a PNG, JPEG (turned upright by its Exif data), WebP, AVIF or SVG file.", files: .value,
      read: { (scene: inout Self, path) in (scene.image, scene.drawing) = try EmbeddedPicture(path: path).pictures },
      write: { _ in nil }, decode: { scene, image in (scene.image, scene.drawing) = try image.pictures },
      encode: { EmbeddedPicture($0.image, $0.drawing) }),
    DescriptionOption(
      "fit", "fit", help: "fit: the whole picture; fill: the whole page, cropped; stretch: the whole page, distorted.",
      choices: Fit.allCases.map(\.rawValue),
      read: { $0.fit = try OptionText.choice("fit", $1) }, write: { $0.fit.rawValue }),
    DescriptionOption(
      "zoom", "factor",
      help: "The magnification at the end, relative to the beginning, or a list of steps: [{at: 1 s, to: 1.6}].",
      read: { $0.zoom = try OptionText.number("zoom", $1, 0.1...10) }, write: { $0.zoom == 1 ? nil : "\($0.zoom)" },
      decode: { (scene: inout Self, steps: [ZoomStep]) in
        for (step, next) in zip(steps, steps.dropFirst()) where next.at < step.at + step.seconds {
          throw InvalidValue(
            "zoom", next.at, expected: "",
            sentence: "the zoom at \(next.at) begins before the one at \(step.at) ends: order them, or shorten it")
        }
        scene.zooms = steps
      }, encode: { $0.zooms.isEmpty ? nil : $0.zooms }),
    DescriptionOption(
      "focus", "x y", help: "The point that stays visible, as fractions of width and height: 0.5 0.5 is the middle.",
      read: { $0.focus = try point($1) },
      write: { $0.focus == Point(x: 0.5, y: 0.5) ? nil : "\($0.focus.x) \($0.focus.y)" },
      decode: { (scene: inout Self, numbers: [Double]) in
        scene.focus = try point(numbers.map { "\($0)" }.joined(separator: " "))
      }, encode: { (_: Self) -> [Double]? in nil }),
    DescriptionOption(
      "pan", "x y", help: "The point to pan to: the focus at the end, if fit is fill.",
      read: { $0.pan = try point($1, "pan") }, write: { $0.pan.map { "\($0.x) \($0.y)" } },
      decode: { (scene: inout Self, numbers: [Double]) in
        scene.pan = try point(numbers.map { "\($0)" }.joined(separator: " "), "pan")
      }, encode: { (_: Self) -> [Double]? in nil }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page without a picture.
  public init() { self.init(nil) }

  /// Five seconds.
  public var intrinsicDuration: Double? { 5 }

  /// Installs the picture.
  ///
  /// - Throws: `ImageError` if a drawing can't be drawn.
  public func install(on layer: SceneLayer) throws {
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    guard let size = drawing?.size ?? image?.size.size else { return }
    let page = Page(layer)
    let frame = frame(of: size, on: page, about: focus)
    let place = drawing == nil ? frame : frame.onPixels
    var content = EmbeddedPicture.layer(image, drawing, frame: place)
    let isCard = drawing == nil && image?.hasOpaqueEdges ?? false
    if fit == .fit, !isCard, let picture = try drawing?.bitmap(place.size.examined()) ?? image,
      let plate = PicturePlate.color(behind: picture, on: colors.ground?.center)
    {
      content = PicturePlate.layer(plate, behind: content, point: page.point)
    }
    content.anchorPoint = focus
    content.frame = place
    if fit == .fit, isCard {
      // Rounded, with a fine line, so that it stands out from a ground of its own colour.
      (content.cornerRadius, content.masksToBounds) = (12 * page.point, true)
      (content.borderWidth, content.borderColor) = (max(1, 2 * page.point), colors.ink.with(alpha: 0.18))
    }
    layer.addSublayer(content)
    guard zooms.isEmpty else {
      return ZoomCourse(steps: zooms, frame: content.frame, focus: focus).animate(content)
    }
    if let pan {
      let way = self.frame(of: size, on: page, about: pan).origin - frame.origin
      Transaction.animate(duration: layer.length ?? 5, curve: zoom == 1 ? .easeInOut : .linear) {
        content.position = content.position + way
      }
    }
    guard zoom != 1 else { return }
    content.transform = zoom < 1 ? .scale(1 / zoom) : .identity
    Transaction.animate(duration: layer.length ?? 5, curve: .linear) {
      content.transform = zoom < 1 ? .identity : .scale(zoom)
    }
  }

  /// The picture's rectangle on the page.
  private func frame(of image: Size, on page: Page, about focus: Point) -> Rect {
    let area = fit == .fit ? page.safe : page.bounds
    if fit == .stretch { return area }
    let scales = (area.width / image.width, area.height / image.height)
    let scale = fit == .fit ? min(scales.0, scales.1) : max(scales.0, scales.1)
    let size = Size(width: image.width * scale, height: image.height * scale)
    // The focus is as near to the centre as possible while the page stays covered.
    func start(_ from: Double, _ extent: Double, _ length: Double, _ focus: Double) -> Double {
      guard length > extent else { return from + (extent - length) / 2 }
      return min(from, max(from + extent - length, from + extent / 2 - focus * length))
    }
    return Rect(
      x: start(area.minX, area.width, size.width, focus.x), y: start(area.minY, area.height, size.height, focus.y),
      width: size.width, height: size.height)
  }

  static func point(_ text: String, _ name: String = "focus") throws(InvalidValue) -> Point {
    let parts = text.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy({ (0...1).contains($0) }) else {
      throw InvalidValue(name, text, expected: "two numbers from 0 to 1, such as 0.5 0.3")
    }
    return Point(x: parts[0], y: parts[1])
  }
}

extension Bitmap {
  /// Whether no pixel at its edges is transparent.
  fileprivate var hasOpaqueEdges: Bool {
    withUnsafeBytes { bytes in
      func isOpaque(_ x: Int, _ y: Int) -> Bool { bytes[y * bytesPerRow + 4 * x + 3] == 255 }
      return (0..<width).allSatisfy { isOpaque($0, 0) && isOpaque($0, height - 1) }
        && (0..<height).allSatisfy { isOpaque(0, $0) && isOpaque(width - 1, $0) }
    }
  }
}

extension ImageScene: ContentScene {
  func contentFrame(of length: Double, on page: Page) -> (Double) -> Rect {
    { contentFrame(at: $0, of: length, on: page) }
  }

  private func contentFrame(at time: Double, of length: Double, on page: Page) -> Rect {
    guard let size = drawing?.size ?? image?.size.size else { return page.bounds }
    let own = frame(of: size, on: page, about: focus)
    let frame = drawing == nil ? own : own.onPixels
    let part = length > 0 ? min(max(0, time / length), 1) : 1
    var factor = zoom < 1 ? (1 / zoom).interpolated(to: 1, fraction: part) : 1.interpolated(to: zoom, fraction: part)
    var place = Point(x: frame.minX + focus.x * frame.width, y: frame.minY + focus.y * frame.height)
    if zooms.isEmpty, let pan {
      let way = self.frame(of: size, on: page, about: pan).origin - own.origin
      place = place + way * (zoom == 1 ? TimingCurve.easeInOut.value(at: part) : part)
    } else if !zooms.isEmpty {
      let course = ZoomCourse(steps: zooms, frame: frame, focus: focus)
      factor = 1
      for step in zooms where step.at <= time {
        let done = step.seconds > 0 ? TimingCurve.settle.value(at: (time - step.at) / step.seconds) : 1
        let target = course.state(after: step)
        factor = factor.interpolated(to: target.factor, fraction: done)
        place = place.interpolated(to: target.place, fraction: done)
      }
    }
    return Rect(
      x: place.x - focus.x * frame.width * factor, y: place.y - focus.y * frame.height * factor,
      width: frame.width * factor, height: frame.height * factor)
  }
}

extension ImageScene: FittedScene {
  var hasText: Bool { false }

  /// A drawing with texts, such as a chart; where they are while it zooms is not known.
  func subjects(on page: Page) -> [Rect] {
    guard let drawing, drawing.hasText else { return [] }
    return [fit == .fit && zoom == 1 && zooms.isEmpty ? frame(of: drawing.size, on: page, about: focus) : page.bounds]
  }

  func notes(on page: Page) -> [String] {
    drawing.flatMap { try? SVGDrawing(Array($0.text.utf8), name: "svg") }?.notes ?? []
  }
}
