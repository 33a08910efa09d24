import ArgumentParser
import Reel
import ReelInk
import ReelPlatform

/// The text to write if there is no recorded session, and the hand that writes it.
struct WritingOptions: ParsableArguments {
  /// What a trace can be made of, in messages.
  static let source = "a session, or --letters"

  @Option(
    name: [.customLong("letters"), .customLong("letter")],
    help: ArgumentHelp(
      "Up to 1000 letters to trace: Latin, Greek, Cyrillic and kana, with accents, digits and punctuation. Long texts are wrapped.",
      valueName: "text"))
  var letters: String?

  @OptionGroup var letterFont: LetterFontOptions

  @Option(
    help: ArgumentHelp(
      "The synthetic hand: neat never leaves the corridor; child wobbles, and slips now and then. (values: neat, child; default: neat)",
      valueName: "style"),
    completion: .list(SyntheticHand.Style.allCases.map(\.rawValue)), transform: { try OptionText.choice("hand", $0) })
  var hand: SyntheticHand.Style = .neat

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of the synthetic hand's wobble. (default: 1)", valueName: "number"),
    transform: { text in
      guard let seed = UInt64(text) else {
        throw InvalidValue("seed", text, expected: "a whole number from 0 to \(UInt64.max)")
      }
      return seed
    })
  var seed: UInt64 = 1

  mutating func validate() throws {
    if font != nil, letters == nil { throw ValidationError("--font needs --letters") }
    if letterFont.alphabet != nil, letters == nil { throw ValidationError("--alphabet needs --letters") }
  }

  /// The font; nil for the alphabet's own letters.
  var font: String? { letterFont.font }

  /// The file or folder of the alphabet; nil for one of the library's.
  var alphabetFile: String? { letterFont.alphabetFile }

  /// Traces the expected paths, where no session was recorded.
  func events(tracing header: TraceSession.Header) throws -> [TouchEvent] {
    SyntheticHand(seed: seed, style: hand).session(header).events
  }

  /// Lays out the letters on a canvas, with a corridor narrow enough to keep them legible; nil without letters.
  ///
  /// - Parameters:
  ///   - canvas: the canvas of a recorded session; nil for one that suits the letters.
  ///   - shape: the film's size, if the user chose one.
  func header(on canvas: Size?, shape: PixelSize?) throws -> TraceSession.Header? {
    guard let letters else { return nil }
    return try alphabet(for: letters).header(
      letters, on: canvas ?? shape.map { TraceSession.Header.canvas(shape: $0) })
  }

  private func alphabet(for text: String) throws -> Alphabet {
    let alphabet = try letterFont.letters
    if let missing = alphabet.missing(in: text).first {
      let advice = "name an SVG font that has it with --font, or a folder of characters with --alphabet"
      guard let own = font ?? alphabetFile else {
        throw ValidationError("the built-in letters have no “\(missing)”: \(advice)")
      }
      throw ValidationError("“\(missing)” is neither in \(own) nor among the built-in letters: \(advice)")
    }
    return alphabet
  }
}
