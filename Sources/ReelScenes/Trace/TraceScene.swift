import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelRecording
import ReelTracing

/// The layers that replay a tracing session.
///
///     let timing = try ReplayTiming(events: session.events, maxPause: 0.5)
///     let scene = try TraceScene(TraceFilm(session, timing: timing), size: PixelSize(width: 414, height: 896))
///     try await Recorder(source: scene, sink: MovieSink(to: url), frameRate: 30).record(for: .seconds(timing.duration))
public final class TraceScene: FrameSource {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// The film that is played.
  public let film: TraceFilm
  /// Decides how lines look; held weakly.
  public weak var delegate: (any TraceSceneDelegate)?

  private let stage: Stage
  private let ink: InkLayer
  private let ring: ProgressRingLayer?
  private let caption: CaptionLayer?
  private let sheet: Layer
  private let fingertipRadius: Double
  private var tracer: Tracer?
  private var plain = PlainLines()
  private var fingertips: [Int: FingertipLayer] = [:]
  private var nextEvent = 0

  /// Creates the scene of a film.
  ///
  /// - Parameters:
  ///   - film: the script.
  ///   - size: the size of the frames; the session's canvas is fitted into it.
  /// - Throws: `InvalidValue` for a session whose numbers cannot be.
  public init(_ film: TraceFilm, size: PixelSize) throws {
    self.film = film
    self.size = size
    let header = film.session.header
    let theme = film.theme
    stage = Stage(size: size, background: .color(theme.surround))

    let place = size.bounds.fitting(header.canvas)
    let scale = place.width / header.canvas.width
    sheet = Layer()
    sheet.bounds = Rect(origin: .zero, size: header.canvas)
    sheet.position = place.center
    sheet.transform = .scale(scale)
    sheet.masksToBounds = true
    stage.root.addSublayer(sheet)

    let isJudged = !header.expected.isEmpty
    tracer = isJudged ? try header.tracer() : nil
    let inkWidth =
      isJudged
      ? header.maxDistance * 0.4 : InkDensity(film.session).lineWidth(canvas: header.canvas, pixel: 1 / scale)
    ink = InkLayer(width: inkWidth)
    // The finger of ink without a verdict covers as much of it, however thin it is.
    fingertipRadius = isJudged ? header.maxDistance * 0.8 : inkWidth * 15 / 7
    var expected = Path()
    for path in header.expected { expected.append(path) }
    let paper = SheetLayer(
      SheetLayer.Content(
        theme: theme, parts: isJudged ? film.parts : [], expected: expected, keyPoints: header.keyPoints,
        maxDistance: header.maxDistance, keyImage: film.keyImage, backgroundImage: film.backgroundImage))
    for layer in [paper, ink] {
      layer.frame = sheet.bounds
      sheet.addSublayer(layer)
    }

    let unit = Double(min(size.width, size.height)) / 720
    ring = isJudged && film.parts.contains(.ring) ? ProgressRingLayer(theme: theme) : nil
    if let ring {
      let toFrame = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: place.minX, ty: place.minY)
      ring.frame = RingPlacement(in: place, unit: unit).frame(
        apartFrom: header.expected.map { $0.applying(toFrame) }, by: header.maxDistance * scale)
      stage.root.addSublayer(ring)
    }
    caption = film.parts.contains(.time) ? CaptionLayer(font: Font("sans", size: 26 * unit), color: theme.text) : nil
    if let caption {
      caption.frame = Rect(x: place.minX, y: place.maxY - 54 * unit, width: place.width, height: 40 * unit)
      stage.root.addSublayer(caption)
    }
    ink.color = { [unowned self] line in self.color(of: line) }
    ink.drawLine = { [unowned self] line, color, context in
      self.delegate?.traceScene(self, draw: line, color: color, in: context) ?? false
    }
  }

  /// Draws what changed since the frame before.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try draw(atSeconds: time.seconds, into: &bitmap)
  }

  /// Draws the picture of any time that is not before the last one drawn.
  public func draw(atSeconds seconds: Double, into bitmap: inout Bitmap) throws -> Region {
    let events = film.session.events
    while nextEvent < events.count, film.timing.filmTime(of: events[nextEvent].milliseconds) <= seconds {
      play(events[nextEvent])
      nextEvent += 1
    }
    caption?.text = captionText(at: seconds)
    return try stage.render(at: seconds, into: &bitmap)
  }

  private func play(_ event: TouchEvent) {
    let wasComplete = tracer?.isComplete ?? false
    let lines = tracer?.handle(event) ?? plain.handle(event)
    for line in lines { ink.add(line) }
    if let tracer {
      let progress = tracer.progress
      ring?.progress = progress.reduce(0, +) / Double(max(1, progress.count))
      ring?.isComplete = tracer.isComplete
      if tracer.isComplete, !wasComplete { ink.setNeedsDisplay() }
    }
    if film.parts.contains(.fingertip) { moveFingertip(event) }
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
    let isComplete = tracer?.isComplete ?? false
    let theme = film.theme
    let color = !line.isInside ? theme.outside : isComplete ? theme.complete : theme.inside
    guard let delegate else { return color }
    return delegate.traceScene(self, colorOf: line, isComplete: isComplete, themeColor: color)
  }

  /// The time of the film in the session's seconds: `0:03.2`.
  private func captionText(at seconds: Double) -> String {
    let tenths = Int((min(seconds, film.timing.replayDuration) * 10 * film.timing.speed + 1e-6).rounded(.down))
    let rest = tenths % 600
    return "\(tenths / 600):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
  }
}
