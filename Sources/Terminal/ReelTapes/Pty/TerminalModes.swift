/// The terminal modes that programs have changed, and that a killed program leaves changed.
struct TerminalModes: Hashable {
  /// The DEC and xterm modes that differ from their defaults.
  private var changed: Set<Int> = []
  /// The shape of the cursor, as DECSCUSR numbers it.
  private var cursorShape = 0
  /// How often an enhanced keyboard protocol was pushed.
  private var keyboards = 0

  /// Off by default: inverse, origin, arrow keys, mouse, focus, paste, and synchronized output.
  ///
  /// On: wrapping and the cursor.
  private static let usuallyOff: Set<Int> = Set(1000...1007).union([
    1, 5, 6, 9, 47, 66, 1015, 1016, 1047, 1049, 2004, 2026, 2031, 2048,
  ])
  private static let usuallyOn: Set<Int> = [7, 25]
  private static let alternate: Set<Int> = [47, 1047, 1049]

  /// Whether all modes have their defaults.
  var isUsual: Bool { self == TerminalModes() }

  /// Whether a program draws on the alternate screen.
  var isAlternate: Bool { !changed.isDisjoint(with: Self.alternate) }

  /// Whether a mode is on.
  func isOn(_ mode: Int) -> Bool { Self.usuallyOn.contains(mode) != changed.contains(mode) }

  /// Takes a control sequence without its introducer, such as `[?1049h` or `[5 q`; ignores others.
  mutating func take(_ sequence: String) {
    if sequence.hasPrefix("[?"), let end = sequence.last, end == "h" || end == "l" {
      for text in sequence.dropFirst(2).dropLast().split(separator: ";") {
        guard let mode = Int(text) else { continue }
        set(mode, end == "h")
      }
    } else if sequence.hasSuffix(" q"), sequence.hasPrefix("[") {
      cursorShape = Int(sequence.dropFirst().dropLast(2)) ?? 0
    } else if sequence.hasPrefix("[>"), sequence.hasSuffix("u") {
      keyboards = min(keyboards + 1, 99)
    } else if sequence.hasPrefix("[<"), sequence.hasSuffix("u") {
      keyboards = max(0, keyboards - (Int(sequence.dropFirst(2).dropLast()) ?? 1))
    } else if sequence == "[!p" {
      // DECSTR leaves mouse modes alone.
      changed.formIntersection(Set(1000...1007).union([1015, 1016, 2004]).union(Self.alternate))
    }
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    guard Self.usuallyOff.contains(mode) || Self.usuallyOn.contains(mode) else { return }
    if isOn == Self.usuallyOn.contains(mode) {
      changed.remove(mode)
      // Any of the three ends the alternate screen, whichever began it.
      if Self.alternate.contains(mode) { changed.subtract(Self.alternate) }
    } else {
      changed.insert(mode)
    }
  }

  /// The sequences that undo the changes since; nil if there are none.
  func sequences(backTo before: TerminalModes) -> String? {
    let left = changed.subtracting(before.changed)
    guard !left.isEmpty || cursorShape != before.cursorShape || keyboards > before.keyboards else { return nil }
    let screens = left.intersection(Self.alternate)
    // Resetting the scrolling region moves the cursor. Leaving the alternate screen restores its position anyway.
    var text = screens.isEmpty ? "\u{1B}7\u{1B}[r\u{1B}8" : "\u{1B}[r"
    for mode in left.subtracting(screens).sorted() {
      text += "\u{1B}[?\(mode)\(Self.usuallyOn.contains(mode) ? "h" : "l")"
    }
    for mode in screens.sorted() { text += "\u{1B}[?\(mode)l" }
    if keyboards > before.keyboards { text += "\u{1B}[<\(keyboards - before.keyboards)u" }
    if cursorShape != before.cursorShape { text += "\u{1B}[\(before.cursorShape) q" }
    // Reset attributes, the character set, and the keypad.
    return text + "\u{1B}[m\u{1B}(B\u{0F}\u{1B}>"
  }
}
