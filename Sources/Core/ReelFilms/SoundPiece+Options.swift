import ReelDescriptions
import ReelGeometry
import ReelVideo

extension SoundPiece: Describable {
  /// The kind `sound`.
  public static let kind = "sound"
  /// The file.
  public static let mainOption: String? = "file"
  /// The file is required.
  public static let requiredOptions: Set<String> = ["file"]

  /// Creates a piece without a file.
  public init() { self.init("") }

  /// The file, the part of it that is heard, when, and how loud.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "Any file with sound that FFmpeg reads.", files: .value, read: { $0.path = $1 },
      write: { $0.path }),
    DescriptionOption(
      "at", "seconds", help: "When it begins; below 0 if it began before the film.",
      read: { $0.start = try position("at", $1) },
      write: { $0.start == 0 ? nil : "\($0.start)" }),
    DescriptionOption(
      "end", "seconds", help: "The latest time at which it ends.", read: { $0.end = try position("end", $1) },
      write: { $0.end.map { "\($0)" } }),
    DescriptionOption(
      "from", "seconds", help: "The time in the file where it starts.",
      read: { $0.from = try seconds("from", $1) }, write: { $0.from == 0 ? nil : "\($0.from)" }),
    DescriptionOption(
      "until", "seconds", help: "The time in the file where it stops.",
      read: { $0.until = try seconds("until", $1) }, write: { $0.until.map { "\($0)" } }),
    DescriptionOption(
      "gain", "dB", help: "Its loudness relative to the file, in decibels: -18 dB is much softer.",
      read: { $0.gain = try decibels($1) }, write: { $0.gain == 0 ? nil : "\($0.gain)" }),
    DescriptionOption(
      "fade", "seconds", help: "The duration of its fades, or of each: {in: 1, out: 3}.",
      read: { piece, text in
        piece.fadeIn = try seconds("fade", text)
        piece.fadeOut = piece.fadeIn
      },
      write: { $0.fadeIn == $0.fadeOut && $0.fadeIn > 0 ? "\($0.fadeIn)" : nil },
      decode: { piece, fades in (piece.fadeIn, piece.fadeOut) = (fades.fadeIn, fades.fadeOut) },
      encode: { $0.fadeIn == $0.fadeOut ? nil : Fades(fadeIn: $0.fadeIn, fadeOut: $0.fadeOut) }),
    DescriptionOption(switch: "loop", help: "Repeat it until the film or scene ends.", \.loops),
    DescriptionOption(switch: "duck", help: "Lower it by 12 dB while other sounds are heard.", \.ducks),
  ]

  /// The two fades, if they differ.
  fileprivate struct Fades: Describable {
    static let kind = "fade"
    static let options = [
      DescriptionOption<Self>(
        "in", "seconds", help: "The duration of the fade-in.", read: { $0.fadeIn = try SoundPiece.seconds("in", $1) },
        write: { "\($0.fadeIn)" }),
      DescriptionOption(
        "out", "seconds", help: "The duration of the fade-out.",
        read: { $0.fadeOut = try SoundPiece.seconds("out", $1) },
        write: { "\($0.fadeOut)" }),
    ]

    var fadeIn = 0.0
    var fadeOut = 0.0
  }

  /// Parses a time of at most a day; a space may precede its unit.
  fileprivate static func seconds(_ name: String, _ text: String) throws(InvalidValue) -> Double {
    try OptionText.seconds(name, text.filter { $0 != " " }, 0...86_400)
  }

  /// Parses a time in the film, or up to a day before it.
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
