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
  /// Whether a frame may equal the one before.
  public var mayHoldStill: Bool { film.mayHoldStill }
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
    let theme = film.theme.on(film.background)
    let layout = FlakeLayout(size: size, hasCaption: film.showsCaption && theme.caption != nil)
    stage = Stage(size: size)
    // While fonts are looked for, the backdrop is drawn.
    caption = layout.captionLayer(theme: theme)
    flake = SnowflakeLayer(theme: theme, unit: layout.unit)
    drawnBefore = SnowflakeLayer(theme: theme, unit: layout.unit)
    stage.root.addSublayer(try BackdropLayer(size: size, theme: theme, flake: layout.flake, unit: layout.unit))
    drawnBefore.frame = layout.flake
    drawnBefore.isHidden = true
    stage.root.addSublayer(drawnBefore)
    flake.frame = layout.flake
    stage.root.addSublayer(flake)
    if let caption { stage.root.addSublayer(caption) }
    let frameInterval = frameRate.seconds(ofFrame: 1)
    schedule(film.shares(frameInterval: frameInterval), lastFrame: film.duration - frameInterval)
  }

  /// Draws what changed since the frame before.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try draw(atSeconds: time.seconds, into: &bitmap)
  }

  /// Draws the picture of any time that is not before the last one drawn.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    try stage.render(at: seconds, into: &bitmap)
  }

  private func schedule(_ shares: [SnowflakeFilm.Share], lastFrame: Double) {
    for share in shares {
      // Nothing jumps in the draw style: what was drawn before fades to a shadow, and the finished flake fills.
      let fade = min(0.3, max(0, (share.end - share.start - share.growth) / 2))
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
          drawnBefore.opacity = 1
          flake.level = Double(share.level)
          flake.walked = 0
          flake.fillOpacity = 0
          Transaction.animate(duration: fade, curve: .easeOut) { drawnBefore.opacity = 0.22 }
          Transaction.animate(duration: share.growth, curve: .linear) { flake.walked = 1 }
        }
      }
      if film.style == .draw {
        stage.at(share.start + share.growth) { [flake, drawnBefore, film] in
          let isLast = share.level == film.levels.upperBound
          Transaction.animate(duration: isLast ? min(fade, max(0, lastFrame - share.start - share.growth)) : fade) {
            flake.fillOpacity = 1
            drawnBefore.opacity = 0
          }
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
