/// The keys of a session as shown: runs of keys in quick succession.
struct PressedKeys {
  /// Keys and their times, in seconds of the film.
  private var keys: [(time: Double, name: String)] = []

  /// The pause that begins a new run, in seconds of the film.
  private static let pause = 1.0
  /// How long the last keys stay visible, in seconds of the film.
  private static let stay = 1.6
  /// The most characters shown of a run: the last ones.
  private static let longest = 32

  init(_ cast: Cast, _ timing: CastTiming) {
    for (event, time) in zip(cast.events, timing.times) {
      guard case .input(let text) = event.event else { continue }
      for name in KeyName.names(in: text) { keys.append((time, name)) }
    }
  }

  /// Returns the text shown at a time; nil for none.
  func text(at time: Double) -> String? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time - keys[low - 1].time <= Self.stay else { return nil }
    var text = ""
    var index = low - 1
    while index >= 0 {
      if index + 1 < low, keys[index + 1].time - keys[index].time > Self.pause { break }
      // Key names are separated by spaces; typed characters form a word.
      let name = keys[index].name
      text = name.count > 1 || text.isEmpty || keys[index + 1].name.count > 1 ? name + " " + text : name + text
      index -= 1
      if text.count > Self.longest + 1 { break }
    }
    text.removeLast(text.last == " " ? 1 : 0)
    return text.count > Self.longest ? "…" + text.suffix(Self.longest) : text
  }
}

/// The labels of keys.
package enum KeyName {
  /// Returns the names of the keys in a terminal's input: text, controls and xterm sequences.
  ///
  /// A terminal's own answers and mouse events are not keys.
  ///
  /// - Parameter text: The recorded input.
  package static func names(in text: String) -> [String] {
    var names: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x1B: if let name = sequence(&rest) { names.append(name) }
      case 0x0D, 0x0A: names.append("Enter")
      case 0x09: names.append("Tab")
      case 0x7F, 0x08: names.append("Backspace")
      case 0: names.append("Ctrl+Space")
      case 1...0x1A: names.append("Ctrl+" + String(UnicodeScalar(UInt8(scalar.value + 0x40))))
      case 0x1C...0x1F: names.append("Ctrl+" + String(UnicodeScalar(UInt8(scalar.value + 0x40))))
      case 0x20: names.append("␣")
      case 0x80...0x9F: break
      default:
        // A letter and its combining marks are one key.
        if scalar.properties.generalCategory == .nonspacingMark, let last = names.popLast() {
          names.append(last + String(scalar))
        } else {
          names.append(String(scalar))
        }
      }
    }
    return names
  }

  /// Reads the rest of a sequence after ESC; nil if it is not a key.
  private static func sequence(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    guard let next = rest.popFirst() else { return "Esc" }
    switch next {
    case "O":
      guard let final = rest.popFirst() else { return "Alt+O" }
      return arrows[final] ?? functionKeys[final]
    case "[": return control(&rest)
    // A terminal's answer: a string up to its end.
    case "P", "]", "_", "^", "X":
      while let scalar = rest.popFirst() {
        if scalar == "\u{7}" { break }
        if scalar == "\u{1B}" {
          if rest.first == "\\" { rest.removeFirst() }
          break
        }
      }
      return nil
    case "\u{1B}": return "Esc"
    default:
      let key = names(in: String(next)).first ?? ""
      return key.isEmpty ? "Esc" : "Alt+" + key
    }
  }

  /// Reads a control sequence after `ESC [`.
  private static func control(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    var parameters = ""
    while let scalar = rest.first, (0x20...0x3F).contains(scalar.value) {
      parameters.unicodeScalars.append(scalar)
      rest.removeFirst()
    }
    guard let final = rest.popFirst() else { return "Alt+[" }
    if final == "M", parameters.isEmpty {
      // An X10 mouse event: three more characters.
      rest.removeFirst(min(3, rest.count))
      return nil
    }
    guard parameters.allSatisfy({ $0.isNumber || $0 == ";" }) else { return nil }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
    let modifiers = numbers.count > 1 ? self.modifiers(numbers[1]) : ""
    if final == "~" { return tildeKeys[numbers.first ?? 0].map { modifiers + $0 } }
    if final == "Z" { return "Shift+Tab" }
    // The cursor position, an answer.
    if final == "R" { return nil }
    return (arrows[final] ?? functionKeys[final]).map { modifiers + $0 }
  }

  /// The modifiers of an xterm number: one more than the sum of 1 for Shift, 2 for Alt and 4 for Control.
  private static func modifiers(_ number: Int) -> String {
    let bits = max(0, number - 1)
    return (bits & 4 != 0 ? "Ctrl+" : "") + (bits & 2 != 0 ? "Alt+" : "") + (bits & 1 != 0 ? "Shift+" : "")
  }

  private static let arrows: [Unicode.Scalar: String] = [
    "A": "↑", "B": "↓", "C": "→", "D": "←", "H": "Home", "F": "End",
  ]
  private static let functionKeys: [Unicode.Scalar: String] = [
    "P": "F1", "Q": "F2", "R": "F3", "S": "F4", "M": "Enter",
  ]
  private static let tildeKeys = [
    1: "Home", 2: "Insert", 3: "Delete", 4: "End", 5: "Page Up", 6: "Page Down", 7: "Home", 8: "End", 11: "F1",
    12: "F2", 13: "F3", 14: "F4", 15: "F5", 17: "F6", 18: "F7", 19: "F8", 20: "F9", 21: "F10", 23: "F11", 24: "F12",
  ]
}
