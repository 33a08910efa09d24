import ReelGeometry

/// A Logo program that moves a turtle.
///
/// It knows `forward back right left penup pendown setpencolor setpensize home setxy setheading arc circle clearscreen`,
/// `repeat forever while until for if ifelse make local output stop to … end`, calculation and comparison, `sin cos tan arctan sqrt random pick`
/// and more, with the usual abbreviations. Names have dynamic scope, as in UCBLogo. Procedures of the program take the place of words of their names, but for
/// those that hold instructions. `print`, `wait`, the background and what shows or hides the turtle do nothing.
public struct LogoProgram: Sendable {
  /// What a program may do before it is ended with an error.
  public struct Limits: Hashable, Sendable {
    /// Steps of the machine, a few for each word.
    public var steps = 10_000_000
    /// Lines that are drawn.
    public var lines = 500_000
    /// Calls of procedures within one another.
    public var depth = 10_000

    /// Creates the limits that `capture turtle` has.
    public init() {}
  }

  let text: LogoText
  let code: LogoCode

  /// Reads a program.
  ///
  /// - Throws: `LogoError` at the first fault.
  public init(_ source: String) throws(LogoError) {
    text = LogoText(bytes: Array(source.utf8))
    code = try LogoCompiler.code(of: text)
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - seed: What `random` and `pick` begin with; the same seed gives the same picture.
  ///   - limits: What it may do.
  /// - Throws: `LogoError` at what can't be done, and where a limit is reached.
  public func run(seed: UInt64 = 0, limits: Limits = Limits()) throws(LogoError) -> LogoPicture {
    var machine = LogoMachine(self, seed: seed, limits: limits)
    try machine.run()
    return machine.pen.picture
  }

  /// The error for a colour that the program named and nobody knows.
  package func unknownColor(_ name: String, in picture: LogoPicture, expected: String) -> LogoError {
    LogoError(text, at: picture.named[name] ?? 0, "there is no colour \(name): \(expected)")
  }
}
