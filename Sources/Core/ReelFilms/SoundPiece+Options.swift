import ReelDescriptions
import ReelGeometry
import ReelVideo

extension SoundPiece: Describable {
  /// `sound`.
  public static let kind = "sound"
  /// The file.
  public static let mainOption: String? = "file"
  /// Without a file there is nothing to hear.
  public static let requiredOptions: Set<String> = ["file"]

  /// A piece without a file.
  public init() { self.init("") }

  /// Which piece of which file is heard, when, and how loud.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "Anything with sound that FFmpeg reads.", files: .value, read: { $0.path = $1 },
      write: { $0.path }),
    DescriptionOption(
      "at", "seconds", help: "When it begins; below 0 for one that began before the film.",
      read: { $0.start = try position("at", $1) },
      write: { $0.start == 0 ? nil : "\($0.start)" }),
    DescriptionOption(
      "end", "seconds", help: "When it ends at the latest.", read: { $0.end = try position("end", $1) },
      write: { $0.end.map { "\($0)" } }),
    DescriptionOption(
      "from", "seconds", help: "The first second of the file that is heard.",
      read: { $0.from = try seconds("from", $1) }, write: { $0.from == 0 ? nil : "\($0.from)" }),
    DescriptionOption(
      "until", "seconds", help: "The second of the file at which it breaks off.",
      read: { $0.until = try seconds("until", $1) }, write: { $0.until.map { "\($0)" } }),
    DescriptionOption(
      "gain", "dB", help: "How much louder than its file it is, in decibels: -18 dB is much softer.",
      read: { $0.gain = try decibels($1) }, write: { $0.gain == 0 ? nil : "\($0.gain)" }),
    DescriptionOption(
      "fade", "seconds", help: "How long it comes up and dies away, or for each: {in: 1, out: 3}.",
      read: { piece, text in
        piece.fadeIn = try seconds("fade", text)
        piece.fadeOut = piece.fadeIn
      },
      write: { $0.fadeIn == $0.fadeOut && $0.fadeIn > 0 ? "\($0.fadeIn)" : nil },
      decode: { piece, fades in (piece.fadeIn, piece.fadeOut) = (fades.fadeIn, fades.fadeOut) },
      encode: { $0.fadeIn == $0.fadeOut ? nil : Fades(fadeIn: $0.fadeIn, fadeOut: $0.fadeOut) }),
    DescriptionOption(switch: "loop", help: "Begin again at the end, as long as the film or scene lasts.", \.loops),
    DescriptionOption(switch: "duck", help: "Lower it by 12 dB while other sounds are heard.", \.ducks),
  ]

  /// The two fades, where they differ.
  fileprivate struct Fades: Describable {
    static let kind = "fade"
    static let options = [
      DescriptionOption<Self>(
        "in", "seconds", help: "How long it comes up.", read: { $0.fadeIn = try SoundPiece.seconds("in", $1) },
        write: { "\($0.fadeIn)" }),
      DescriptionOption(
        "out", "seconds", help: "How long it dies away.", read: { $0.fadeOut = try SoundPiece.seconds("out", $1) },
        write: { "\($0.fadeOut)" }),
    ]

    var fadeIn = 0.0
    var fadeOut = 0.0
  }

  /// Reads a time of at most a day; a blank may stand before its unit.
  fileprivate static func seconds(_ name: String, _ text: String) throws(InvalidValue) -> Double {
    try OptionText.seconds(name, text.filter { $0 != " " }, 0...86_400)
  }

  /// Reads a time of the film, or of a day before it.
  private static func position(_ name: String, _ text: String) throws(InvalidValue) -> Double {
    try OptionText.seconds(name, text.filter { $0 != " " }, -86_400...86_400)
  }

  private static func decibels(_ text: String) throws(InvalidValue) -> Double {
    var number = text.filter { $0 != " " }[...]
    if number.lowercased().hasSuffix("db") { number = number.dropLast(2) }
    guard let gain = Double(number), (-96...48).contains(gain) else {
      throw InvalidValue("gain", text, expected: "from -96 dB to 48 dB")
    }
    return gain
  }
}
