import Reel
import ReelTerminal

/// Characters of a terminal that no font has.
///
/// The film shows them as empty boxes.
struct MissingCharacters: ReelError {
  var exitStatus: ExitStatus { .badInput }

  private let characters: [Unicode.Scalar]

  /// The number of characters that the message names.
  private static let limit = 8

  /// Looks for missing characters; nil if there are none.
  init?(in film: TerminalFilm) {
    characters = film.missingCharacters
    if characters.isEmpty { return nil }
  }

  /// One line: `no installed font has “𓂀” U+13080 and U+E0C0: install one that does, or add its folder with --font-dir`.
  var description: String {
    var names = characters.prefix(Self.limit).map(Self.name)
    if characters.count > Self.limit { names.append("\(characters.count - Self.limit) more") }
    return "no installed font has \(OptionText.list(names)): install one that does, or add its folder with --font-dir"
  }

  /// The character and its code point, or only the code point of an invisible character.
  private static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return switch scalar.properties.generalCategory {
    case .privateUse, .unassigned, .format, .surrogate, .lineSeparator, .paragraphSeparator: number
    case .nonspacingMark, .enclosingMark, .spacingMark: "“◌\(scalar)” \(number)"
    default: "“\(scalar)” \(number)"
    }
  }
}
