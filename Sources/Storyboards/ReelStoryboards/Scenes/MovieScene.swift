import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelPlatform
import ReelScenes
import ReelVideo

/// A piece of another film, at its own or another speed.
public struct MovieScene: Hashable, Sendable {
  /// The film.
  public private(set) var path = ""
  /// The first second of it that is shown.
  public var from = 0.0
  /// The second of it at which it breaks off; nil for its end.
  public var until: Double?
  /// The seconds of it that pass in a second, from 0.05 to 50.
  public var speed = 1.0
  /// Whether its sound is left out; at another speed it always is.
  public var isMuted = false
  /// How it stands on the page.
  public var fit = ImageScene.Fit.fill
  /// The colours of the ground, where it leaves any.
  public var theme = StoryTheme.night
  /// What differs from the theme.
  public var style = StoryStyle()
  /// How long the film is, in seconds.
  private(set) var length = 0.0
  /// Whether it has sound.
  private(set) var hasSound = false

  /// Creates a page with a film.
  ///
  /// - Parameter path: The film: anything that FFmpeg reads.
  /// - Throws: `MovieError` for a file that is missing, no film, or one of which no picture can be decoded.
  public init(path: String) throws {
    let reader = try MovieReader(url: URL(fileURLWithPath: path))
    guard reader.firstPicture() != nil else {
      throw MovieError.unreadable(path: path, reason: "none of its pictures can be decoded (\(reader.facts.codec))")
    }
    self.path = path
    length = reader.facts.streamDuration?.seconds ?? reader.facts.duration
    hasSound = (try? SoundTrack([SoundPiece(path)]).validate()) != nil
  }
}

extension MovieScene: StyledScene {
  /// `movie`.
  public static let kind = "movie"
  /// Without a film there is nothing to show.
  public static let requiredOptions: Set<String> = ["file"]
  /// The film.
  public static let mainOption: String? = "file"

  /// Which piece of which film, and how it stands.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "The film: anything that FFmpeg reads.", files: .value,
      read: { scene, path in
        let film = try MovieScene(path: path)
        (scene.path, scene.length, scene.hasSound) = (film.path, film.length, film.hasSound)
      }, write: { $0.path }),
    DescriptionOption(
      "from", "seconds", help: "The first second of it that is shown.",
      read: { $0.from = try OptionText.seconds("from", $1, 0...86_400) }, write: { $0.from == 0 ? nil : "\($0.from)" }),
    DescriptionOption(
      "until", "seconds", help: "The second of it at which it breaks off.",
      read: { $0.until = try OptionText.seconds("until", $1, 0...86_400) }, write: { $0.until.map { "\($0)" } }),
    DescriptionOption(
      "speed", "factor", help: "2 is twice as fast, 0.5 half; without its sound.",
      read: { $0.speed = try OptionText.number("speed", $1, 0.05...50) }, write: { $0.speed == 1 ? nil : "\($0.speed)" }
    ),
    DescriptionOption(switch: "muted", help: "Leave out its sound.", \.isMuted),
    DescriptionOption(
      "fit", "fit", help: "fit: whole; fill: leaves no ground; stretch: takes the shape of the page.",
      choices: ImageScene.Fit.allCases.map(\.rawValue),
      read: { $0.fit = try OptionText.choice("fit", $1) }, write: { $0.fit.rawValue }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// A page without a film.
  public init() {}

  /// The film.
  public var files: [String] { path.isEmpty ? [] : [path] }

  /// As long as the piece is at its speed.
  public var intrinsicDuration: Double? {
    let seconds = (min(until ?? length, length) - from) / speed
    return seconds > 0 ? seconds : nil
  }

  /// What is heard of it, from 0 on; nil for silence.
  var sound: SoundPiece? {
    guard hasSound, !isMuted, speed == 1 else { return nil }
    var piece = SoundPiece(path)
    (piece.from, piece.until) = (from, until)
    return piece
  }

  /// Installs the film.
  ///
  /// - Throws: `MovieError` for one that has gone, `InvalidValue` for a piece of which nothing is there.
  public func install(on layer: SceneLayer) throws {
    guard from < min(until ?? length, length) else {
      throw InvalidValue(
        "from", from, expected: "before the end of the piece, which is at \(min(until ?? length, length)) s")
    }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let reader = try MovieReader(url: URL(fileURLWithPath: path))
    let area = fit == .fit ? Page(layer.bounds).safe : layer.bounds
    layer.addSublayer(MovieLayer(reader, scene: self, frame: area))
  }
}

/// The picture of a film that belongs to its own time.
final class MovieLayer: Layer {
  private let reader: MovieReader
  private let content: ImageLayer
  private let from: Double
  private let until: Double
  private let pace: Double
  private let orientation: ImageOrientation
  /// The time of the frame that is shown.
  private var shown: Duration?

  init(_ reader: MovieReader, scene: MovieScene, frame: Rect) {
    self.reader = reader
    (from, pace) = (scene.from, scene.speed)
    // The length is an estimate in some containers, and the last picture stays anyway.
    until = scene.until ?? .infinity
    orientation = reader.orientation
    // What cannot be decoded leaves the picture before, and this one at the beginning.
    let first = try? reader.firstPicture()?.bitmap().oriented(orientation)
    content = ImageLayer(first, contentMode: scene.fit == .fit ? .fit : scene.fit == .fill ? .fill : .stretch)
    super.init(frame: frame)
    masksToBounds = true
    content.frame = Rect(origin: .zero, size: frame.size)
    if reader.pixelAspect != 1, scene.fit != .stretch {
      content.contentMode = .stretch
      content.frame = Self.frame(of: reader, in: frame.size, covers: scene.fit == .fill)
    }
    addSublayer(content)
  }

  /// Where a picture of pixels that are not square stands, within a size or covering it.
  private static func frame(of reader: MovieReader, in size: Size, covers: Bool) -> Rect {
    let stored = reader.facts.size.size
    let wide = Size(width: stored.width * reader.pixelAspect, height: stored.height)
    let shape = reader.orientation.swapsSides ? Size(width: wide.height, height: wide.width) : wide
    let scales = (size.width / shape.width, size.height / shape.height)
    let scale = covers ? max(scales.0, scales.1) : min(scales.0, scales.1)
    let shown = Size(width: shape.width * scale, height: shape.height * scale)
    return Rect(
      x: (size.width - shown.width) / 2, y: (size.height - shown.height) / 2, width: shown.width, height: shown.height)
  }

  override func update(at time: Double) {
    // Containers round times, Matroska to the millisecond; the last picture stays.
    let rounding = 0.001
    let wanted = Duration.seconds(max(0, min(from + max(0, time) * pace, until - 2 * rounding) + rounding))
    // What cannot be decoded leaves the picture before.
    guard let frame = try? reader.frame(sinceStart: wanted), frame.time?.elapsed != shown || shown == nil,
      let picture = try? frame.bitmap().oriented(orientation)
    else { return }
    shown = frame.time?.elapsed
    content.image = picture
  }
}
