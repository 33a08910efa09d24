/// The modes of a terminal that programs have changed: what a program that is killed leaves as it was.
struct TerminalModes: Hashable {
  /// The modes of DEC and xterm that are not as they are at first.
  private var changed: Set<Int> = []
  /// The shape of the cursor, as DECSCUSR numbers it.
  private var cursorShape = 0
  /// How often the keyboard was asked for another protocol.
  private var keyboards = 0

  /// Inverse, origin, arrow keys, mouse, focus, paste, and synchronized output are off at first; wrapping and the cursor are on.
  private static let usuallyOff: Set<Int> = Set(1000...1007).union([
    1, 5, 6, 9, 47, 66, 1015, 1016, 1047, 1049, 2004, 2026, 2031, 2048,
  ])
  private static let usuallyOn: Set<Int> = [7, 25]
  private static let alternate: Set<Int> = [47, 1047, 1049]

  /// Whether nothing is changed.
  var isUsual: Bool { self == TerminalModes() }

  /// Whether a program draws on the alternate screen.
  var isAlternate: Bool { !changed.isDisjoint(with: Self.alternate) }

  /// Whether a mode is on.
  func isOn(_ mode: Int) -> Bool { Self.usuallyOn.contains(mode) != changed.contains(mode) }

  /// Takes a control sequence without its introducer: `[?1049h`, `[5 q`; others change nothing.
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
      // DECSTR does not touch the mouse.
      changed.formIntersection(Set(1000...1007).union([1015, 1016, 2004]).union(Self.alternate))
    }
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    guard Self.usuallyOff.contains(mode) || Self.usuallyOn.contains(mode) else { return }
    if isOn == Self.usuallyOn.contains(mode) {
      changed.remove(mode)
      // Whichever of the three began the alternate screen, each of them ends it.
      if Self.alternate.contains(mode) { changed.subtract(Self.alternate) }
    } else {
      changed.insert(mode)
    }
  }

  /// The sequences that take back what was changed since; nil where nothing was.
  func sequences(backTo before: TerminalModes) -> String? {
    let left = changed.subtracting(before.changed)
    guard !left.isEmpty || cursorShape != before.cursorShape || keyboards > before.keyboards else { return nil }
    let screens = left.intersection(Self.alternate)
    // Rows scroll all together again, which moves the cursor; leaving the alternate screen puts it where it was.
    var text = screens.isEmpty ? "\u{1B}7\u{1B}[r\u{1B}8" : "\u{1B}[r"
    for mode in left.subtracting(screens).sorted() {
      text += "\u{1B}[?\(mode)\(Self.usuallyOn.contains(mode) ? "h" : "l")"
    }
    for mode in screens.sorted() { text += "\u{1B}[?\(mode)l" }
    if keyboards > before.keyboards { text += "\u{1B}[<\(keyboards - before.keyboards)u" }
    if cursorShape != before.cursorShape { text += "\u{1B}[\(before.cursorShape) q" }
    // Plain letters, from the usual set, and the usual keypad.
    return text + "\u{1B}[m\u{1B}(B\u{0F}\u{1B}>"
  }
}
