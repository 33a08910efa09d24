import ReelDescriptions
import ReelGeometry

/// Reads tapes: one or several commands a line, with comments that begin with `#`.
package struct TapeParser {
  /// Reads the text of a tape that another tape names; nil if it cannot be read.
  package typealias Reader = (_ path: String) -> String?

  var scanner: TapeScanner
  var tape: Tape
  var errors: [TapeError] = []
  let read: Reader
  /// The chain of tapes that name each other, this one last.
  private let files: [String]

  /// The limits of nested tapes, reported errors, and commands.
  private static let (depthLimit, errorLimit, commandLimit) = (8, 20, 100_000)

  private init(_ text: String, _ files: [String], _ tape: Tape, _ read: @escaping Reader) {
    scanner = TapeScanner(text, file: files.last ?? "")
    (self.files, self.tape, self.read) = (files, tape, read)
  }

  /// Reads a tape.
  ///
  /// - Parameters:
  ///   - text: The whole tape.
  ///   - file: Its name in errors.
  ///   - read: Reads tapes that it names.
  /// - Throws: `TapeErrors`, with all errors.
  package static func parse(_ text: String, file: String, read: @escaping Reader) throws(TapeErrors) -> Tape {
    var parser = TapeParser(text, [file], Tape(), read)
    parser.parse()
    guard parser.errors.isEmpty else { throw TapeErrors(errors: parser.errors) }
    return parser.tape
  }

  private mutating func parse() {
    while errors.count < Self.errorLimit, scanner.skipToCommand() {
      let start = scanner.position
      do throws(TapeError) {
        try command(at: start)
        guard tape.commands.count <= Self.commandLimit else {
          throw scanner.error(at: start, "a tape has at most \(Self.commandLimit) commands")
        }
      } catch {
        errors.append(error)
        scanner.skipLine()
      }
    }
  }

  /// The words that begin commands.
  private static let words =
    [
      "Output", "Require", "Set", "Type", "Sleep", "Wait", "Hide", "Show", "Screenshot", "State", "Copy", "Paste",
      "Source",
      "Env", "ScrollUp", "ScrollDown",
    ] + TapeKey.Name.allCases.map(\.rawValue) + TapeKey.Modifiers.names.map(\.key)

  private mutating func command(at start: Int) throws(TapeError) {
    let word = scanner.name()
    switch word {
    case "Output": tape.outputs.append(try output(at: start))
    case "Require": try require(at: start)
    case "Set": try set(at: start)
    case "Env": try environment()
    case "Source": try source()
    case "Type":
      let pause = try pause()
      add(.type(try text(for: "Type", such: "Type \"ls\""), pause: pause), start)
    case "Copy": add(.copy(try text(for: "Copy", such: "Copy \"a text\"")), start)
    case "Paste": add(.paste, start)
    case "Sleep": add(.sleep(try seconds("Sleep", 0...86_400)), start)
    case "Wait": add(try wait(), start)
    case "Hide": add(.hide, start)
    case "Show": add(.show, start)
    case "Screenshot":
      let path = try value(for: "Screenshot", such: "Screenshot screen.png")
      guard path.lowercased().hasSuffix(".png") else {
        throw scanner.error(at: start, "a screenshot is a PNG picture: give \(path) a name that ends in .png")
      }
      add(.screenshot(path), start)
    case "State":
      let path = try value(for: "State", such: "State screen.json")
      guard path.lowercased().hasSuffix(".json") else {
        throw scanner.error(at: start, "a state is a JSON file: give \(path) a name that ends in .json")
      }
      add(.state(path), start)
    case "ScrollUp", "ScrollDown":
      let pause = try pause()
      add(.scroll(word == "ScrollUp" ? -1 : 1, pause: pause, count: try count()), start)
    default: try key(word, at: start)
    }
  }

  private mutating func add(_ action: Tape.Action, _ start: Int) {
    let point = scanner.error(at: start, "")
    tape.commands.append(Tape.Command(action: action, file: point.file, line: point.line, column: point.column))
  }

  // MARK: Keys

  /// Reads a key: `Enter`, `Down@250ms 4`, `Ctrl+Alt+x`.
  private mutating func key(_ first: String, at start: Int) throws(TapeError) {
    var modifiers: TapeKey.Modifiers = []
    var word = first
    var base: TapeKey.Base?
    while let held = TapeKey.Modifiers.names.first(where: { $0.key == word })?.value {
      guard scanner.take("+") else {
        throw scanner.error(at: scanner.position, "\(word) is held while another key is pressed: write \(word)+c")
      }
      modifiers.insert(held)
      let next = scanner.position
      word = scanner.name()
      if word.isEmpty {
        guard let character = scanner.character() else {
          throw scanner.error(at: next, "a key is missing after +: write \(first)+c")
        }
        base = .character(character)
      }
    }
    if base == nil {
      if let name = TapeKey.Name(rawValue: word) {
        base = .named(name)
      } else if !modifiers.isEmpty, word.count == 1, let character = word.first {
        base = .character(character)
      } else if !modifiers.isEmpty {
        throw scanner.error(
          at: start, "unknown key \(word)" + hint(word, TapeKey.Name.allCases.map(\.rawValue), "name one key"))
      } else {
        if word.isEmpty { word = scanner.word() }
        throw scanner.error(
          at: start, "unknown command \(word)" + hint(word, Self.words, "to type text, put Type before it"))
      }
    }
    guard let base else { return }
    let pause = try pause()
    add(.press(TapeKey(base, modifiers), pause: pause, count: try count()), start)
  }

  /// The end of a sentence about an unknown word: the nearest known word, or other advice.
  func hint(_ word: String, _ words: [String], _ otherwise: String) -> String {
    let nearest =
      words.first { $0.lowercased() == word.lowercased() } ?? Spelling.nearest(to: word, among: words)
    return nearest.map { ": did you mean \($0)?" } ?? ": \(otherwise)"
  }

  // MARK: Arguments

  /// Reads the number of repetitions, 1 if there is none.
  private mutating func count() throws(TapeError) -> Int {
    guard scanner.hasMoreOnLine, scanner.next?.isNumber == true else { return 1 }
    let start = scanner.position
    let digits = scanner.digits()
    guard let count = Int(digits), (1...10_000).contains(count) else {
      throw scanner.error(at: start, "the number of times \(digits) is not valid: it must be from 1 to 10000")
    }
    return count
  }

  /// Reads the time after `@`, if there is one.
  private mutating func pause() throws(TapeError) -> Double? {
    guard scanner.take("@") else { return nil }
    return try seconds("@", 0...3600)
  }

  /// Reads a time: `.5`, `2s`, `500ms`, `1m`.
  mutating func seconds(_ name: String, _ range: ClosedRange<Double>) throws(TapeError) -> Double {
    scanner.skipSpaces()
    let start = scanner.position
    let digits = scanner.digits()
    let unitStart = scanner.position
    let unit = scanner.name()
    let factors = ["": 1.0, "s": 1, "ms": 0.001, "m": 60]
    guard let number = Double(digits.hasPrefix(".") ? "0" + digits : digits) else {
      throw scanner.error(at: start, "expected a time after \(name), such as 500ms, 2s or 0.5")
    }
    guard let factor = factors[unit] else {
      throw scanner.error(at: unitStart, "unknown unit \(unit): use ms, s or m")
    }
    guard range.contains(number * factor) else {
      throw scanner.error(
        at: start, "the time \(digits)\(unit) is not valid: it must be at most \(Int(clamping: range.upperBound)) s")
    }
    return number * factor
  }

  /// Reads one value.
  mutating func value(for name: String, such example: String) throws(TapeError) -> String {
    let start = scanner.position
    guard let value = try scanner.value(), !value.isEmpty else {
      throw scanner.error(at: start, "expected a value after \(name), such as \(example)")
    }
    return value
  }

  /// Reads texts up to the next command or the end of the line, and joins them with spaces.
  private mutating func text(for name: String, such example: String) throws(TapeError) -> String {
    var texts: [String] = []
    while scanner.hasMoreOnLine {
      if !["\"", "'", "`"].contains(scanner.next) {
        // A word that begins a command ends the text.
        var ahead = scanner
        if Self.words.contains(ahead.name()) { break }
      }
      guard let text = try scanner.value() else { break }
      texts.append(text)
    }
    guard !texts.isEmpty else {
      throw scanner.error(at: scanner.position, "expected a text after \(name), such as \(example)")
    }
    return texts.joined(separator: " ")
  }

  // MARK: Commands

  /// Reads the rest of a Wait: `Wait+Screen@10s /done/`.
  private mutating func wait() throws(TapeError) -> Tape.Action {
    var scope = Tape.Scope.line
    if scanner.take("+") {
      let start = scanner.position
      let word = scanner.name()
      guard let named = Tape.Scope(rawValue: word) else {
        throw scanner.error(
          at: start, "a Wait looks at the Line or the Screen, not at \(word.isEmpty ? "nothing" : word)")
      }
      scope = named
    }
    let timeout = try pause()
    scanner.skipSpaces()
    let start = scanner.position
    let pattern = try scanner.expression()
    if let pattern { try checkExpression(pattern, at: start) }
    return .wait(scope, timeout: timeout, pattern: pattern)
  }

  func checkExpression(_ pattern: String, at start: Int) throws(TapeError) {
    do {
      _ = try Regex(pattern)
    } catch {
      throw scanner.error(at: start, "the regular expression /\(pattern)/ is not valid: \(error)")
    }
  }

  private mutating func output(at start: Int) throws(TapeError) -> Tape.Output {
    let path = try value(for: "Output", such: "Output demo.gif")
    return Tape.Output(path: path, line: scanner.error(at: start, "").line)
  }

  private mutating func require(at start: Int) throws(TapeError) {
    let program = try value(for: "Require", such: "Require git")
    let error = scanner.error(at: start, "the tape requires \(program), which is not installed")
    tape.required.append((program, error))
  }

  private mutating func environment() throws(TapeError) {
    scanner.skipSpaces()
    let start = scanner.position
    let name = try value(for: "Env", such: "Env NAME \"value\"")
    guard !name.contains("="), !name.contains("\0") else {
      throw scanner.error(at: start, "\(name) is not a variable name: leave out the =")
    }
    guard scanner.hasMoreOnLine, let text = try scanner.value() else {
      throw scanner.error(at: start, "expected a value after Env \(name): write Env \(name) \"value\"")
    }
    tape.settings.environment[name] = text
  }

  /// Reads the commands of another tape, without its outputs.
  private mutating func source() throws(TapeError) {
    scanner.skipSpaces()
    let start = scanner.position
    let path = try value(for: "Source", such: "Source setup.tape")
    guard path.hasSuffix(".tape") else {
      throw scanner.error(at: start, "\(path) is not a tape: name a file that ends in .tape")
    }
    guard !files.contains(path) else { throw scanner.error(at: start, "\(path) includes itself: leave out one Source") }
    guard files.count < Self.depthLimit else {
      throw scanner.error(at: start, "tapes are nested more than \(Self.depthLimit) levels deep: leave out this one")
    }
    guard let text = read(path) else {
      throw scanner.error(at: start, "\(path) cannot be read: name an existing tape")
    }
    var parser = TapeParser(text, files + [path], tape, read)
    parser.parse()
    let outputs = tape.outputs
    tape = parser.tape
    tape.outputs = outputs
    errors += parser.errors
  }
}
