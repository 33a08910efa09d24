import ReelDescriptions
import ReelGeometry
import ReelTerminal

extension TapeParser {
  /// The settings of tapes.
  enum Setting: String, CaseIterable {
    case shell = "Shell"
    case fontFamily = "FontFamily"
    case fontSize = "FontSize"
    case framerate = "Framerate"
    case height = "Height"
    case width = "Width"
    case letterSpacing = "LetterSpacing"
    case lineHeight = "LineHeight"
    case loopOffset = "LoopOffset"
    case theme = "Theme"
    case padding = "Padding"
    case margin = "Margin"
    case marginFill = "MarginFill"
    case windowBar = "WindowBar"
    case windowBarSize = "WindowBarSize"
    case borderRadius = "BorderRadius"
    case cursorBlink = "CursorBlink"
    case playbackSpeed = "PlaybackSpeed"
    case typingSpeed = "TypingSpeed"
    case typingSeed = "TypingSeed"
    case waitTimeout = "WaitTimeout"
    case waitPattern = "WaitPattern"
  }

  /// Reads a setting.
  mutating func set(at start: Int) throws(TapeError) {
    scanner.skipSpaces()
    let point = scanner.position
    let word = scanner.name()
    guard let setting = Setting(rawValue: word) else {
      let all = Setting.allCases.map(\.rawValue)
      throw scanner.error(
        at: point, "unknown setting \(word)" + hint(word, all, "there are \(OptionText.list(all))"))
    }
    if try setAnywhere(setting, at: start) { return }
    guard tape.commands.isEmpty else {
      _ = try scanner.value()
      tape.warnings.append(
        scanner.error(at: start, "Set \(word) is ignored: it must come before the first command"))
      return
    }
    try setLook(setting)
  }

  /// Sets a setting that may change between commands; returns false for other settings.
  private mutating func setAnywhere(_ setting: Setting, at start: Int) throws(TapeError) -> Bool {
    let isFirst = tape.commands.isEmpty
    switch setting {
    case .typingSpeed:
      let pause = try seconds("TypingSpeed", 0...3600)
      if isFirst { tape.settings.pause = pause } else { add(.setPause(pause), at: start) }
    case .playbackSpeed:
      let speed = try number(setting, 0.01...1000)
      if isFirst { tape.settings.speed = speed } else { add(.setSpeed(speed), at: start) }
    case .waitTimeout:
      let timeout = try seconds("WaitTimeout", 0...86_400)
      if isFirst { tape.settings.timeout = timeout } else { add(.setTimeout(timeout), at: start) }
    case .waitPattern:
      scanner.skipSpaces()
      let point = scanner.position
      var pattern = ""
      if let expression = try scanner.expression() {
        pattern = expression
      } else {
        pattern = try value(for: "WaitPattern", such: "/done/")
      }
      try checkExpression(pattern, at: point)
      if isFirst { tape.settings.pattern = pattern } else { add(.setPattern(pattern), at: start) }
    default: return false
    }
    return true
  }

  private mutating func add(_ action: Tape.Action, at start: Int) {
    let point = scanner.error(at: start, "")
    tape.commands.append(Tape.Command(action: action, file: point.file, line: point.line, column: point.column))
  }

  private mutating func setLook(_ setting: Setting) throws(TapeError) {
    switch setting {
    case .shell: tape.settings.shell = try choice(setting, TapeShell.self)
    case .fontFamily: tape.settings.fontFamily = try value(for: setting.rawValue, such: "\"DejaVu Sans Mono\"")
    case .fontSize: tape.settings.fontSize = try number(setting, 1...500)
    case .framerate: tape.settings.frameRate = try number(setting, 1...1000)
    case .width: tape.settings.width = Int(clamping: try number(setting, 2...16_384))
    case .height: tape.settings.height = Int(clamping: try number(setting, 2...16_384))
    case .letterSpacing: tape.settings.letterSpacing = try number(setting, 0...500)
    case .lineHeight: tape.settings.lineHeight = try number(setting, 0.5...10)
    case .padding: tape.settings.padding = Int(clamping: try number(setting, 0...8192))
    case .margin: tape.settings.margin = Int(clamping: try number(setting, 0...8192))
    case .windowBarSize: tape.settings.windowBarSize = Int(clamping: try number(setting, 0...8192))
    case .borderRadius: tape.settings.borderRadius = Int(clamping: try number(setting, 0...8192))
    case .loopOffset:
      tape.settings.loopOffset = try number(setting, 0...100) / 100
      _ = scanner.take("%")
    case .marginFill: tape.settings.marginFill = try value(for: setting.rawValue, such: "\"#6B50FF\"")
    case .windowBar: tape.settings.windowBar = try choice(setting, TapeWindowBar.self)
    case .cursorBlink: tape.settings.cursorBlinks = try choice(setting, TapeSwitch.self) == .true
    case .typingSeed: tape.settings.rhythm = UInt64(clamping: try number(setting, 0...9e15))
    case .theme: tape.settings.theme = try theme()
    case .typingSpeed, .playbackSpeed, .waitTimeout, .waitPattern: break
    }
  }

  // MARK: Values

  private mutating func number(_ setting: Setting, _ range: ClosedRange<Double>) throws(TapeError) -> Double {
    scanner.skipSpaces()
    let start = scanner.position
    var text = scanner.digits()
    // Some tapes quote numbers.
    if text.isEmpty { text = try value(for: setting.rawValue, such: "\(Int(clamping: range.lowerBound.rounded(.up)))") }
    guard let number = Double(text.hasPrefix(".") ? "0" + text : text), range.contains(number) else {
      throw scanner.error(
        at: start,
        "\(setting.rawValue) \(text) is not valid: it must be from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
      )
    }
    return number
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(clamping: number))" : "\(number)"
  }

  private mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ setting: Setting, _: Value.Type
  ) throws(TapeError) -> Value where Value.RawValue == String {
    scanner.skipSpaces()
    let start = scanner.position
    let words = Value.allCases.map(\.rawValue)
    let text = try value(for: setting.rawValue, such: words[0])
    guard let value = Value(rawValue: text) else {
      throw scanner.error(
        at: start,
        "\(setting.rawValue) \(text) is not valid" + hint(text, words, "it must be \(OptionText.alternatives(words))"))
    }
    return value
  }

  private mutating func theme() throws(TapeError) -> TapeTheme {
    scanner.skipSpaces()
    let start = scanner.position
    let text = try value(for: "Theme", such: "night")
    guard text.hasPrefix("{") else { return .named(text) }
    do throws(InvalidValue) {
      return .palette(try TerminalPalette(tapeTheme: text))
    } catch {
      throw scanner.error(at: start, error.description)
    }
  }
}

/// `true` and `false` in tapes.
private enum TapeSwitch: String, CaseIterable {
  case `true`, `false`
}
