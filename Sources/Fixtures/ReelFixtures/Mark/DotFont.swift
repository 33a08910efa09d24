/// A font of five by seven dots, for numbers and times, identical on every machine.
enum DotFont {
  static let width = 5
  static let height = 7

  /// The rows of a character from the top.
  ///
  /// The highest of five bits is the leftmost dot.
  ///
  /// Unknown characters are blank.
  static func rows(of character: Character) -> [UInt8] {
    switch character {
    case "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]
    case "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]
    case "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]
    case "3": [0b11111, 0b00010, 0b00100, 0b00110, 0b00001, 0b10001, 0b01110]
    case "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]
    case "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]
    case "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]
    case "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]
    case "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]
    case "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]
    case ":": [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000]
    case ".": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100]
    case "-": [0b00000, 0b00000, 0b00000, 0b01110, 0b00000, 0b00000, 0b00000]
    default: [0, 0, 0, 0, 0, 0, 0]
    }
  }

  /// The width of a text in dots, one dot between letters.
  static func width(of text: String) -> Int { max(0, text.count * (width + 1) - 1) }
}
