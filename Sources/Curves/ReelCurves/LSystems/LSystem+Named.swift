import ReelGeometry

extension LSystem {
  /// The named curves.
  ///
  /// Their rules come from the literature: Prusinkiewicz and Lindenmayer, *The Algorithmic Beauty of Plants*, and Mandelbrot, *The
  /// Fractal Geometry of Nature*.
  public enum Named: String, CaseIterable, Hashable, Sendable {
    /// Koch's snowflake.
    case koch
    /// Koch's curve inwards.
    case antiKoch = "anti-koch"
    /// Koch's island on a square.
    case quadraticKoch = "quadratic-koch"
    /// Hilbert's curve, which fills a square.
    case hilbert
    /// Peano's curve, which fills a square.
    case peano
    /// Gosper's flowsnake.
    case gosper
    /// Heighway's dragon: a strip of paper, folded again and again.
    case dragon
    /// The dragon on triangles.
    case terdragon
    /// Lévy's C.
    case levy
    /// Sierpiński's triangle.
    case sierpinski
    /// Sierpiński's arrowhead, the triangle in one line.
    case arrowhead
    /// Moore's curve, Hilbert's as a loop.
    case moore
    /// A plant.
    case plant

    /// Parses a name, ignoring case, accents and spaces: `Lévy`, `quadratic koch`.
    ///
    /// - Throws: `InvalidValue` for an unknown name.
    public init(parsing text: String) throws(InvalidValue) {
      let plain = String(
        text.lowercased().map { $0 == "é" ? "e" : $0 == "ń" ? "n" : $0 == " " || $0 == "_" ? "-" : $0 })
      guard let name = Self(rawValue: plain) else {
        throw InvalidValue("curve", text, among: Self.allCases.map(\.rawValue))
      }
      self = name
    }

    /// The curve of this name.
    public var system: LSystem {
      let (axiom, rules, angle, pen, heading) = definition
      // The definitions are constants, which a test parses.
      guard let system = try? LSystem(axiom: axiom, rules: rules, angle: angle, pen: pen, heading: heading) else {
        preconditionFailure("the curve \(rawValue) has an invalid definition")
      }
      return system
    }

    private typealias Definition = (
      axiom: String, rules: [Character: String], angle: Double, pen: String, heading: Double
    )

    private var definition: Definition {
      switch self {
      case .koch: ("F--F--F", ["F": "F+F--F+F"], 60, "FG", 60)
      case .antiKoch: ("F--F--F", ["F": "F-F++F-F"], 60, "FG", 60)
      case .quadraticKoch: ("F-F-F-F", ["F": "F+F-F-FF+F+F-F"], 90, "FG", 90)
      case .hilbert: ("A", ["A": "+BF-AFA-FB+", "B": "-AF+BFB+FA-"], 90, "FG", 0)
      case .peano: ("X", ["X": "XFYFX+F+YFXFY-F-XFYFX", "Y": "YFXFY-F-XFYFX+F+YFXFY"], 90, "FG", 90)
      case .gosper: ("A", ["A": "A-B--B+A++AA+B-", "B": "+A-BB--B-A++A+B"], 60, "AB", 0)
      case .dragon: ("F", ["F": "F+G", "G": "F-G"], 90, "FG", 0)
      case .terdragon: ("F", ["F": "F+F-F"], 120, "FG", 0)
      case .levy: ("F", ["F": "+F--F+"], 45, "FG", 0)
      case .sierpinski: ("F-G-G", ["F": "F-G+F+G-F", "G": "GG"], 120, "FG", 60)
      case .arrowhead: ("A", ["A": "B-A-B", "B": "A+B+A"], 60, "AB", 0)
      case .moore: ("LFL+F+LFL", ["L": "-RF+LFL+FR-", "R": "+LF-RFR-FL+"], 90, "FG", 90)
      case .plant: ("X", ["X": "F+[[X]-X]-F[-FX]+X", "F": "FF"], 25, "FG", 65)
      }
    }
  }
}
