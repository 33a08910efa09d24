import ArgumentParser
import Reel
import ReelInk
import ReelPlatform

/// Which drawing of a file of ink is taken, and how.
struct InkReadingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The index of a drawing, page or UNIPEN segment in a file with several, from 0. (default: the first drawing or page, all segments)",
      valueName: "number"),
    transform: { text in
      guard let index = Int(text), index >= 0 else {
        throw InvalidValue("index", text, expected: "a whole number, 0 or more")
      }
      return index
    })
  var index: Int?

  @Option(help: ArgumentHelp("The key of a drawing in a Quick, Draw! file.", valueName: "key"))
  var keyID: String?

  @Flag(help: "Flip ink whose y axis is the opposite of what its format says.")
  var flipY = false

  /// Reads a session, or ink in any format.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - name: what messages call it.
  ///   - shape: the size of the film, where the user chose one.
  ///   - canvas: the canvas for ink; nil for one of the ink's own shape, or of the film's.
  func read(_ path: String, name: String, shape: PixelSize?, on canvas: Size?) throws -> ReadSession {
    let options = InkOptions(index: index, keyID: keyID, isUpsideDown: flipY)
    let ink: Ink
    do {
      ink =
        try path == "-"
        ? InkFile.readStandardInput(options: options)
        : InkFile.read(contentsOf: URL(fileURLWithPath: path), options: options)
    } catch {
      if error.reason.hasPrefix("has none of the supported formats") || error.reason.hasPrefix("expected text")
        || error.reason.hasPrefix("expected UTF-16"), let unknown = FirstFile.unknown(path)
      {
        throw unknown
      }
      // By the name that the user gave; an included file has its own.
      let isIncluded = path != "-" && error.file != URL(fileURLWithPath: path).path(percentEncoded: false)
      throw FormatError(
        file: isIncluded ? error.file : name, line: error.line, column: error.column, reason: error.reason)
    }
    let notes = ink.notes.map { "\(name): \($0)" + ($0 == Ink.upsideDownNote ? "; try --flip-y" : "") }
    let recorded = ink.recorded
    let canvas =
      canvas ?? shape.map { TraceSession.Header.canvas(shape: $0) }
      ?? ink.canvas(shorterSide: TraceSession.Header.shorterSide)
    return ReadSession(
      session: recorded ?? ink.session(canvas: canvas, margin: min(canvas.width, canvas.height) * 0.1),
      isRecorded: recorded != nil, notes: notes, included: ink.includedPaths)
  }
}

/// A font whose letters are followed.
struct LetterFontOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A single-stroke SVG font for --letters; letters it lacks are built in.",
      valueName: "file.svg"))
  var font: String?

  /// The letters: those of the font, and the alphabet's own where it has none.
  var alphabet: Alphabet {
    get throws {
      guard let font else { return .standard }
      do throws(FormatError) {
        return try Alphabet.standard.preferring(svgFontAt: URL(fileURLWithPath: font))
      } catch {
        // By the name that the user gave.
        throw FormatError(file: font, line: error.line, column: error.column, reason: error.reason)
      }
    }
  }
}
