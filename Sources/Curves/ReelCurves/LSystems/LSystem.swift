import ReelGeometry

/// A curve as an L-system: a string that is rewritten level by level and drawn by a turtle.
///
///     let koch = try LSystem(axiom: "F--F--F", rules: ["F": "F+F--F+F"], angle: 60)
///
/// At each level, all letters with a rule are replaced at once. Then the turtle reads the string: letters of `pen` move forwards and
/// draw, `f` moves forwards without a line, `+` turns left, `-` turns right, `|` turns around, `[` saves the turtle's pose and `]`
/// restores it. Other letters matter only to the rules. See Prusinkiewicz and Lindenmayer, *The Algorithmic Beauty of Plants* (1990),
/// chapter 1.
public struct LSystem: Hashable, Sendable {
  /// The legal levels.
  public static let levels = 0...40
  /// The legal angles, in degrees, with at most three decimals.
  public static let angles = -360.0...360.0
  /// The maximum number of symbols in the axiom and the rules together.
  public static let longestText = 4000

  /// The text of level 0.
  public let axiom: String
  /// The replacement of each letter.
  public let rules: [Character: String]
  /// The turn of `+` and `-`, in degrees.
  public let angle: Double
  /// The letters that draw a line.
  public let pen: String
  /// The turtle's first heading, in degrees anticlockwise from the x axis.
  public let heading: Double

  /// The axiom, and the rule of each letter, as symbols.
  let start: [UInt8]
  let bodies: [[UInt8]?]

  /// Creates a curve.
  ///
  /// - Parameters:
  ///   - axiom: The text of level 0.
  ///   - rules: The replacement of each letter.
  ///   - angle: The turn of `+` and `-`, in degrees.
  ///   - pen: The letters that draw a line.
  ///   - heading: The turtle's first heading, in degrees anticlockwise from the x axis.
  /// - Throws: `InvalidValue` for unknown symbols, unbalanced brackets, texts that are too long, or angles out of range.
  public init(
    axiom: String, rules: [Character: String], angle: Double, pen: String = "FG", heading: Double = 0
  ) throws(InvalidValue) {
    (self.axiom, self.rules, self.angle, self.pen, self.heading) = (axiom, rules, angle, pen, heading)
    for (name, value) in [("angle", angle), ("heading", heading)] {
      let thousandths = value * 1000
      guard Self.angles.contains(value), abs(thousandths - thousandths.rounded()) < 1e-6 else {
        throw InvalidValue(name, value, expected: "from -360 to 360 degrees, with three decimals at most")
      }
    }
    guard !pen.isEmpty, pen.allSatisfy({ $0.isASCII && $0.isLetter && $0 != "f" }) else {
      throw InvalidValue("pen", pen, expected: "letters that draw a line, such as FG; f never does")
    }
    start = try Self.symbols(of: axiom, "axiom")
    guard !start.isEmpty else { throw InvalidValue("axiom", axiom, expected: "at least one symbol, such as F") }
    var bodies = [[UInt8]?](repeating: nil, count: 128)
    // In alphabetical order, so that the same rules give the same error.
    for (letter, body) in rules.sorted(by: { $0.key < $1.key }) {
      guard let code = letter.asciiValue, letter.isLetter else {
        throw InvalidValue(
          "rule", "\(letter)=\(body)", expected: "a letter, = and its replacement, such as F=F+F--F+F")
      }
      bodies[Int(code)] = try Self.symbols(of: body, "rule of \(letter)")
    }
    self.bodies = bodies
    let count = bodies.reduce(start.count) { $0 + ($1?.count ?? 0) }
    guard count <= Self.longestText else {
      throw InvalidValue(
        "number of symbols", count, expected: "at most \(Self.longestText) in axiom and rules together")
    }
  }

  /// Whether the curve has branches.
  var hasBranches: Bool { start.contains(Symbol.push) || bodies.contains { $0?.contains(Symbol.push) == true } }

  /// Parses a text without its spaces; a minus sign counts as a hyphen.
  private static func symbols(of text: String, _ name: String) throws(InvalidValue) -> [UInt8] {
    var symbols: [UInt8] = []
    var depth = 0
    for (index, character) in text.enumerated() where !character.isWhitespace {
      let code: UInt8? = character == "\u{2212}" || character == "\u{2013}" ? Symbol.right : character.asciiValue
      guard let code, character.isLetter || Symbol.signs.contains(code) else {
        throw InvalidValue(
          name, text, expected: "letters and + - | [ ]",
          sentence: "\(name) \"\(text.onOneLine(limit: 200))\": \(character) at column \(index + 1) means nothing: "
            + "use letters, + and - to turn, | to turn around, [ and ] to branch")
      }
      depth += code == Symbol.push ? 1 : code == Symbol.pop ? -1 : 0
      guard depth >= 0 else { throw unmatched(name, text, "] at column \(index + 1) has no [ before it") }
      symbols.append(code)
    }
    guard depth == 0 else { throw unmatched(name, text, "a [ has no ] after it") }
    return symbols
  }

  private static func unmatched(_ name: String, _ text: String, _ fault: String) -> InvalidValue {
    InvalidValue(
      name, text, expected: "a [ for each ]", sentence: "\(name) \"\(text.onOneLine(limit: 200))\": \(fault)")
  }
}

/// The symbols other than letters, as ASCII codes.
enum Symbol {
  static let left = UInt8(ascii: "+")
  static let right = UInt8(ascii: "-")
  static let around = UInt8(ascii: "|")
  static let push = UInt8(ascii: "[")
  static let pop = UInt8(ascii: "]")
  static let glide = UInt8(ascii: "f")
  static let signs: [UInt8] = [left, right, around, push, pop]
}
