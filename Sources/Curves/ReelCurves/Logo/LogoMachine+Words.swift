import ReelGeometry
import ReelPlatform

extension LogoMachine {
  /// Executes a word of the language.
  mutating func perform(_ word: LogoWord) throws(LogoError) {
    switch word {
    case .forward: try arrive(pen.forward(try number("forward")))
    case .back: try arrive(pen.forward(-(try number("back"))))
    case .right: pen.turn(try number("right"))
    case .left: pen.turn(-(try number("left")))
    case .penUp: pen.isDown = false
    case .penDown: pen.isDown = true
    case .setPenColor: pen.set(ink: try ink(), at: offset)
    case .setPenSize: try setWidth()
    case .home:
      try arrive(pen.go(to: .zero))
      pen.look(0)
    case .setXY:
      let y = try number("setxy")
      try arrive(pen.go(to: Point(x: try number("setxy"), y: y)))
    case .setX: try arrive(pen.go(to: Point(x: try number("setx"), y: pen.position.y)))
    case .setY: try arrive(pen.go(to: Point(x: pen.position.x, y: try number("sety"))))
    case .setPosition:
      guard case .list(let list) = try pop(), list.count == 2, case .number(let x) = list[0],
        case .number(let y) = list[1]
      else { throw error("setpos needs a list of two numbers, such as [30 40]") }
      try arrive(pen.go(to: Point(x: x, y: y)))
    case .setHeading: pen.look(try number("setheading"))
    case .arc:
      let radius = try number("arc")
      try arrive(pen.arc(try number("arc"), radius: radius))
    case .circle: try arrive(pen.arc(360, radius: try number("circle")))
    case .clear:
      pen.clean()
      pen.reset()
    case .clean: pen.clean()
    case .nothing: break
    case .ignored: _ = try pop()
    case .reseed: reseed()
    case .and, .or, .not, .isEqual, .isLess, .isGreater, .yes, .no: try judge(word)
    default: try report(word)
    }
  }

  private func arrive(_ isNear: Bool) throws(LogoError) {
    guard isNear else { throw error("the turtle would go more than a billion points away") }
  }

  private mutating func setWidth() throws(LogoError) {
    var value = try pop()
    // UCBLogo accepts a list of width and height.
    if case .list(let list) = value, let first = list.first { value = first }
    guard case .number(let width) = value, width > 0, width <= 1000 else {
      throw error("setpensize needs a number above 0 and up to 1000, not \(value.text)")
    }
    pen.set(width: width)
  }

  /// Returns a pen colour: a palette number, a name, or a list of red, green and blue, up to 100, or up to 255 if any exceeds 100.
  private mutating func ink() throws(LogoError) -> LogoPicture.Ink {
    let value = try pop()
    switch value {
    case .number(let number) where number >= 0 && number < 1e9 && number == number.rounded():
      return .palette(Int(clamping: number) % 16)
    case .word(let word): return .name(word)
    case .list(let list) where list.count == 3:
      let parts = list.compactMap { if case .number(let part) = $0, (0...255).contains(part) { part } else { nil } }
      guard parts.count == 3 else { break }
      let whole = parts.contains { $0 > 100 } ? 255.0 : 100
      return .rgb(parts[0] / whole, parts[1] / whole, parts[2] / whole)
    case .list(let list) where list.count == 1:
      if case .word(let word) = list[0] { return .name(word) }
    default: break
    }
    throw error(
      "setpencolor needs a number from 0 to 15, a name such as \"red, or a list such as [100 50 0], not \(value.text)")
  }

  private mutating func judge(_ word: LogoWord) throws(LogoError) {
    switch word {
    case .yes: push(true)
    case .no: push(false)
    case .not: push(!(try truth("the input of not")))
    case .and, .or:
      let (b, a) = (try truth("each input of \(word)"), try truth("each input of \(word)"))
      push(word == .and ? a && b : a || b)
    case .isEqual: try calculate("=")
    case .isLess: try calculate("<")
    default: try calculate(">")
    }
  }

  private mutating func report(_ word: LogoWord) throws(LogoError) {
    switch word {
    case .sum: try calculate("+")
    case .difference: try calculate("-")
    case .product: try calculate("*")
    case .quotient: try calculate("/")
    case .remainder, .modulo, .power: try divide(word)
    case .pi: try push(.pi, of: "pi")
    case .repeatCount: try push(round, of: "repcount")
    case .xCoordinate: try push(pen.position.x, of: "xcor")
    case .yCoordinate: try push(pen.position.y, of: "ycor")
    case .heading: try push(pen.heading, of: "heading")
    case .random:
      let limit = try number("random")
      guard limit >= 1, limit <= 1e15 else {
        throw error("random needs a number from 1, not \(LogoValue.number(limit).text)")
      }
      try push(Double(random.below(Int(clamping: limit))), of: "random")
    case .pick:
      guard case .list(let list) = try pop(), !list.isEmpty else {
        throw error("pick needs a list with something in it")
      }
      // The value may be a list of numbers, such as a colour.
      pushBack(list[random.below(list.count)])
    default: try function(word)
    }
  }

  private mutating func divide(_ word: LogoWord) throws(LogoError) {
    let (b, a) = (try number("\(word)"), try number("\(word)"))
    if word == .power { return try push(pow(a, b), of: "power") }
    guard b != 0 else { throw error("nothing can be divided by 0") }
    let rest = a.truncatingRemainder(dividingBy: b)
    // The modulo has the sign of its divisor.
    try push(word == .modulo && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest, of: "\(word)")
  }

  private mutating func function(_ word: LogoWord) throws(LogoError) {
    let name = "\(word)"
    let x = try number(name)
    let result: Double =
      switch word {
      case .minus: -x
      case .absolute: abs(x)
      case .integer: x.rounded(.towardZero)
      case .round: x.rounded()
      case .sine: Angle(degrees: x).unitVector.dy
      case .cosine: Angle(degrees: x).unitVector.dx
      case .tangent: Angle(degrees: x).unitVector.dy / Angle(degrees: x).unitVector.dx
      case .arcTangent: Angle.atan2(y: x, x: 1).degrees
      case .root: x.squareRoot()
      case .logarithm: log(x)
      case .decimalLogarithm: log10(x)
      default: exp(x)
      }
    guard result.isFinite else { throw error("the \(name) of \(LogoValue.number(x).text) is undefined") }
    try push(result, of: name)
  }
}
