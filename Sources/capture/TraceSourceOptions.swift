import ArgumentParser
import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a tracing session comes from.
struct TraceSourceOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The session, or ink in another format; - for standard input.", valueName: "file"))
  var file: String?

  @OptionGroup var writing: WritingOptions

  @Option(help: ArgumentHelp("Expect the paths of this file.", valueName: "file"))
  var expect: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which drawing, page or UNIPEN segment of a file with many, from 0. (default: the first; all segments)",
      valueName: "number"),
    transform: { text in
      guard let index = Int(text), index >= 0 else {
        throw InvalidValue("index", text, expected: "a whole number, 0 or more")
      }
      return index
    })
  var index: Int?

  @Option(help: ArgumentHelp("Which drawing of a Quick, Draw! file, by its key.", valueName: "key"))
  var keyID: String?

  @Flag(help: "Turn ink upside down whose y axis goes the other way than its format says.")
  var flipY = false

  @Option(
    help: ArgumentHelp(
      "What counts as inside: anywhere near a path, in order along it, or the original's rule. (values: \(Tracer.Rule.allCases.map(\.rawValue).joined(separator: ", ")))",
      valueName: "rule"),
    completion: .list(Tracer.Rule.allCases.map(\.rawValue)), transform: { try OptionText.choice("rule", $0) })
  var rule: Tracer.Rule?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the finger may stray from a path.", valueName: "points"),
    transform: { try OptionText.number("max distance", $0, 0.1...10_000) })
  var maxDistance: Double?

  /// The canvas that imported ink is laid out on.
  ///
  /// It has the shape of the film, so that a word fills a wide one. Without a film's shape, ink chooses its own.
  private static func canvas(shape: PixelSize?, ink: Ink? = nil) -> Size {
    let side = TraceSession.Header.shorterSide
    return shape.map { TraceSession.Header.canvas(shape: $0) } ?? ink?.canvas(shorterSide: side)
      ?? Size(width: side, height: side)
  }

  /// How far a finger may stray on that canvas from paths that are apart.
  private static let corridor = TraceSession.Header.widestCorridor

  mutating func validate() throws {
    if file == nil, writing.letters == nil, expect == nil {
      throw ValidationError("name a session, or give --letters")
    }
    if file == "-", expect == "-" || writing.font == "-" {
      throw ValidationError("standard input can be read once only")
    }
    if expect != nil, writing.letters != nil {
      throw ValidationError("--expect and --letters both set the paths: give one of them")
    }
  }

  /// Reads, expects and, where nobody traced, has the synthetic hand trace.
  ///
  /// - Parameter shape: the size of the film, where the user chose one.
  /// - Returns: the session, what a person should know of how it came to be, and the files that its files named.
  func session(shape: PixelSize?) throws -> (TraceSession, notes: [String], included: [String]) {
    var notes: [String] = []
    var included: [String] = []
    var session = TraceSession(header: .init(canvas: Self.canvas(shape: shape), maxDistance: Self.corridor))
    var isRecorded = false
    if let file { (session, isRecorded) = try read(file, shape: shape, &notes, &included) }
    if let letters = try writing.header(on: file == nil ? nil : session.header.canvas, shape: shape) {
      // What was recorded keeps its rule and its distance.
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
    let distance = session.header.maxDistance
    session.header.maxDistance = maxDistance ?? distance
    try requireTraceable(session.header, distance: distance)
    if session.events.isEmpty { session.events = writing.synthetic.session(session.header).events }
    return (session, notes, included)
  }

  /// Refuses paths that nobody can trace, before a hand or a film begins with them.
  ///
  /// It is a fault of their file, unless they could be traced but for the distance that the user gave.
  ///
  /// - Parameter distance: what would hold without `--max-distance`.
  private func requireTraceable(_ header: TraceSession.Header, distance: Double) throws {
    do {
      _ = try header.tracer()
    } catch {
      guard let path = expect ?? writing.font ?? file else { throw error }
      var usual = header
      usual.maxDistance = distance
      if maxDistance != nil, (try? usual.tracer()) != nil { throw error }
      throw InkError(file: Self.name(of: path), reason: "can't be traced: \(error) (--max-distance)")
    }
  }

  /// The paths to follow, and the canvas on which they lie: that of the ink, or one of their own.
  private func expectedPaths(
    shape: PixelSize?, canvas: Size?, _ notes: inout [String], _ included: inout [String]
  ) throws -> (paths: [Path], canvas: Size)? {
    guard let path = expect else { return nil }
    let header = try read(path, shape: shape, on: canvas, &notes, &included).session.header
    guard !header.expected.isEmpty else {
      throw InputError(
        path: Self.name(of: path), reason: "it holds no paths to follow",
        advice: "name an SVG, KanjiVG or session file")
    }
    return (header.expected, header.canvas)
  }

  private func read(
    _ path: String, shape: PixelSize?, on canvas: Size? = nil, _ notes: inout [String], _ included: inout [String]
  ) throws -> (session: TraceSession, isRecorded: Bool) {
    let options = InkOptions(index: index, keyID: keyID, isUpsideDown: flipY)
    let ink: Ink
    do {
      ink =
        try path == "-"
        ? InkFile.readStandardInput(options: options)
        : InkFile.read(contentsOf: URL(fileURLWithPath: path), options: options)
    } catch {
      // By the name that the user gave; a file that it includes has its own.
      let isIncluded = path != "-" && error.file != URL(fileURLWithPath: path).path(percentEncoded: false)
      throw InkError(
        file: isIncluded ? error.file : Self.name(of: path), line: error.line, column: error.column,
        reason: error.reason)
    }
    included += ink.includedPaths
    notes += ink.notes.map { note in
      "\(Self.name(of: path)): \(note)" + (note == Ink.upsideDownNote ? "; try --flip-y" : "")
    }
    if let recorded = ink.recorded { return (recorded, true) }
    let canvas = canvas ?? Self.canvas(shape: shape, ink: ink)
    return (ink.session(canvas: canvas, margin: min(canvas.width, canvas.height) * 0.1), false)
  }

  /// What to call the file of the session in messages, if it comes from one.
  var fileName: String? { file.map(Self.name) }

  /// What to call a file in messages.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}
