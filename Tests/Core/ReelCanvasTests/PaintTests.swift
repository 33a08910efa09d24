import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite struct PaintTests {
  @Test("A named colour is a paint and a pixel, and a colour is taken where a paint is")
  func colors() throws {
    let named: [(Color, Paint, Pixel)] = [
      (.black, .black, .black), (.white, .white, .white), (.gray, .gray, .gray), (.red, .red, .red),
      (.green, .green, .green), (.blue, .blue, .blue), (.yellow, .yellow, .yellow), (.cyan, .cyan, .cyan),
      (.magenta, .magenta, .magenta), (.orange, .orange, .orange), (.clear, .clear, .transparent),
    ]
    for (color, paint, pixel) in named {
      #expect(paint == .color(color))
      #expect(pixel == Pixel(color))
    }
    let color = Color.orange.with(alpha: 0.5)
    let path = Path(roundedRect: Rect(x: 4, y: 4, width: 40, height: 20), radius: 5)
    let line = StrokeStyle(width: 3)
    let text = TextLayout("Reel", font: .standard)
    let withColor = try Bitmap.drawn(60, 40) { context in
      context.paint(.white)
      context.paint(color)
      context.fill(path, with: color, rule: .evenOdd)
      context.fill(Rect(x: 1, y: 2, width: 3, height: 4), with: color)
      context.stroke(path, with: color, style: line)
      context.draw(text, at: .zero, with: color)
      context.draw("ink", at: Point(x: 20, y: 10), with: color)
    }
    let withPaint = try Bitmap.drawn(60, 40) { context in
      context.paint(.color(.white))
      context.paint(.color(color))
      context.fill(path, with: .color(color), rule: .evenOdd)
      context.fill(Rect(x: 1, y: 2, width: 3, height: 4), with: .color(color))
      context.stroke(path, with: .color(color), style: line)
      context.draw(text, at: .zero, with: .color(color))
      context.draw(TextLayout("ink", font: Font(size: 16)), at: Point(x: 20, y: 10), with: .color(color))
    }
    #expect(withColor == withPaint)
  }

  @Test("A linear gradient runs evenly from point to point and stays what it is beyond")
  func linear() throws {
    let gradient = Paint.linearGradient(
      Gradient(.black, .white), from: Point(x: 10, y: 0), to: Point(x: 90, y: 0))
    let bitmap = try Bitmap.drawn(100, 2) { $0.paint(gradient) }
    #expect(bitmap[0, 0] == Pixel(.black) && bitmap[9, 1] == Pixel(.black))
    #expect(bitmap[91, 0] == Pixel(.white) && bitmap[99, 1] == Pixel(.white))
    for x in 10..<90 {
      let expected = (Double(x) + 0.5 - 10) / 80 * 255
      #expect(abs(Double(bitmap[x, 0].red) - expected) <= 1.5, "column \(x)")
    }
  }

  @Test("A gradient moves with the transform that holds when it is drawn")
  func transformed() throws {
    let rect = Rect(x: 0, y: 0, width: 4, height: 10)
    let plain = try Bitmap.drawn(4, 20) { context in
      context.fill(
        Rect(x: 0, y: 0, width: 4, height: 20), with: .vertical(.red, .blue, in: Rect(x: 0, y: 0, width: 4, height: 20))
      )
    }
    let stretched = try Bitmap.drawn(4, 20) { context in
      context.scale(x: 1, y: 2)
      context.fill(rect, with: .vertical(.red, .blue, in: rect))
    }
    #expect(plain == stretched)
  }

  @Test("A radial gradient is the same in all directions")
  func radial() throws {
    let center = Point(x: 10.5, y: 10.5)
    let paint = Paint.radialGradient(Gradient(.red, .blue), center: center, radius: 8)
    let bitmap = try Bitmap.drawn(21, 21) { $0.paint(paint) }
    #expect(bitmap[10, 10].red > 240)
    #expect(bitmap[0, 10] == Pixel(.blue) && bitmap[20, 20] == Pixel(.blue))
    for step in 1..<10 {
      let pixels = [bitmap[10 + step, 10], bitmap[10 - step, 10], bitmap[10, 10 + step], bitmap[10, 10 - step]]
      #expect(pixels.allSatisfy { abs(Int($0.red) - Int(pixels[0].red)) <= 1 })
    }
  }

  @Test("A fade to clear keeps its hue")
  func fade() throws {
    let paint = Paint.linearGradient(
      Gradient(.clear, .orange, .clear), from: .zero, to: Point(x: 64, y: 0))
    let bitmap = try Bitmap.drawn(64, 1) { context in
      context.paint(paint)
    }
    for x in 8..<56 {
      let pixel = bitmap[x, 0]
      #expect(abs(Int(pixel.red) - Int(pixel.alpha)) <= 2, "column \(x): \(pixel)")
    }
    #expect(bitmap[0, 0].alpha < 10 && bitmap[63, 0].alpha < 10 && bitmap[32, 0].alpha > 245)
  }

  @Test("Stops are sorted, brought into range, and a gradient of one colour is that colour")
  func stops() throws {
    let shuffled = Gradient(stops: [.init(1.5, .white), .init(-2, .black), .init(.nan, .black)])
    let line = (Point(x: 0, y: 0), Point(x: 16, y: 0))
    let a = try Bitmap.drawn(16, 1) { $0.paint(.linearGradient(shuffled, from: line.0, to: line.1)) }
    let b = try Bitmap.drawn(16, 1) { $0.paint(.linearGradient(Gradient(.black, .white), from: line.0, to: line.1)) }
    #expect(a == b)
    let one = try Bitmap.drawn(2, 1) { $0.paint(.linearGradient(Gradient(.red), from: line.0, to: line.1)) }
    #expect(one.colorPicture == "rr")
  }

  @Test("A gradient without extent is the colour behind its end")
  func degenerate() throws {
    let gradient = Gradient(.red, .blue)
    for paint in [
      Paint.linearGradient(gradient, from: .zero, to: .zero),
      .radialGradient(gradient, center: .zero, radius: 0), .radialGradient(gradient, center: .zero, radius: -3),
    ] {
      #expect(try Bitmap.drawn(2, 1) { $0.paint(paint) }.colorPicture == "bb")
    }
  }

  @Test("Paints that make no sense draw nothing and do no harm")
  func senseless() throws {
    let (gradient, nan) = (Gradient(.red, .blue), Point(x: .nan, y: 0))
    let bitmap = try Bitmap.drawn(3, 1) { context in
      context.paint(.linearGradient(gradient, from: nan, to: .zero))
      context.paint(.linearGradient(Gradient(stops: []), from: .zero, to: Point(x: 1, y: 1)))
      context.paint(.linearGradient(Gradient(stops: []), from: .zero, to: .zero))
      context.paint(.radialGradient(gradient, center: nan, radius: 1))
      context.paint(.radialGradient(gradient, center: .zero, radius: .nan))
      context.paint(.color(red: .nan, green: .nan, blue: .nan, alpha: .nan))
      context.paint(.clear)
      context.fill(Rect(x: 1, y: 0, width: 1, height: 1), with: .color(red: 9, green: -9, blue: .nan, alpha: 9))
    }
    #expect(bitmap.colorPicture == ".r.")
  }

  @Test("Half-transparent paint is laid over what is there")
  func blending() throws {
    let bitmap = try Bitmap.drawn(1, 1) { context in
      context.paint(.white)
      context.paint(.color(Color.red.with(alpha: 0.5)))
    }
    #expect(bitmap[0, 0].red == 255 && abs(Int(bitmap[0, 0].green) - 127) <= 1 && bitmap[0, 0].alpha == 255)
  }
}
