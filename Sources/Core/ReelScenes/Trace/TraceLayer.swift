import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing

/// The layers of a film that replays a session.
package final class TraceLayer: Layer {
  /// Returns the colour of a line, or nil to omit it; the arguments include whether everything is traced, and the theme's colour.
  var lineColor: (TracedLine, _ isComplete: Bool, Color) -> Color? = { $2 }
  /// Draws a line, or returns false to leave it to the layer.
  var drawLine: (TracedLine, Color, GraphicsContext) -> Bool = { _, _, _ in false }
  /// Draws an expected path, by its index, or returns false to leave it to the layer.
  var drawPath: (Int, Path, GraphicsContext) -> Bool = { _, _, _ in false }
  /// Whether the closures may have been replaced.
  var hasPainter: () -> Bool = { false }

  private let film: TraceFilm
  private let timing: ReplayTiming
  private var history: TraceHistory
  /// The number of events shown.
  private var shownEvents = 0

  private let sheet = Layer()
  private let ink: InkLayer
  private let guide: GuideLayer?
  private let ring: ProgressRingLayer?
  private let caption: TextLayer?
  private let fingertipRadius: Double
  private var fingertips: [Int: FingertipLayer] = [:]

  /// Creates the layers.
  package init(_ film: TraceFilm, frame: Rect) throws {
    self.film = film
    timing = try film.timing
    let (header, theme) = (film.session.header, film.theme)
    let showsGuide = film.showsGuide && !header.expected.isEmpty
    history = try TraceHistory(header, hasGuide: showsGuide)
    for event in film.session.events { history.append(event) }

    let size = frame.size
    let fitted = Rect(origin: .zero, size: size).fitting(header.canvas)
    let scale = fitted.width / header.canvas.width
    let isJudged = !header.expected.isEmpty
    let inkWidth =
      isJudged
      ? header.maxDistance * 0.4
      : film.lineWidth ?? InkDensity(history.lines).lineWidth(canvas: header.canvas, pixel: 1 / scale)
    ink = InkLayer(width: inkWidth)
    guide = showsGuide ? GuideLayer(film) : nil
    // For unjudged ink, the finger covers the same multiple of the line width.
    fingertipRadius = isJudged ? header.maxDistance * 0.8 : inkWidth * 15 / 7
    let unit = min(size.width, size.height) / 720
    ring = isJudged && film.parts.contains(.ring) ? ProgressRingLayer(theme: theme) : nil
    let line = Rect(x: fitted.minX, y: fitted.maxY - 54 * unit, width: fitted.width, height: 40 * unit)
    caption =
      film.parts.contains(.time)
      ? TextLayer(centeredIn: line, font: Font(film.textFont, size: 26 * unit), color: theme.text) : nil
    super.init()
    self.frame = frame
    backgroundColor = theme.surround

    sheet.bounds = Rect(origin: .zero, size: header.canvas)
    sheet.position = fitted.center
    sheet.transform = .scale(scale)
    sheet.masksToBounds = true
    addSublayer(sheet)
    let ground = SheetLayer(SheetLayer.Content(film))
    for case let layer? in [ground, guide, ink] as [Layer?] {
      layer.frame = sheet.bounds
      sheet.addSublayer(layer)
    }
    ground.drawPath = { [unowned self] index, path, context in self.drawPath(index, path, context) }
    if let ring {
      let toFrame = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: fitted.minX, ty: fitted.minY)
      ring.frame = RingPlacement(in: fitted, unit: unit).frame(
        apartFrom: header.expected.map { $0.applying(toFrame) }, by: header.maxDistance * scale)
      addSublayer(ring)
    }
    if let caption { addSublayer(caption) }
    ink.color = { [unowned self] line in self.color(of: line) }
    ink.drawLine = { [unowned self] line, color, context in self.drawLine(line, color, context) }
    ink.isPlain = { [unowned self] in !self.hasPainter() }
  }

  /// Appends an event.
  package func append(_ event: TouchEvent) { history.append(event) }

  /// Shows the film at its current time, independently of what was shown before.
  package override func update(at time: Double) {
    let events = history.events
    if shownEvents > 0, timing.filmTime(of: events[shownEvents - 1].milliseconds) > time { showNothing() }
    while shownEvents < events.count, timing.filmTime(of: events[shownEvents].milliseconds) <= time {
      if film.parts.contains(.fingertip) { moveFingertip(events[shownEvents]) }
      shownEvents += 1
    }
    let moment = history.moments[shownEvents]
    ink.show(history.lines.prefix(moment.lineCount), isComplete: moment.isComplete)
    guide?.show(moment)
    ring?.progress = moment.progress
    ring?.isComplete = moment.isComplete
    caption?.text = captionText(at: time)
  }

  /// Resets to the state before the first event, from which any time can be shown.
  private func showNothing() {
    shownEvents = 0
    for tip in fingertips.values { tip.isHidden = true }
  }

  private func moveFingertip(_ event: TouchEvent) {
    let isDown = event.phase == .began || event.phase == .moved
    guard isDown || fingertips[event.touch] != nil else { return }
    let tip = fingertips[event.touch] ?? makeFingertip(for: event.touch)
    tip.position = event.point
    tip.isHidden = !isDown
  }

  private func makeFingertip(for touch: Int) -> FingertipLayer {
    let tip = FingertipLayer(color: film.theme.fingertip, radius: fingertipRadius)
    sheet.addSublayer(tip)
    fingertips[touch] = tip
    return tip
  }

  private func color(of line: TracedLine) -> Color? {
    let isComplete = history.moments[shownEvents].isComplete
    let theme = film.theme
    let inCorridor = line.isOutOfTurn ? theme.text : isComplete ? theme.complete : theme.inside
    return lineColor(line, isComplete, line.isInCorridor ? inCorridor : theme.outside)
  }

  /// Returns the film's time in seconds of the session: `0:03.2`.
  private func captionText(at time: Double) -> String {
    let seconds = max(0, timing.options.isLive ? time : min(time, timing.replayDuration))
    let tenths = Int(clamping: (seconds * 10 * timing.speed + 1e-6).rounded(.down))
    let rest = tenths % 600
    return "\(tenths / 600):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
  }
}
