import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTurtle
import ReelVideo

/// The layers that play a snowflake film.
///
///     let scene = try SnowflakeScene(SnowflakeFilm(duration: 30), size: PixelSize(width: 1280, height: 720))
///     try await Recorder(source: scene, sink: MovieSink(to: url)).record(for: .seconds(30))
public final class SnowflakeScene: FrameSource {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// The film that is played.
  public let film: SnowflakeFilm
  private let stage: Stage
  private let flake: SnowflakeLayer
  private let drawnBefore: SnowflakeLayer
  private let caption: CaptionLayer?

  /// Creates the scene of a film.
  ///
  /// - Parameters:
  ///   - film: the script.
  ///   - size: the size of the frames; the picture fills it, whatever it is.
  ///   - frameRate: the rate of the recording, so that the last frame shows the finished picture.
  /// - Throws: `InvalidValue` for a film with a number out of range.
  public init(_ film: SnowflakeFilm, size: PixelSize, frameRate: FrameRate = 10) throws {
    try film.validate()
    self.film = film
    self.size = size
    var theme = film.theme
    if let plain = film.background {
      (theme.backgroundCenter, theme.backgroundEdge, theme.starCount) = (plain, plain, 0)
    }
    let layout = Layout(size: size, hasCaption: film.showsCaption && theme.caption != nil)
    stage = Stage(size: size)
    flake = SnowflakeLayer(theme: theme, unit: layout.unit)
    drawnBefore = SnowflakeLayer(theme: theme, unit: layout.unit)
    stage.root.addSublayer(
      try BackdropLayer(size: size, theme: theme, center: layout.flake.center, unit: layout.unit))
    drawnBefore.frame = layout.flake
    drawnBefore.opacity = 0.22
    drawnBefore.isHidden = true
    stage.root.addSublayer(drawnBefore)
    flake.frame = layout.flake
    stage.root.addSublayer(flake)
    if film.showsCaption, let color = theme.caption {
      let caption = CaptionLayer(font: Font("sans", size: 23 * layout.unit), color: color)
      caption.frame = layout.caption
      stage.root.addSublayer(caption)
      self.caption = caption
    } else {
      caption = nil
    }
    schedule(film.shares(frameInterval: frameRate.seconds(ofFrame: 1)))
  }

  /// Draws what changed since the frame before.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try draw(atSeconds: time.seconds, into: &bitmap)
  }

  /// Draws the picture of any time that is not before the last one drawn.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    try stage.render(at: seconds, into: &bitmap)
  }

  private func schedule(_ shares: [SnowflakeFilm.Share]) {
    for share in shares {
      stage.at(share.start) { [flake, drawnBefore, caption, film] in
        caption?.text = Self.captionText(level: share.level)
        switch film.style {
        case .grow, .step:
          let isFirst = share.level == film.levels.lowerBound
          if isFirst { flake.level = Double(max(0, share.level - (share.growth > 0 ? 1 : 0))) }
          Transaction.animate(duration: share.growth, curve: .easeInOut) { flake.level = Double(share.level) }
        case .draw:
          drawnBefore.isHidden = share.level == film.levels.lowerBound
          drawnBefore.level = flake.level
          flake.level = Double(share.level)
          flake.walked = 0
          Transaction.animate(
            duration: share.growth, curve: .linear, completion: { drawnBefore.isHidden = true },
            { flake.walked = 1 })
        }
      }
    }
  }

  /// The line that tells a level: `Level 3 · 192 segments`.
  static func captionText(level: Int) -> String {
    "Level \(level)  ·  \(grouped(3 << (2 * level))) segments"
  }

  /// Writes a number with thin spaces between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text = "\u{2009}" + text }
      text = String(digit) + text
    }
    return text
  }
}

/// Where things stand in a frame of any size.
private struct Layout {
  /// Pixels in one point of the theme: a frame of 720 lines has 1.
  var unit: Double
  var flake: Rect
  var caption: Rect

  init(size: PixelSize, hasCaption: Bool) {
    let frame = size.size
    let short = min(frame.width, frame.height)
    unit = short / 720
    // The caption takes the lowest tenth; without it the flake moves to the middle.
    let space = hasCaption ? Size(width: frame.width, height: frame.height * 0.9) : frame
    let side = min(space.width, space.height) * (hasCaption ? 0.96 : 0.90)
    flake = Rect(
      center: Point(x: space.width / 2, y: space.height / 2 + (hasCaption ? short * 0.012 : 0)),
      size: Size(width: side, height: side))
    caption = Rect(x: 0, y: frame.height * 0.91, width: frame.width, height: frame.height * 0.06)
  }
}
