/// The commands and reporters of the language.
enum LogoWord: Int, CaseIterable {
  // Commands.
  case forward, back, right, left, penUp, penDown, setPenColor, setPenSize, home, setXY, setX, setY, setPosition
  case setHeading, arc, circle, clear, clean, nothing, ignored, reseed
  // Reporters.
  case sum, difference, product, quotient, remainder, modulo, power, minus, absolute, integer, round, root
  case sine, cosine, tangent, arcTangent, logarithm, decimalLogarithm, exponential, pi, random, pick, repeatCount
  case xCoordinate, yCoordinate, heading, and, or, not, isEqual, isLess, isGreater, yes, no

  /// The names of each word, and its number of inputs.
  private static let table: [(LogoWord, inputs: Int, names: String)] = [
    (.forward, 1, "forward fd"), (.back, 1, "back bk backward"), (.right, 1, "right rt"), (.left, 1, "left lt"),
    (.penUp, 0, "penup pu"), (.penDown, 0, "pendown pd"),
    (.setPenColor, 1, "setpencolor setpc setcolor setpencolour setcolour pc"),
    (.setPenSize, 1, "setpensize setwidth setps setpenwidth penwidth ps"), (.home, 0, "home"), (.setXY, 2, "setxy"),
    (.setX, 1, "setx"), (.setY, 1, "sety"), (.setPosition, 1, "setpos"), (.setHeading, 1, "setheading seth"),
    (.arc, 2, "arc"), (.circle, 1, "circle"), (.clear, 0, "clearscreen cs"), (.clean, 0, "clean"),
    (.nothing, 0, "hideturtle ht showturtle st wrap window fence"),
    (.ignored, 1, "print pr show type wait setbackground setbg setscreencolor setsc"),
    (.reseed, 0, "rerandom"),
    (.sum, 2, "sum"), (.difference, 2, "difference"), (.product, 2, "product"), (.quotient, 2, "quotient"),
    (.remainder, 2, "remainder"), (.modulo, 2, "modulo mod"), (.power, 2, "power"), (.minus, 1, "minus"),
    (.absolute, 1, "abs"), (.integer, 1, "int"), (.round, 1, "round"), (.root, 1, "sqrt"), (.sine, 1, "sin"),
    (.cosine, 1, "cos"), (.tangent, 1, "tan"), (.arcTangent, 1, "arctan"), (.logarithm, 1, "ln"),
    (.decimalLogarithm, 1, "log10"), (.exponential, 1, "exp"), (.pi, 0, "pi"), (.random, 1, "random"),
    (.pick, 1, "pick"), (.repeatCount, 0, "repcount #"), (.xCoordinate, 0, "xcor"), (.yCoordinate, 0, "ycor"),
    (.heading, 0, "heading"), (.and, 2, "and"), (.or, 2, "or"), (.not, 1, "not"),
    (.isEqual, 2, "equalp equal?"), (.isLess, 2, "lessp less?"), (.isGreater, 2, "greaterp greater?"),
    (.yes, 0, "true"), (.no, 0, "false"),
  ]

  /// The words by name.
  static let words: [String: (word: LogoWord, inputs: Int)] = Dictionary(
    table.flatMap { word, inputs, names in
      names.split(separator: " ").map { (String($0), (word, inputs)) }
    }, uniquingKeysWith: { first, _ in first })

  /// Control structures, which the compiler handles.
  static let structures = [
    "to", "end", "repeat", "forever", "if", "ifelse", "while", "until", "for", "make", "name", "local", "localmake",
    "output", "op", "stop", "bye", "repcount",
  ]

  /// Words that programs define for themselves, because other Logos lack them or have them as library procedures.
  static let replaceable: Set = [
    "circle", "arc", "abs", "mod", "backward", "wait", "type", "show", "print", "pr", "pi", "ln", "log10", "exp",
    "true", "false",
  ]

  /// Whether the word outputs a value.
  var isReporter: Bool { rawValue >= LogoWord.sum.rawValue }

  /// Whether the word's inputs are Booleans.
  var takesTruth: Bool { self == .and || self == .or || self == .not }

  /// Whether the word takes any number of inputs in parentheses.
  var isVariadic: Bool { [.sum, .product, .and, .or].contains(self) }
}
