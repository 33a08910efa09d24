import ReelCanvas
import ReelGeometry

/// The drawing of the portable patterns: integers only, and a pure function of frame number, size and seed.
struct PatternDrawing {
  let size: PixelSize
  let seed: UInt64
  let frameCount: Int
  /// The frame rate, from which a frame's time in minutes, seconds and milliseconds is computed.
  let rate: (numerator: Int, denominator: Int)

  private var width: Int { size.width }
  private var height: Int { size.height }
  /// The unit of line widths and margins, which grows with the picture: 1 up to 539 rows, 2 from 540 and so on.
  private var unit: Int { max(1, min(width, height) / 270) }

  /// Draws a pattern over the whole frame.
  func draw(_ pattern: FixturePattern, frame n: Int, with painter: some PixelSurface) {
    switch pattern {
    case .counter: counter(n, painter)
    case .bars: bars(n, painter)
    case .gradient: gradient(n, painter)
    case .checker: checker(n, painter)
    case .noise: noise(n, painter)
    case .motion: motion(n, painter)
    case .solid, .snowflake: painter.fill(x: 0, y: 0, width: width, height: height, solidColor)
    }
  }

  // MARK: - Still patterns

  /// A muted colour, far from black and white so that a flash stands out.
  private var solidColor: Pixel {
    let colors: [(UInt8, UInt8, UInt8)] = [
      (52, 84, 128), (128, 64, 56), (60, 112, 72), (120, 96, 40), (96, 72, 128), (40, 112, 120), (112, 112, 112),
      (136, 72, 104),
    ]
    let (red, green, blue) = colors[Int(seed % UInt64(colors.count))]
    return Pixel(red: red, green: green, blue: blue)
  }

  private func bars(_ n: Int, _ painter: some PixelSurface) {
    let (low, high) = (UInt8(0), UInt8(191))
    let bottom = height * 3 / 4
    for index in 0..<7 {
      // White, yellow, cyan, green, magenta, red, blue: the bits of the colour count down.
      let bits = 7 - index
      let color = Pixel(
        red: bits & 2 != 0 ? high : low, green: bits & 4 != 0 ? high : low, blue: bits & 1 != 0 ? high : low)
      let left = index * width / 7
      painter.fill(x: left, y: 0, width: (index + 1) * width / 7 - left, height: bottom, color)
    }
    for index in 0..<11 {
      let left = index * width / 11
      painter.fill(
        x: left, y: bottom, width: (index + 1) * width / 11 - left, height: height - bottom,
        Pixel(gray: UInt8(index * 255 / 10)))
    }
    let line = 2 * unit
    painter.fill(x: n * line * 2 % width, y: 0, width: line, height: bottom, .white)
  }

  // MARK: - Moving patterns

  private func counter(_ n: Int, _ painter: some PixelSurface) {
    painter.fill(x: 0, y: 0, width: width, height: height, Pixel(red: 22, green: 27, blue: 42))
    let line = Pixel(red: 40, green: 48, blue: 70)
    let step = 20 * unit
    for x in stride(from: width / 2 % step, to: width, by: step) {
      painter.fill(x: x, y: 0, width: unit, height: height, line)
    }
    for y in stride(from: height / 2 % step, to: height, by: step) {
      painter.fill(x: 0, y: y, width: width, height: unit, line)
    }
    let barHeight = 6 * unit
    let top = height - 2 * barHeight
    painter.fill(
      x: barHeight, y: top, width: width - 2 * barHeight, height: barHeight, Pixel(red: 52, green: 62, blue: 92))
    painter.fill(
      x: barHeight, y: top, width: (width - 2 * barHeight) * (n + 1) / max(1, frameCount), height: barHeight,
      Pixel(red: 86, green: 204, blue: 242))
    let text = timeText(n)
    let dot = max(1, min(3 * unit, (width - 2 * barHeight) / DotFont.width(of: text)))
    painter.write(text, x: barHeight, y: barHeight, dot: dot, Pixel(red: 242, green: 201, blue: 76))
  }

  /// Minutes, seconds and milliseconds, truncated: `00:03.400`.
  func timeText(_ n: Int) -> String {
    let milliseconds = n * rate.denominator * 1000 / rate.numerator
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return digits(minutes, 2) + ":" + digits(rest / 1000, 2) + "." + digits(rest % 1000, 3)
  }

  private func gradient(_ n: Int, _ painter: some PixelSurface) {
    let masks: [(UInt8, UInt8, UInt8)] = [(255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255)]
    let period = 2 * max(1, width - 1)
    for (band, mask) in masks.enumerated() {
      let (top, bottom) = (band * height / 4, (band + 1) * height / 4)
      guard top < bottom else { continue }
      painter.paintRow(top) { row in
        for x in 0..<width {
          // Up and down again, so that nothing jumps. Every second band slides the other way.
          let phase = (x + (band % 2 == 0 ? 1 : period - 1) * 2 * unit * n % period) % period
          let level = UInt8((phase < width ? phase : period - phase) * 255 / max(1, width - 1))
          row[x] = Pixel(red: level & mask.0, green: level & mask.1, blue: level & mask.2)
        }
      }
      painter.repeatRow(top, through: bottom)
    }
  }

  private func checker(_ n: Int, _ painter: some PixelSurface) {
    let side = 20 * unit
    let shift = n * unit
    let colors = [Pixel(red: 58, green: 66, blue: 84), Pixel(red: 176, green: 184, blue: 196)]
    var y = 0
    while y < height {
      // Negative numbers are rounded down, so that the squares drift evenly.
      let offset = y - shift + side * 2 * (shift / side / 2 + 1)
      painter.paintRow(y) { row in
        for x in 0..<width {
          let column = x - shift + side * 2 * (shift / side / 2 + 1)
          row[x] = colors[(column / side + offset / side) % 2]
        }
      }
      let next = min(height, y + side - offset % side)
      painter.repeatRow(y, through: next)
      y = next
    }
  }

  private func noise(_ n: Int, _ painter: some PixelSurface) {
    var bits = SplitMix64(seed: seed, stream: 1, index: n)
    for y in 0..<height {
      painter.paintRow(y) { row in
        var x = 0
        while x < width {
          var word = bits.next()
          for _ in 0..<min(8, width - x) {
            row[x] = Pixel(gray: UInt8(truncatingIfNeeded: word))
            word >>= 8
            x += 1
          }
        }
      }
    }
  }

  private func motion(_ n: Int, _ painter: some PixelSurface) {
    for y in 0..<height {
      let level = 30 * y / height
      painter.fill(
        x: 0, y: y, width: width, height: 1,
        Pixel(red: UInt8(18 + level / 2), green: UInt8(22 + level), blue: UInt8(44 + level)))
    }
    painter.fill(
      x: n * 3 * unit % (width + 12 * unit) - 12 * unit, y: 0, width: 12 * unit, height: height,
      Pixel(red: 60, green: 88, blue: 120))
    let balls: [(speedX: Int, speedY: Int, radius: Int, color: Pixel)] = [
      (5, 2, 22, Pixel(red: 235, green: 87, blue: 87)), (3, 4, 16, Pixel(red: 242, green: 201, blue: 76)),
      (2, 3, 28, Pixel(red: 86, green: 204, blue: 242)), (7, 5, 11, Pixel(red: 111, green: 207, blue: 151)),
    ]
    var bits = SplitMix64(seed: seed, stream: 2)
    for ball in balls {
      let radius = ball.radius * unit
      let (startX, startY) = (bits.below(4096), bits.below(4096))
      let x = Self.bounce(startX + ball.speedX * unit * n, between: radius, and: width - radius)
      let y = Self.bounce(startY + ball.speedY * unit * n, between: radius, and: height - radius)
      disc(x, y, radius, ball.color, painter)
    }
  }

  /// The position of an object that moves back and forth.
  static func bounce(_ way: Int, between low: Int, and high: Int) -> Int {
    let length = max(1, high - low)
    let phase = way % (2 * length)
    return low + (phase < length ? phase : 2 * length - phase)
  }

  private func disc(_ x: Int, _ y: Int, _ radius: Int, _ color: Pixel, _ painter: some PixelSurface) {
    for dy in -radius..<radius {
      // The widest half row whose outer corner is in the disc, measured in half pixels to keep the disc symmetrical.
      let rest = 4 * radius * radius - (2 * dy + 1) * (2 * dy + 1)
      var half = 0
      while (2 * half + 1) * (2 * half + 1) <= rest { half += 1 }
      painter.fill(x: x - half, y: y + dy, width: 2 * half, height: 1, color)
    }
  }
}
