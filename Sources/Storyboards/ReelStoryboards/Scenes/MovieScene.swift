import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelPlatform
import ReelScenes
import ReelVideo

/// A piece of a movie, at its own or another speed.
public struct MovieScene: Hashable, Sendable {
  /// The path of the movie.
  public private(set) var path = ""
  /// The start within the movie, in seconds.
  public var from = 0.0
  /// The end within the movie, in seconds; nil for its end.
  public var until: Double?
  /// Seconds of the movie per second of the scene, from 0.05 to 50.
  public var speed = 1.0
  /// Whether the sound is left out.
  ///
  /// At another speed it always is.
  public var isMuted = false
  /// How the picture is fitted to the page.
  public var fit = ImageScene.Fit.fit
  /// The colours of the background, where it is visible.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()
  /// The length of the movie, in seconds.
  private(set) var length = 0.0
  /// Whether the movie has sound.
  private(set) var hasSound = false

  /// Creates a page with a movie.
  ///
  /// - Parameter path: The movie: any file that FFmpeg reads.
  /// - Throws: `MovieError` if the file is missing, is not a movie, or has no picture that can be decoded.
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
  /// The scene needs a movie.
  public static let requiredOptions: Set<String> = ["file"]
  /// The movie.
  public static let mainOption: String? = "file"

  /// The options for the movie, the piece and its fit.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "The movie: any file that FFmpeg reads.", files: .value,
      read: { scene, path in
        let film = try MovieScene(path: path)
        (scene.path, scene.length, scene.hasSound) = (film.path, film.length, film.hasSound)
      }, write: { $0.path }),
    DescriptionOption(
      "from", "seconds", help: "Begin at this time of the movie.",
      read: { $0.from = try OptionText.seconds("from", $1, 0...86_400) }, write: { $0.from == 0 ? nil : "\($0.from)" }),
    DescriptionOption(
      "until", "seconds", help: "End at this time of the movie.",
      read: { $0.until = try OptionText.seconds("until", $1, 0...86_400) }, write: { $0.until.map { "\($0)" } }),
    DescriptionOption(
      "speed", "factor", help: "The playback speed, without sound: 2 is twice as fast, 0.5 half as fast.",
      read: { $0.speed = try OptionText.number("speed", $1, 0.05...50) }, write: { $0.speed == 1 ? nil : "\($0.speed)" }
    ),
    DescriptionOption(switch: "muted", help: "Leave out its sound.", \.isMuted),
    DescriptionOption(
      "fit", "fit", help: "fit: the whole picture; fill: the whole page, cropped; stretch: the whole page, distorted.",
      choices: ImageScene.Fit.allCases.map(\.rawValue),
      read: { $0.fit = try OptionText.choice("fit", $1) }, write: { $0.fit.rawValue }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page without a movie.
  public init() {}

  /// The movie.
  public var files: [String] { path.isEmpty ? [] : [path] }

  /// The duration of the piece at its speed.
  public var intrinsicDuration: Double? {
    let seconds = (min(until ?? length, length) - from) / speed
    return seconds > 0 ? seconds : nil
  }

  /// The sound of the piece; nil for silence.
  var sound: SoundPiece? {
    guard hasSound, !isMuted, speed == 1 else { return nil }
    var piece = SoundPiece(path)
    (piece.from, piece.until) = (from, until)
    return piece
  }

  /// Installs the movie.
  ///
  /// - Throws: `MovieError` if the movie is gone, `InvalidValue` if the piece is empty.
  public func install(on layer: SceneLayer) throws {
    guard from < min(until ?? length, length) else {
      throw InvalidValue(
        "from", from, expected: "before the end of the piece, at \(min(until ?? length, length)) s")
    }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    let reader = try MovieReader(url: URL(fileURLWithPath: path))
    layer.addSublayer(MovieLayer(reader, scene: self, frame: layer.bounds))
  }
}

/// A layer that shows the movie's picture for each time.
final class MovieLayer: Layer {
  private let reader: MovieReader
  private let content: ImageLayer
  private let from: Double
  private let until: Double
  private let pace: Double
  private let orientation: ImageOrientation
  /// The time of the frame shown.
  private var shown: Duration?

  init(_ reader: MovieReader, scene: MovieScene, frame: Rect) {
    self.reader = reader
    (from, pace) = (scene.from, scene.speed)
    // Some containers only estimate the length, and the last picture stays anyway.
    until = scene.until ?? .infinity
    orientation = reader.orientation
    // If the first picture cannot be decoded, the layer starts empty.
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

  /// The frame of a picture with non-square pixels, within a size or covering it.
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
    // Containers round times, Matroska to milliseconds. The last picture stays.
    let rounding = 0.001
    let wanted = Duration.seconds(max(0, min(from + max(0, time) * pace, until - 2 * rounding) + rounding))
    // If a frame cannot be decoded, the previous picture stays.
    guard let frame = try? reader.frame(sinceStart: wanted), frame.time?.elapsed != shown || shown == nil,
      let picture = try? frame.bitmap().oriented(orientation)
    else { return }
    shown = frame.time?.elapsed
    content.image = picture
  }
}
