/// The state machine that splits a byte stream into characters, controls and sequences.
///
/// It is Paul Williams' parser of the VT500 (https://vt100.net/emu/dec_ansi_parser), with UTF-8 instead of the 8-bit
/// sets: bytes from 0x80 on are text, and are ignored in sequences. The memory for a sequence is bounded.
struct EscapeParser: Sendable {
  /// The result of a byte.
  enum Action: Equatable {
    /// Nothing yet.
    case none
    /// A character.
    case print(Unicode.Scalar)
    /// A byte that ends invalid UTF-8. The invalid bytes show as one U+FFFD, and the byte must be fed again.
    case malformed
    /// A C0 control character.
    case execute(UInt8)
    /// The end of an escape sequence, after its `intermediates`.
    case escape(UInt8)
    /// The end of a control sequence, after its `parameters` and `intermediates`.
    case control(UInt8)
    /// The end of an operating system command, whose content is `string`.
    case command
    /// The end of a device control string or of an application program command, whose content is `string`.
    case device, application
  }

  private enum State: UInt8 {
    case ground, escape, escapeIntermediate, controlEntry, controlParameter, controlIntermediate, controlIgnore
    /// A string that is kept: an operating system command, a device control string, an application program command.
    case command, device, application
    /// Another string, which is skipped.
    case string
  }

  /// The most parameters of a sequence.
  ///
  /// Further ones are ignored, as in xterm.
  static let parameterLimit = 32
  /// The largest parameter.
  static let largestParameter = 65_535
  /// The most bytes of a command that are kept, and of a string that may hold a picture.
  static let (commandLimit, stringLimit) = (4096, 8 << 20)
  /// The beginning of a command that may hold a picture.
  private static let pictureCommand = Array("1337;".utf8)

  private var state = State.ground
  /// The parameters, −1 for an empty one.
  ///
  /// A number after a colon belongs to the previous one.
  private(set) var parameters: [Int] = []
  /// Whether each parameter came after a colon.
  private(set) var isPart: [Bool] = []
  /// The bytes `<=>?` and 0x20…0x2F, the first in the highest used byte; 0 for none.
  private(set) var intermediates = 0
  /// The bytes of the command.
  private(set) var string: [UInt8] = []
  /// Whether the string is longer than what was kept.
  private(set) var isCut = false

  // UTF-8 in progress.
  private var scalar: UInt32 = 0
  private var missing = 0
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF

  /// Whether a printable byte would now be a character of its own.
  var isInText: Bool { state == .ground && missing == 0 }

  /// Takes a byte.
  mutating func take(_ byte: UInt8) -> Action {
    if state == .ground {
      if missing > 0 { return takeContinuation(byte) }
      if byte >= 0x80 { return beginCharacter(byte) }
      if byte >= 0x20 { return byte == 0x7F ? .none : .print(Unicode.Scalar(byte)) }
    }
    switch byte {
    case 0x1B:
      // A string ends with ESC \, or with any other escape sequence.
      let ended: Action =
        switch state {
        case .command: .command
        case .device: .device
        case .application: .application
        default: .none
        }
      begin(.escape)
      return ended
    case 0x18, 0x1A:
      state = .ground
      return .execute(byte)
    default: break
    }
    switch state {
    case .ground: return .execute(byte)
    case .command, .device, .application: return takeString(byte)
    case .string: return .none
    default: break
    }
    if byte < 0x20 { return .execute(byte) }
    if byte >= 0x7F { return .none }
    return takeSequence(byte)
  }

  // MARK: Sequences

  private mutating func begin(_ next: State) {
    state = next
    if next == .escape {
      parameters.removeAll(keepingCapacity: true)
      isPart.removeAll(keepingCapacity: true)
      intermediates = 0
    }
  }

  private mutating func takeSequence(_ byte: UInt8) -> Action {
    switch (state, byte) {
    case (.escape, 0x20...0x2F), (.escapeIntermediate, 0x20...0x2F):
      collect(byte)
      state = .escapeIntermediate
    case (.escape, 0x5B): state = .controlEntry
    case (.escape, 0x50), (.escape, 0x5D), (.escape, 0x5F):
      string.removeAll(keepingCapacity: string.count <= Self.commandLimit)
      isCut = false
      state = byte == 0x50 ? .device : byte == 0x5D ? .command : .application
    case (.escape, 0x58), (.escape, 0x5E): state = .string
    case (.escape, _), (.escapeIntermediate, _):
      state = .ground
      return .escape(byte)
    case (.controlEntry, 0x3C...0x3F):
      collect(byte)
      state = .controlParameter
    case (.controlEntry, 0x30...0x3B), (.controlParameter, 0x30...0x3B):
      state = .controlParameter
      takeParameter(byte)
    case (.controlParameter, 0x3C...0x3F), (.controlIntermediate, 0x30...0x3F): state = .controlIgnore
    case (.controlEntry, 0x20...0x2F), (.controlParameter, 0x20...0x2F), (.controlIntermediate, 0x20...0x2F):
      collect(byte)
      state = .controlIntermediate
    case (.controlIgnore, 0x20...0x3F): break
    case (.controlIgnore, _): state = .ground
    default:
      state = .ground
      return .control(byte)
    }
    return .none
  }

  private mutating func collect(_ byte: UInt8) {
    // No known sequence has more than two, and this value for three or more matches none of them.
    intermediates = intermediates < 1 << 16 ? intermediates << 8 | Int(byte) : 1 << 24
  }

  private mutating func takeParameter(_ byte: UInt8) {
    if parameters.isEmpty { append(isPart: false) }
    switch byte {
    case 0x3B: append(isPart: false)
    case 0x3A: append(isPart: true)
    default:
      // Digits after the last kept parameter are dropped.
      guard parameters.count <= Self.parameterLimit else { return }
      let last = parameters.count - 1
      parameters[last] = min(Self.largestParameter, max(0, parameters[last]) * 10 + Int(byte - 0x30))
    }
  }

  private mutating func append(isPart part: Bool) {
    // One parameter above the limit collects the excess.
    if parameters.count > Self.parameterLimit { return }
    parameters.append(-1)
    isPart.append(part)
  }

  private mutating func takeString(_ byte: UInt8) -> Action {
    if byte == 0x07, state == .command {
      state = .ground
      return .command
    }
    guard byte >= 0x20 else { return .none }
    let isLong = string.count >= Self.commandLimit
    if !isLong || string.count < Self.stringLimit && (state != .command || string.starts(with: Self.pictureCommand)) {
      string.append(byte)
    } else {
      isCut = true
    }
    return .none
  }

  // MARK: UTF-8

  /// Begins a multi-byte character; see table 3-7 of the Unicode Standard for the valid continuations.
  private mutating func beginCharacter(_ byte: UInt8) -> Action {
    (lower, upper) = (0x80, 0xBF)
    switch byte {
    case 0xC2...0xDF: (missing, scalar) = (1, UInt32(byte & 0x1F))
    case 0xE0...0xEF:
      (missing, scalar) = (2, UInt32(byte & 0x0F))
      if byte == 0xE0 { lower = 0xA0 }
      if byte == 0xED { upper = 0x9F }
    case 0xF0...0xF4:
      (missing, scalar) = (3, UInt32(byte & 0x07))
      if byte == 0xF0 { lower = 0x90 }
      if byte == 0xF4 { upper = 0x8F }
    default: return .print("\u{FFFD}")
    }
    return .none
  }

  private mutating func takeContinuation(_ byte: UInt8) -> Action {
    guard byte >= lower, byte <= upper else {
      missing = 0
      return .malformed
    }
    (lower, upper) = (0x80, 0xBF)
    scalar = scalar << 6 | UInt32(byte & 0x3F)
    missing -= 1
    guard missing == 0 else { return .none }
    return .print(Unicode.Scalar(scalar) ?? "\u{FFFD}")
  }
}
