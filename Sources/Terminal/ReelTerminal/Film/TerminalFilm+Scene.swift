import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTiming

extension TerminalFilm: Scene {
  /// The length of the film, including the hold at its end.
  public var intrinsicDuration: Double? { timing.duration + replay.hold }

  /// The fonts of the terminal in all their forms, of the title, and of shown keys.
  public var fonts: [Font] {
    let forms = [Font.Weight.regular, .bold].flatMap { weight in
      [false, true].map { Font(textFont, size: 16, weight: weight, italic: $0) }
    }
    return forms + (hasWindow ? [Font(size: 16)] : []) + (showsKeys ? [TerminalKeysLayer.font(1)] : [])
  }

  /// Enough frames that the last one shows the end of the session.
  public func frameCount(at rate: FrameRate) -> Int? {
    let timing = timing
    let shown = (timing.duration * rate.framesPerSecond - 1e-6).rounded(.up) + 1
    let held = ((timing.duration + replay.hold) * rate.framesPerSecond).rounded()
    let count = max(shown, held)
    return count < 1e12 ? Int(clamping: count) : nil
  }

  /// Returns the rectangle of the cells as a function of time, in a picture of a size.
  package func cells(in size: Size) -> (Double) -> Rect {
    let layer = TerminalFilmLayer(self, frame: Rect(origin: .zero, size: size))
    return { time in
      layer.update(at: time)
      return layer.cells
    }
  }

  /// Installs the window and its content.
  ///
  /// - Throws: `InvalidValue` if an option is out of range.
  public func install(on layer: SceneLayer) throws {
    try validate()
    layer.addSublayer(TerminalFilmLayer(self, frame: layer.bounds))
  }
}
