import ArgumentParser
import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a tracing session comes from.
struct TraceSourceOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The session, or ink in another format.", valueName: "file"))
  var file: String?

  @Option(
    name: [.customLong("letters"), .customLong("letter")],
    help: ArgumentHelp("Letters to follow: A-Z, a-z, 0-9.", valueName: "text"))
  var letters: String?

  @Option(help: ArgumentHelp("A single-stroke SVG font for --letters.", valueName: "file.svg"))
  var font: String?

  @Option(help: ArgumentHelp("Expect the paths of this file.", valueName: "file"))
  var expect: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Which drawing of a file with many, from 0. (default: 0)", valueName: "number"),
    transform: { text in
      guard let index = Int(text), index >= 0 else {
        throw InvalidValue("index", text, expected: "a whole number, 0 or more")
      }
      return index
    })
  var index: Int?

  @Option(help: ArgumentHelp("Which drawing of a Quick, Draw! file, by its key.", valueName: "key"))
  var keyID: String?

  @Option(help: "What counts as inside: anywhere near a path, in order along it, or the original's rule.")
  var rule: Tracer.Rule?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the finger may stray from a path.", valueName: "points"),
    transform: number("max distance", 0.1...10_000))
  var maxDistance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of the synthetic hand. (default: 1)", valueName: "number"),
    transform: { text in
      guard let seed = UInt64(text) else {
        throw InvalidValue("seed", text, expected: "a whole number from 0 to \(UInt64.max)")
      }
      return seed
    })
  var seed: UInt64 = 1

  /// The canvas that letters and imported ink are laid out on.
  ///
  /// It has the shape of the film, so that a word fills a wide one; its shorter side is always 720 points.
  private static func canvas(shape: PixelSize?) -> Size {
    guard let shape else { return Size(width: 720, height: 720) }
    let scale = 720 / Double(min(shape.width, shape.height))
    return Size(width: Double(shape.width) * scale, height: Double(shape.height) * scale)
  }

  /// How far a finger may stray on that canvas.
  private static let corridor = 24.0

  mutating func validate() throws {
    if file == nil, letters == nil, expect == nil {
      throw ValidationError("name a session, or give --letters")
    }
    if font != nil, letters == nil { throw ValidationError("--font needs --letters") }
    if expect != nil, letters != nil {
      throw ValidationError("--expect and --letters both set the paths: give one of them")
    }
  }

  /// Reads, expects and, where nobody traced, has the synthetic hand trace.
  ///
  /// - Parameter shape: the size of the film, where the user chose one.
  /// - Returns: the session, and what a person should know of how it came to be.
  func session(shape: PixelSize?) throws -> (TraceSession, notes: [String]) {
    var notes: [String] = []
    let canvas = Self.canvas(shape: shape)
    var session = TraceSession(header: .init(canvas: canvas, maxDistance: Self.corridor))
    if let file { session = try read(file, on: canvas, &notes) }
    if let paths = try expectedPaths(on: session.header.canvas, &notes) {
      session.header.expected = paths
      session.header.keyPoints = paths.flatMap(\.keyPoints)
      session.header.name = letters ?? session.header.name
    }
    session.header.rule = rule ?? session.header.rule
    session.header.maxDistance = maxDistance ?? session.header.maxDistance
    if session.events.isEmpty {
      session.events = SyntheticHand(seed: seed)
        .trace(session.header.expected, maxDistance: session.header.maxDistance)
    }
    return (session, notes)
  }

  private func expectedPaths(on canvas: Size, _ notes: inout [String]) throws -> [Path]? {
    if let letters, let font {
      return try read(font, on: canvas, text: letters, &notes).header.expected
    }
    if let letters {
      let margin = min(canvas.width, canvas.height) * 0.12
      return try Alphabet.standard.paths(
        for: letters, in: Rect(origin: .zero, size: canvas).inset(by: margin))
    }
    guard let expect else { return nil }
    let paths = try read(expect, on: canvas, &notes).header.expected
    guard !paths.isEmpty else {
      throw InputError(
        path: expect, reason: "it holds no paths to follow", advice: "name an SVG, KanjiVG or session file")
    }
    return paths
  }

  private func read(
    _ path: String, on canvas: Size, text: String? = nil, _ notes: inout [String]
  ) throws -> TraceSession {
    let ink: Ink
    do {
      ink = try InkFile.read(
        contentsOf: URL(fileURLWithPath: path), options: InkOptions(index: index, keyID: keyID, text: text))
    } catch {
      // By the name that the user gave.
      throw InkError(file: path, line: error.line, column: error.column, reason: error.reason)
    }
    notes += ink.notes.map { "\(path): \($0)" }
    if let recorded = ink.recorded { return recorded }
    var session = ink.session(canvas: canvas, margin: min(canvas.width, canvas.height) * 0.1)
    session.header.maxDistance = Self.corridor
    return session
  }
}
