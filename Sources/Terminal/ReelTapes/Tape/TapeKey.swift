/// A key, possibly with modifiers.
package struct TapeKey: Hashable, Sendable {
  /// The keys that have names in tapes.
  package enum Name: String, CaseIterable, Sendable {
    case backspace = "Backspace"
    case delete = "Delete"
    case insert = "Insert"
    case enter = "Enter"
    case space = "Space"
    case tab = "Tab"
    case escape = "Escape"
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case pageUp = "PageUp"
    case pageDown = "PageDown"
    case home = "Home"
    case end = "End"
  }

  /// A key without modifiers.
  package enum Base: Hashable, Sendable {
    case named(Name)
    case character(Character)
  }

  /// The modifier keys.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)

    /// Their names in tapes.
    package static let names: KeyValuePairs<String, Modifiers> = ["Ctrl": .control, "Alt": .alt, "Shift": .shift]
  }

  package var base: Base
  package var modifiers: Modifiers = []

  package init(_ base: Base, _ modifiers: Modifiers = []) { (self.base, self.modifiers) = (base, modifiers) }

  /// The bytes that xterm sends for the key.
  ///
  /// - Parameter isApplication: Whether the program enabled the application form of the arrow keys (DECCKM).
  package func bytes(isApplication: Bool) -> [UInt8] {
    switch base {
    case .character(let character): plain(Self.controlled(character, modifiers))
    case .named(.enter): plain([0x0D])
    case .named(.escape): plain([0x1B])
    case .named(.space): plain(modifiers.contains(.control) ? [0] : [0x20])
    case .named(.backspace): plain(modifiers.contains(.control) ? [0x08] : [0x7F])
    case .named(.tab): modifiers.contains(.shift) ? plain(Array("\u{1B}[Z".utf8)) : plain([0x09])
    case .named(.up): arrow("A", isApplication)
    case .named(.down): arrow("B", isApplication)
    case .named(.right): arrow("C", isApplication)
    case .named(.left): arrow("D", isApplication)
    case .named(.home): arrow("H", isApplication)
    case .named(.end): arrow("F", isApplication)
    case .named(.insert): numbered(2)
    case .named(.delete): numbered(3)
    case .named(.pageUp): numbered(5)
    case .named(.pageDown): numbered(6)
    }
  }

  /// The bytes, with a preceding escape while Alt is held.
  private func plain(_ bytes: [UInt8]) -> [UInt8] { modifiers.contains(.alt) ? [0x1B] + bytes : bytes }

  private func arrow(_ letter: String, _ isApplication: Bool) -> [UInt8] {
    guard modifiers.isEmpty else { return Array("\u{1B}[1;\(modifiers.rawValue + 1)\(letter)".utf8) }
    return Array("\u{1B}\(isApplication ? "O" : "[")\(letter)".utf8)
  }

  private func numbered(_ number: Int) -> [UInt8] {
    Array("\u{1B}[\(number)\(modifiers.isEmpty ? "" : ";\(modifiers.rawValue + 1)")~".utf8)
  }

  private static func controlled(_ character: Character, _ modifiers: Modifiers) -> [UInt8] {
    let text = modifiers.contains(.shift) ? character.uppercased() : String(character)
    guard modifiers.contains(.control), let byte = text.uppercased().utf8.first, text.utf8.count == 1 else {
      return Array(text.utf8)
    }
    switch byte {
    case 0x40...0x5F: return [byte & 0x1F]
    case UInt8(ascii: "?"): return [0x7F]
    case UInt8(ascii: "/"), UInt8(ascii: "-"): return [0x1F]
    case UInt8(ascii: " "): return [0]
    default: return Array(text.utf8)
    }
  }
}
