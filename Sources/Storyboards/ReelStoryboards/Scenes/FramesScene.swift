import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelPlatform
import ReelScenes

/// The numbered pictures of a folder, one after another.
public struct FramesScene: Hashable, Sendable {
  /// The pictures in order.
  public private(set) var paths: [String] = []
  /// Pictures a second.
  public var rate = 10.0
  /// How the pictures are fitted to the page.
  public var fit = ImageScene.Fit.fit
  /// The colours of the background, where it is visible.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()
  private var folder = ""

  /// Creates a page with the PNG and JPEG files of a folder, in the order of the numbers in their names.
  ///
  /// - Parameter folder: The folder.
  /// - Throws: `ImageError` if the folder is missing or has no pictures.
  public init(folder: String) throws {
    self.folder = folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let pictures = names.filter { name in
      [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) } && !name.hasPrefix(".")
    }
    guard !pictures.isEmpty else {
      throw ImageError(path: folder, reason: "it is not a folder with PNG or JPEG files")
    }
    paths = pictures.sorted(by: Self.isBefore).map { folder + "/" + $0 }
  }

  /// Whether a name sorts before another one.
  ///
  /// Numbers compare by value, so `2.png` comes before `10.png`.
  private static func isBefore(_ one: String, _ other: String) -> Bool {
    let (own, others) = (runs(one), runs(other))
    for (left, right) in zip(own, others) where left != right {
      let isNumber = left.first?.isNumber == true && right.first?.isNumber == true
      guard isNumber else { return left < right }
      let (a, b) = (left.drop { $0 == "0" }, right.drop { $0 == "0" })
      if a.count != b.count { return a.count < b.count }
      if a != b { return a < b }
    }
    return own.count != others.count ? own.count < others.count : one < other
  }

  /// Splits a name into runs of digits and of other characters.
  private static func runs(_ name: String) -> [Substring] {
    var runs: [Substring] = []
    var rest = name[...]
    while let first = rest.first {
      let isNumber = first.isNumber
      let run = rest.prefix { $0.isNumber == isNumber }
      runs.append(run)
      rest = rest[run.endIndex...]
    }
    return runs
  }
}

extension FramesScene: StyledScene {
  /// `frames`.
  public static let kind = "frames"
  /// The scene needs a folder.
  public static let requiredOptions: Set<String> = ["folder"]
  /// The folder.
  public static let mainOption: String? = "folder"

  /// The options for the pictures and their fit.
  public static let options = [
    DescriptionOption<Self>(
      "folder", "folder", help: "A folder of PNG or JPEG files with numbers in their names.", files: .value,
      read: { scene, folder in
        let found = try FramesScene(folder: folder)
        (scene.paths, scene.folder) = (found.paths, folder)
      }, write: { $0.folder }),
    DescriptionOption(
      "fps", "rate", help: "Pictures a second.",
      read: { $0.rate = try OptionText.number("fps", $1, 0.01...240) }, write: { "\($0.rate)" }),
    DescriptionOption(
      "fit", "fit", help: "fit: the whole picture; fill: the whole page, cropped; stretch: the whole page, distorted.",
      choices: ImageScene.Fit.allCases.map(\.rawValue),
      read: { $0.fit = try OptionText.choice("fit", $1) }, write: { $0.fit.rawValue }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page without pictures.
  public init() {}

  /// The duration of all pictures at their rate.
  public var intrinsicDuration: Double? { paths.isEmpty ? nil : Double(paths.count) / rate }

  /// The pictures.
  public var files: [String] { paths }

  /// Installs the pictures.
  ///
  /// Each is read when it is shown.
  ///
  /// - Throws: `ImageError` if the first picture cannot be read.
  public func install(on layer: SceneLayer) throws {
    guard let first = paths.first else { return }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let frames = FramesLayer(self, first: try EmbeddedPicture.bitmap(at: first), frame: layer.bounds)
    layer.addSublayer(frames)
  }
}

/// A layer that shows the picture for each time.
private final class FramesLayer: Layer {
  private let paths: [String]
  private let rate: Double
  private let content: ImageLayer
  private var shown = 0

  init(_ scene: FramesScene, first: Bitmap, frame: Rect) {
    (paths, rate) = (scene.paths, scene.rate)
    content = ImageLayer(first, contentMode: scene.fit == .fit ? .fit : scene.fit == .fill ? .fill : .stretch)
    super.init(frame: frame)
    masksToBounds = true
    content.frame = Rect(origin: .zero, size: frame.size)
    addSublayer(content)
  }

  override func update(at time: Double) {
    let index = min(max(0, Int(clamping: (time * rate + 1e-6).rounded(.down))), paths.count - 1)
    guard index != shown else { return }
    shown = index
    // If a picture cannot be read, the previous one stays.
    if let picture = try? EmbeddedPicture.bitmap(at: paths[index]) { content.image = picture }
  }
}
