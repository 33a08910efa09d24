import CReelDesktop
import ReelPlatform

/// The clicks and keys of a screen, wherever they go.
///
/// Programs that test others send most of them by the extension XTEST, which comes here as well.
struct ScreenInput {
  /// Something that was pressed.
  enum Press: Hashable {
    /// A button of the pointer, from 1.
    case button(Int)
    /// A character, with nothing else held but Shift.
    case character(Character)
    /// Any other key, or several at once: `Ctrl+S`.
    case keys(String)
  }

  private let connection: XConnection
  private let extensionNumber: UInt8
  private var held: Set<KeyNames.Modifier> = []
  private var symbols: [UInt32] = []
  private var symbolsPerKey = 0
  private var firstKey = 0
  /// The presses that have not been taken yet.
  private(set) var presses: [Press] = []

  /// Asks the server for clicks, and for keys if they are wanted.
  init(_ connection: XConnection, withKeys: Bool) {
    self.connection = connection
    extensionNumber = reel_select_input(connection.raw, connection.root, withKeys ? 1 : 0)
    if withKeys { readSymbols() }
  }

  /// Returns what was pressed since the last call.
  mutating func take() -> [Press] {
    defer { presses = [] }
    return presses
  }

  /// Reads what each key means, which programs change to type what is on no key.
  mutating func readSymbols() {
    guard let setup = xcb_get_setup(connection.raw) else { return }
    firstKey = Int(setup.pointee.min_keycode)
    let count = Int(setup.pointee.max_keycode) - firstKey + 1
    let cookie = xcb_get_keyboard_mapping(connection.raw, UInt8(firstKey), UInt8(count))
    guard let reply = xcb_get_keyboard_mapping_reply(connection.raw, cookie, nil) else { return }
    defer { free(reply) }
    symbolsPerKey = Int(reply.pointee.keysyms_per_keycode)
    symbols = Array(
      UnsafeBufferPointer(
        start: xcb_get_keyboard_mapping_keysyms(reply), count: Int(xcb_get_keyboard_mapping_keysyms_length(reply))))
  }

  /// Reads an event of an extension.
  mutating func read(_ raw: UnsafeRawPointer) {
    let event = raw.load(as: xcb_input_raw_button_press_event_t.self)
    guard extensionNumber != 0, event.extension == extensionNumber else { return }
    switch Int32(event.event_type) {
    case XCB_INPUT_RAW_BUTTON_PRESS:
      // Those above are the wheel.
      if event.detail <= 3 { presses.append(.button(Int(event.detail))) }
    case XCB_INPUT_RAW_KEY_PRESS: press(Int(event.detail))
    case XCB_INPUT_RAW_KEY_RELEASE:
      if let modifier = KeyNames.modifier(symbol(of: Int(event.detail), 0)) { held.remove(modifier) }
    default: break
    }
  }

  private mutating func press(_ key: Int) {
    if let modifier = KeyNames.modifier(symbol(of: key, 0)) {
      held.insert(modifier)
      return
    }
    // The third level has the places 4 and 5.
    let level = (held.contains(.levelThree) ? 4 : 0) + (held.contains(.shift) ? 1 : 0)
    var symbol = symbol(of: key, level)
    if symbol == 0 { symbol = self.symbol(of: key, 0) }
    if let press = Self.press(symbol, held) { presses.append(press) }
  }

  /// Returns what a symbol is with modifiers; nil for a key without a name.
  static func press(_ symbol: UInt32, _ held: Set<KeyNames.Modifier>) -> Press? {
    var words: [String] = []
    if held.contains(.control) { words.append("Ctrl") }
    if held.contains(.alt) { words.append("Alt") }
    if held.contains(.meta) { words.append("Super") }
    if let character = KeyNames.character(symbol) {
      if words.isEmpty { return .character(character) }
      if held.contains(.shift) { words.append("Shift") }
      return .keys((words + [character == " " ? "Space" : character.uppercased()]).joined(separator: "+"))
    }
    guard let name = KeyNames.name(symbol) else { return nil }
    if held.contains(.shift) { words.append("Shift") }
    return .keys((words + [name]).joined(separator: "+"))
  }

  private func symbol(of key: Int, _ level: Int) -> UInt32 {
    let place = (key - firstKey) * symbolsPerKey + level
    return level < symbolsPerKey && symbols.indices.contains(place) ? symbols[place] : 0
  }
}
