import ReelTerminal

/// Decodes the keys from a terminal's input, as the inverse of `TapeKey.bytes`.
enum TypedKeys {
  /// A key as tapes express it.
  enum Key: Hashable {
    /// A character typed as part of a text.
    case character(Character)
    /// A key by name, with its modifiers: `Ctrl+C`.
    case press(String)
    /// A key that tapes do not have, by name.
    case unknown(String)
  }

  /// Returns the keys of a session with their times.
  ///
  /// A terminal's own answers and mouse events are not keys.
  static func keys(in cast: Cast) -> [(time: Double, key: Key)] {
    var keys: [(time: Double, key: Key)] = []
    for timed in cast.events {
      // A key sends all its bytes at once, so Escape and a later letter are not that letter with Alt.
      if case .input(let text) = timed.event { read(Array(text.utf8)[...], timed.time, into: &keys) }
    }
    return keys
  }

  private static func read(_ bytes: ArraySlice<UInt8>, _ time: Double, into keys: inout [(time: Double, key: Key)]) {
    var rest = bytes
    while let first = rest.first {
      if let (name, count) = named(rest) {
        keys.append((time, .press(name)))
        rest = rest.dropFirst(count)
      } else if first == 0x1B {
        let count = length(ofSequence: rest)
        let text = String(decoding: rest.prefix(count), as: UTF8.self)
        if let name = KeyName.names(in: text).first { keys.append((time, .unknown(name))) }
        rest = rest.dropFirst(count)
      } else {
        let character = String(decoding: rest.prefix(length(ofCharacter: first)), as: UTF8.self)
        // A letter and its combining marks are one key.
        if let mark = character.unicodeScalars.first, mark.properties.generalCategory == .nonspacingMark,
          case .character(let last)? = keys.last?.key, let joined = (String(last) + character).first
        {
          keys[keys.count - 1].key = .character(joined)
        } else if let key = character.first, first >= 0x20, !key.isNewline {
          keys.append((time, .character(key)))
        }
        rest = rest.dropFirst(length(ofCharacter: first))
      }
    }
  }

  /// The longest sequence of a key at the start of the bytes.
  private static func named(_ bytes: ArraySlice<UInt8>) -> (name: String, count: Int)? {
    for count in stride(from: min(longest, bytes.count), to: 0, by: -1) {
      guard let name = names[Array(bytes.prefix(count))] else { continue }
      // Escape alone, not the start of a sequence.
      if count == 1, bytes.first == 0x1B, let next = bytes.dropFirst().first, beginnings.contains(next) { return nil }
      return (name, count)
    }
    return nil
  }

  private static let longest = names.keys.map(\.count).max() ?? 1

  /// Key names by the bytes they send.
  ///
  /// A plain key takes precedence over one with modifiers that sends the same.
  private static let names: [[UInt8]: String] = {
    var names: [[UInt8]: String] = [[0x0D]: "Enter"]
    func add(_ bytes: [UInt8], _ name: String) { if names[bytes] == nil { names[bytes] = name } }
    let held = (0..<8).map { TapeKey.Modifiers(rawValue: $0) }
    for modifiers in held {
      for name in TapeKey.Name.allCases where name != .space || !modifiers.isEmpty {
        let text = prefix(modifiers) + name.rawValue
        for isApplication in [false, true] {
          let bytes = TapeKey(.named(name), modifiers).bytes(isApplication: isApplication)
          if bytes != [0x20] { add(bytes, text) }
        }
      }
      // Plain letters are text.
      guard modifiers.contains(.control) || modifiers == .alt else { continue }
      for byte in UInt8(0x21)...0x7E where !(0x61...0x7A).contains(byte) || modifiers == .alt {
        let character = Character(UnicodeScalar(byte))
        let bytes = TapeKey(.character(character), modifiers).bytes(isApplication: false)
        // The start of a sequence or string is not a key with Alt.
        if bytes.count == 1 || !beginnings.contains(bytes[1]), bytes != [byte] {
          add(bytes, prefix(modifiers) + String(character))
        }
      }
    }
    for (text, name) in ["[1~": "Home", "[4~": "End", "[7~": "Home", "[8~": "End"] {
      add([0x1B] + Array(text.utf8), name)
    }
    return names
  }()

  private static let beginnings: Set<UInt8> = [0x4F, 0x50, 0x58, 0x5B, 0x5D, 0x5E, 0x5F]

  private static func prefix(_ modifiers: TapeKey.Modifiers) -> String {
    TapeKey.Modifiers.names.filter { modifiers.contains($0.value) }.map { $0.key + "+" }.joined()
  }

  private static func length(ofCharacter first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  /// The length of a sequence that is not a key of tapes.
  private static func length(ofSequence bytes: ArraySlice<UInt8>) -> Int {
    let all = Array(bytes)
    guard all.count > 1 else { return 1 }
    switch all[1] {
    case 0x5B:
      // An X10 mouse event: three more bytes.
      if all.count > 2, all[2] == 0x4D { return min(6, all.count) }
      return min(all.count, (all.dropFirst(2).firstIndex { $0 >= 0x40 } ?? all.count) + 1)
    case 0x4F: return min(3, all.count)
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
      for index in 2..<max(2, all.count) {
        if all[index] == 0x07 { return index + 1 }
        if all[index] == 0x1B { return min(index + 2, all.count) }
      }
      return all.count
    default: return 2
    }
  }
}
