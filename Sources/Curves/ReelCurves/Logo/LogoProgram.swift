import ReelGeometry

/// A Logo program that moves a turtle.
///
/// It supports `forward back right left penup pendown setpencolor setpensize home setxy setheading arc circle clearscreen`,
/// `repeat forever while until for if ifelse make local output stop to … end`, arithmetic and comparison, `sin cos tan arctan sqrt random
/// pick` and more, with the usual abbreviations. Names have dynamic scope, as in UCBLogo. The program's procedures replace words of the
/// same name, except control structures. `print`, `wait`, the background, and showing or hiding the turtle do nothing.
public struct LogoProgram: Sendable {
  /// Limits at which a program is stopped with an error.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of steps; a word takes a few.
    public var steps = 10_000_000
    /// The maximum number of lines drawn.
    public var lines = 500_000
    /// The maximum depth of nested calls.
    public var depth = 10_000

    /// Creates the limits of `capture turtle`.
    public init() {}
  }

  let text: LogoText
  let code: LogoCode

  /// Parses a program.
  ///
  /// - Throws: `LogoError` at the first error.
  public init(_ source: String) throws(LogoError) {
    text = LogoText(bytes: Array(source.utf8))
    code = try LogoCompiler.code(of: text)
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - seed: The seed of `random` and `pick`; the same seed gives the same picture.
  ///   - limits: The limits of the run.
  /// - Throws: `LogoError` for an operation that can't be performed, or when a limit is reached.
  public func run(seed: UInt64 = 0, limits: Limits = Limits()) throws(LogoError) -> LogoPicture {
    var machine = LogoMachine(self, seed: seed, limits: limits)
    try machine.run()
    return machine.pen.picture
  }

  /// Returns the error for an unknown colour.
  package func unknownColor(_ name: String, in picture: LogoPicture, expected: String) -> LogoError {
    LogoError(text, at: picture.named[name] ?? 0, "unknown colour \(name): \(expected)")
  }
}
