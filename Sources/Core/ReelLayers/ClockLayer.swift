import ReelCanvas
import ReelGeometry

/// A clock with three hands, whose second hand jumps from second to second like a station clock's.
///
/// It follows the layer's time: at 0 it shows `startTime`, and it advances once a second.
public final class ClockLayer: Layer {
  /// The hour hand.
  public let hourHand: ClockHandLayer
  /// The minute hand.
  public let minuteHand: ClockHandLayer
  /// The second hand.
  public let secondHand: ClockHandLayer
  /// The time of day at layer time 0, in seconds since midnight.
  public var startTime: Double { didSet { show(startTime, startTime, 0) } }

  private let ink: Color

  /// Creates a round clock.
  ///
  /// - Parameters:
  ///   - center: the middle of the face.
  ///   - radius: the radius of the face.
  ///   - startTime: the time of day at layer time 0, in seconds since midnight.
  ///   - ink: the colour of marks, numerals and two hands.
  ///   - accent: the colour of the second hand.
  public init(
    center: Point, radius: Double, startTime: Double = 0, ink: Color = Color(red: 0.16, green: 0.18, blue: 0.24),
    accent: Color = Color(red: 0.88, green: 0.25, blue: 0.2)
  ) {
    hourHand = ClockHandLayer(length: 0.5, tail: 0.1, width: 0.055, color: ink)
    minuteHand = ClockHandLayer(length: 0.74, tail: 0.12, width: 0.04, color: ink)
    secondHand = ClockHandLayer(length: 0.8, tail: 0.2, width: 0.014, color: accent)
    self.startTime = startTime
    self.ink = ink
    super.init(frame: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
    for hand in [hourHand, minuteHand, secondHand] {
      hand.frame = bounds
      addSublayer(hand)
    }
    show(startTime, startTime, 0)
  }

  /// The duration of the hands' jump to the next second, in seconds.
  private static let tick = 0.4

  /// Sets the hands for a time.
  public override func update(at time: Double) {
    let second = time.rounded(.down)
    guard second != 0 else { return show(startTime, startTime, 0) }
    let now = startTime + second
    show(now - 1, now, TimingCurve.easeIn.value(at: (time - second) / Self.tick))
  }

  /// Sets the hands between two times.
  ///
  /// Angles are not reduced to one turn, so no hand runs backwards at the end of a turn.
  private func show(_ before: Double, _ after: Double, _ fraction: Double) {
    func angle(_ degrees: (Double) -> Double) -> Angle {
      Angle.degrees(degrees(before)).interpolated(to: .degrees(degrees(after)), fraction: fraction)
    }
    secondHand.angle = angle { $0 * 6 }
    minuteHand.angle = angle { $0 / 10 }
    hourHand.angle = angle { $0 / 120 }
  }

  /// Draws the face.
  public override func draw(in context: GraphicsContext) {
    let center = bounds.center
    let radius = bounds.width / 2
    let rim = Gradient(Color(white: 0.98), Color(red: 0.72, green: 0.75, blue: 0.82))
    context.fill(
      Path(circleAround: center, radius: radius),
      with: .linearGradient(rim, from: bounds.origin, to: Point(x: bounds.maxX, y: bounds.maxY)))
    let face = Gradient(.white, Color(red: 0.93, green: 0.94, blue: 0.96))
    context.fill(
      Path(circleAround: center, radius: 0.94 * radius),
      with: .radialGradient(face, center: center, radius: 0.94 * radius))

    for minute in 0..<60 {
      let direction = Angle.degrees(Double(minute) * 6 - 90).unitVector
      let isHour = minute.isMultiple(of: 5)
      let mark = Path(
        points: [center + direction * (0.88 * radius), center + direction * ((isHour ? 0.8 : 0.85) * radius)])
      context.stroke(
        mark, with: .color(isHour ? ink : ink.with(alpha: 0.45)),
        style: .round(width: (isHour ? 0.022 : 0.008) * radius))
    }
    for hour in 1...12 {
      let numeral = TextLayout("\(hour)", font: Font(size: 0.13 * radius, weight: .medium))
      let middle = center + Angle.degrees(Double(hour) * 30 - 90).unitVector * (0.67 * radius)
      context.draw(
        numeral, at: middle - Vector(dx: numeral.size.width / 2, dy: numeral.size.height / 2), with: .color(ink))
    }
  }
}
