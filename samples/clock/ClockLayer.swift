import Reel

/// A clock with three hands, which go from one second to the next as those of a station clock do.
final class ClockLayer: Layer {
  let hourHand = HandLayer(length: 0.5, tail: 0.1, width: 0.055, color: ink)
  let minuteHand = HandLayer(length: 0.74, tail: 0.12, width: 0.04, color: ink)
  let secondHand = HandLayer(length: 0.8, tail: 0.2, width: 0.014, color: red)

  static let ink = Color(red: 0.16, green: 0.18, blue: 0.24)
  static let red = Color(red: 0.88, green: 0.25, blue: 0.2)

  /// Creates a clock in a circle that shows twelve.
  init(center: Point, radius: Double) {
    super.init()
    frame = Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
    for hand in [hourHand, minuteHand, secondHand] {
      hand.frame = bounds
      addSublayer(hand)
    }
  }

  /// The time that the clock shows, in seconds since midnight.
  ///
  /// Angles are not reduced to one turn, so that no hand runs back when its turn is over.
  var time = 0.0 {
    didSet {
      secondHand.angle = .degrees(time * 6)
      minuteHand.angle = .degrees(time / 10)
      hourHand.angle = .degrees(time / 120)
    }
  }

  /// Shows a time and goes on from it once a second, for as long as the stage does.
  func run(from start: Double) {
    time = start
    stage?.every(1, from: 1) { [weak self] tick in
      Transaction.animate(duration: 0.4, curve: .easeIn) { self?.time = start + Double(tick + 1) }
    }
  }

  override func draw(in context: GraphicsContext) {
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
        mark, with: .color(isHour ? Self.ink : Self.ink.with(alpha: 0.45)),
        style: .round(width: (isHour ? 0.022 : 0.008) * radius))
    }
    for hour in 1...12 {
      let numeral = TextLayout("\(hour)", font: Font(size: 0.13 * radius, weight: .medium))
      let middle = center + Angle.degrees(Double(hour) * 30 - 90).unitVector * (0.67 * radius)
      context.draw(
        numeral, at: middle - Vector(dx: numeral.size.width / 2, dy: numeral.size.height / 2), with: .color(Self.ink))
    }
  }
}
