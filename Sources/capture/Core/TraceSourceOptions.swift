import ArgumentParser
import Reel
import ReelPlatform

/// The source of a tracing session.
struct TraceSourceOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The session, or ink in another format; - for standard input.", valueName: "file"))
  var file: String?

  @OptionGroup var writing: WritingOptions

  @Option(help: ArgumentHelp("A file with the paths to follow.", valueName: "file"))
  var expect: String?

  @OptionGroup var ink: InkReadingOptions

  @Option(
    help: ArgumentHelp(
      "How lines are judged: anywhere near a path, stroke by stroke, in order and direction, or by the original's rule. (values: \(Tracer.Rule.allCases.map(\.rawValue).joined(separator: ", ")))",
      valueName: "rule"),
    completion: .list(Tracer.Rule.allCases.map(\.rawValue)), transform: { try OptionText.choice("rule", $0) })
  var rule: Tracer.Rule?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far a line may stray from a path.", valueName: "points"),
    transform: { try OptionText.number("max distance", $0, 0.1...10_000) })
  var maxDistance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The share of the drawn length that must be inside for the letter to be complete. (default: \(Tracer.standardMinInside))",
      valueName: "0...1"),
    transform: { try OptionText.number("min inside", $0, 0...1) })
  var minInside: Double?

  /// The canvas for imported ink.
  ///
  /// The canvas has the film's shape, so that a word fills a wide film. Without a film's shape, the ink determines it.
  private static func canvas(shape: PixelSize?) -> Size {
    let side = TraceSession.Header.shorterSide
    return shape.map { TraceSession.Header.canvas(shape: $0) } ?? Size(width: side, height: side)
  }

  /// The maximum distance from separate paths on that canvas.
  private static let corridor = TraceSession.Header.widestCorridor

  mutating func validate() throws {
    if file == nil, writing.letters == nil, expect == nil {
      throw ValidationError("capture trace needs \(WritingOptions.source)")
    }
    if file == "-", expect == "-" || writing.font == "-" {
      throw ValidationError("standard input can be read only once: name a file for the other input")
    }
    if expect != nil, writing.letters != nil {
      throw ValidationError("--expect and --letters both set the paths: give only one")
    }
  }

  /// Reads the session and the expected paths; without a session the synthetic hand traces them.
  ///
  /// - Parameter shape: the film's size, if the user chose one.
  /// - Returns: the session, notes on its conversion, and the files that its files include.
  func session(shape: PixelSize?) throws -> (TraceSession, notes: [String], included: [String]) {
    var notes: [String] = []
    var included: [String] = []
    var session = TraceSession(header: .init(canvas: Self.canvas(shape: shape), maxDistance: Self.corridor))
    var isRecorded = false
    if let file { (session, isRecorded) = try read(file, shape: shape, &notes, &included) }
    if let letters = try writing.header(on: file == nil ? nil : session.header.canvas, shape: shape) {
      // A recorded session keeps its rule and its maximum distance.
      if file == nil { session.header = letters }
      (session.header.expected, session.header.keyPoints) = (letters.expected, letters.keyPoints)
      session.header.name = letters.name
    } else if let paths = try expectedPaths(
      shape: shape, canvas: file == nil ? nil : session.header.canvas, &notes, &included)
    {
      if file == nil { session.header.canvas = paths.canvas }
      session.header.expected = paths.paths
      session.header.keyPoints = paths.paths.flatMap(\.keyPoints)
    }
    if !isRecorded, writing.letters == nil {
      session.header.maxDistance = PathDensity.corridor(of: session.header.expected, widest: Self.corridor)
    }
    session.header.rule = rule ?? session.header.rule
    session.header.minInside = minInside ?? session.header.minInside
    let distance = session.header.maxDistance
    session.header.maxDistance = maxDistance ?? distance
    try requireTraceable(session.header, distance: distance)
    if session.events.isEmpty { session.events = try writing.events(tracing: session.header) }
    return (session, notes, included)
  }

  /// Refuses paths that cannot be traced, before work begins.
  ///
  /// The error names the paths' file, unless only the user's distance makes them impossible to trace.
  ///
  /// - Parameter distance: the maximum distance without `--max-distance`.
  private func requireTraceable(_ header: TraceSession.Header, distance: Double) throws {
    do {
      _ = try header.tracer()
    } catch {
      guard let path = expect ?? writing.font ?? file else { throw error }
      var usual = header
      usual.maxDistance = distance
      if maxDistance != nil, (try? usual.tracer()) != nil { throw error }
      throw FormatError(file: Self.name(of: path), reason: "can't be traced: \(error) (--max-distance)")
    }
  }

  /// The paths to follow, and their canvas: the ink's, or their own.
  private func expectedPaths(
    shape: PixelSize?, canvas: Size?, _ notes: inout [String], _ included: inout [String]
  ) throws -> (paths: [Path], canvas: Size)? {
    guard let path = expect else { return nil }
    let header = try read(path, shape: shape, on: canvas, &notes, &included).session.header
    guard !header.expected.isEmpty else {
      throw InputError(
        path: Self.name(of: path), reason: "it has no paths to follow",
        advice: "name an SVG, KanjiVG or session file")
    }
    return (header.expected, header.canvas)
  }

  private func read(
    _ path: String, shape: PixelSize?, on canvas: Size? = nil, _ notes: inout [String], _ included: inout [String]
  ) throws -> (session: TraceSession, isRecorded: Bool) {
    try FileContent.refuseMedia(path, "capture trace reads sessions and ink")
    let read = try ink.read(path, name: Self.name(of: path), shape: shape, on: canvas)
    included += read.included
    notes += read.notes
    return (read.session, read.isRecorded)
  }

  /// The name of the session's file in messages; nil without a file.
  var fileName: String? { file.map(Self.name) }

  /// The name of a file in messages.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}

/// A session read from a file.
struct ReadSession {
  var session: TraceSession
  /// Whether it was recorded by Reel, with its own rule and distance.
  var isRecorded: Bool
  /// Notes on the conversion, for people.
  var notes: [String] = []
  /// The files that the session's file includes.
  var included: [String] = []
}
