/// The names of keys, by the numbers that X gives to what they mean.
enum KeyNames {
  /// A key that changes what others mean.
  enum Modifier: Hashable {
    case shift, control, alt, meta, levelThree
  }

  /// The modifier that a symbol is; nil for any other.
  static func modifier(_ symbol: UInt32) -> Modifier? {
    switch symbol {
    case 0xFFE1, 0xFFE2: .shift
    case 0xFFE3, 0xFFE4: .control
    case 0xFFE7...0xFFEA: .alt
    case 0xFFEB...0xFFEE: .meta
    case 0xFE03: .levelThree
    default: nil
    }
  }

  /// The character that a symbol writes; nil for keys that write none.
  static func character(_ symbol: UInt32) -> Character? {
    let code: UInt32
    switch symbol {
    case 0x20...0x7E, 0xA0...0xFF: code = symbol
    case 0x0100_0100...0x0110_FFFF: code = symbol - 0x0100_0000
    // The number pad.
    case 0xFFAA...0xFFB9: code = symbol - 0xFF80
    case 0x20AC: code = symbol
    default: return nil
    }
    return Unicode.Scalar(code).map(Character.init)
  }

  private static let names: [UInt32: String] = [
    0xFF08: "Backspace", 0xFF09: "Tab", 0xFE20: "Tab", 0xFF0D: "Enter", 0xFF8D: "Enter", 0xFF1B: "Esc",
    0xFF50: "Home", 0xFF51: "←", 0xFF52: "↑", 0xFF53: "→", 0xFF54: "↓", 0xFF55: "Page Up", 0xFF56: "Page Down",
    0xFF57: "End", 0xFF63: "Insert", 0xFFFF: "Delete",
  ]

  /// The name of a key that writes no character; nil for one without a name.
  static func name(_ symbol: UInt32) -> String? {
    if case 0xFFBE...0xFFD5 = symbol { return "F\(symbol - 0xFFBD)" }
    return names[symbol]
  }
}
