import ArgumentParser
import Reel
import ReelInk
import ReelPlatform

/// The drawing to read from an ink file, and its conversion.
struct InkReadingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The drawing, page or UNIPEN segment to read, counted from 0. (default: the first drawing or page, all segments)",
      valueName: "number"),
    transform: { text in
      guard let index = Int(text), index >= 0 else {
        throw InvalidValue("index", text, expected: "a whole number, 0 or more")
      }
      return index
    })
  var index: Int?

  @Option(help: ArgumentHelp("The drawing of a Quick, Draw! file to read, by its key_id.", valueName: "key"))
  var keyID: String?

  @Flag(help: "Flip the y axis of ink that appears upside down.")
  var flipY = false

  /// Reads a session, or ink in any format.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - name: the file's name in messages.
  ///   - shape: the film's size, if the user chose one.
  ///   - canvas: the canvas for ink; nil for one with the shape of the film, or else of the ink.
  func read(_ path: String, name: String, shape: PixelSize?, on canvas: Size?) throws -> ReadSession {
    let options = InkOptions(index: index, keyID: keyID, isUpsideDown: flipY)
    let ink: Ink
    do {
      ink =
        try path == "-"
        ? InkFile.readStandardInput(options: options)
        : InkFile.read(contentsOf: URL(fileURLWithPath: path), options: options)
    } catch {
      if error.reason.hasPrefix("not in a supported format") || error.reason.hasPrefix("expected text")
        || error.reason.hasPrefix("expected UTF-16"), let unknown = FirstFile.unknown(path)
      {
        throw unknown
      }
      // The error uses the name that the user gave; an included file has its own.
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

/// The alphabet, and a font, of the letters to trace.
struct LetterFontOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The alphabet of --letters: \(Alphabet.known.map(\.name).joined(separator: ", ")), a file of your own, or a folder of KanjiVG, AnimCJK or Hanzi Writer. (default: print)",
      valueName: "name"))
  var alphabet: String?

  @Option(
    help: ArgumentHelp(
      "A single-stroke SVG font for --letters. Built-in letters replace missing ones.",
      valueName: "file.svg"))
  var font: String?

  /// The file or folder of the alphabet; nil for one of the library's.
  var alphabetFile: String? { Alphabet.known.contains { $0.name == alphabet } ? nil : alphabet }

  /// The letters: the font's, or the alphabet's where the font has none.
  var letters: Alphabet {
    get throws {
      let known = Alphabet.known.first { $0.name == alphabet }?.alphabet
      let letters = try known ?? alphabet.map(Self.read) ?? .standard
      guard let font else { return letters }
      do throws(FormatError) {
        return try letters.preferring(svgFontAt: URL(fileURLWithPath: font))
      } catch {
        // The error uses the name that the user gave.
        throw FormatError(file: font, line: error.line, column: error.column, reason: error.reason)
      }
    }
  }

  /// Reads the alphabet of a file or folder.
  private static func read(_ path: String) throws -> Alphabet {
    do throws(FormatError) {
      return try Alphabet(contentsOf: path)
    } catch {
      guard error.isMissing else { throw error }
      let names = Alphabet.known.map(\.name).joined(separator: ", ")
      throw InputError(
        path: path, reason: .noSuchFile, advice: "name a file, a folder or one of \(names)", isMissing: true)
    }
  }
}
