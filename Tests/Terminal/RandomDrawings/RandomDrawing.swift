import ReelTestSupport

@testable import ReelTapes
@testable import ReelTerminal

/// A session in which a label and a secret are drawn in random order, with anything that may come between.
package struct RandomDrawing {
  /// The numbers after those of this drawing.
  package private(set) var random: Seeded
  /// The session.
  package private(set) var cast: Cast
  /// The secret, letters and digits.
  package let secret: String
  private let label: String
  private let isWhole: Bool
  private var text = ""
  private var others: [Cast.Event] = []

  /// Creates the session.
  ///
  /// - Parameters:
  ///   - given: The stream that decides what is drawn.
  ///   - isWhole: Whether each character of the secret is drawn in its place only, so nothing of it may be visible.
  ///   - isTwin: Whether the secret has other letters and digits, and all else is the same.
  package init(random given: Seeded, isWhole: Bool = false, isTwin: Bool = false) {
    var random = given
    let kinds = ["ABCDEFGHIJKLMNPQRSTUVWXYZ", "abcdefghijklmnpqrstuvwxyz", "0123456789"].map { Array($0) }
    secret = String(
      (0..<random.pick(8...14)).map { _ in
        let kind = kinds[[0, 0, 1, 1, 2][random.pick(0...4)]]
        return kind[(random.pick(0...kind.count - 1) + (isTwin ? 7 : 0)) % kind.count]
      })
    // One label ends in a blank, which may be in the last cell of a row.
    label = random.chance(50) ? "token=" : "PW "
    cast = Cast(columns: random.pick(random.chance(30) ? 3...11 : 12...40), rows: random.pick(4...8))
    (self.random, self.isWhole) = (random, isWhole)
    draw()
  }

  /// Text that matches the label with its secret.
  package var pattern: String { label + "\\w+" }

  /// Whether keys are pressed.
  package var hasKeys: Bool { cast.events.contains { if case .input = $0.event { true } else { false } } }

  private mutating func draw() {
    if random.chance(20) { text += "\u{1B}[?1049h" }
    text += "\u{1B})0"
    if random.chance(30) { copy() }
    let letters = Array(label + secret)
    let first = (row: random.pick(0...1), column: random.pick(0...cast.columns - 1))
    var runs: [Range<Int>] = []
    while (runs.last?.upperBound ?? 0) < letters.count {
      let start = runs.last?.upperBound ?? 0
      runs.append(start..<min(letters.count, start + random.pick(1...6)))
    }
    runs.shuffle(using: &random)
    for run in runs {
      let offset = first.column + run.lowerBound
      move(first.row + offset / cast.columns, offset % cast.columns)
      if random.chance(4) { text += "\u{1B}[L\u{1B}[M" }
      if random.chance(4) { text += "\u{1B}[3@\u{1B}[3P" }
      if random.chance(4) { text += "世\u{1B}[2D" }
      if random.chance(4) { text += "\u{1B}[2'}\u{1B}[2'~" }
      if random.chance(4) { text += "\u{1B}[ A\u{1B}[ @" }
      for (index, letter) in zip(run, letters[run]) {
        let isLast = (first.column + index) % cast.columns == cast.columns - 1
        // A blank that was not written.
        if letter == " ", isLast, random.chance(50) { text += "\u{1B}[X\r\n" } else { write(letter) }
      }
      if random.chance(10) { hide() }
    }
    for _ in 0..<random.pick(0...3) { after(first.row) }
    cut()
  }

  private mutating func move(_ row: Int, _ column: Int) { text += "\u{1B}[\(row + 1);\(column + 1)H" }

  private mutating func write(_ letter: Character) {
    switch random.pick(0...19) {
    case 0: text += "\u{1B}[3\(random.pick(1...7))m\(letter)"
    case 1: text += "\(letter)\u{301}"
    case 2: text += "\(letter)\u{200B}"
    // A letter that no secret has, overwritten.
    case 3: text += "O\u{8}\(letter)"
    // The line-drawing set has no capitals or digits.
    case 4 where letter.isUppercase || letter.isNumber: text += "\u{0E}\(letter)\u{0F}"
    // By repeating a character written elsewhere.
    case 5 where !isWhole: text += "\u{1B}7\u{1B}[\(cast.rows);1H\(letter)\u{1B}8\u{1B}[b"
    case 6: text += "\u{1B}[4h\(letter)\u{1B}[4l\u{1B}[P\u{1B}[@"
    default: text.append(letter)
    }
  }

  /// Writes the secret where it is not visible.
  private mutating func hide() {
    let string = ["\u{1B}P\(secret)\u{1B}\\", "\u{1B}_\(label)\(secret)\u{1B}\\", "\u{1B}^\(secret)\u{1B}\\"]
    text += (string + ["\u{1B}]52;c;\(secret)\u{07}", "\u{1B}X\(secret)\u{1B}\\"])[random.pick(0...4)]
  }

  /// Draws the secret without its label, whole or in pieces.
  private mutating func copy() {
    var rest = secret[...]
    move(cast.rows - 2, 0)
    while !rest.isEmpty {
      let count = random.pick(2...8)
      text += rest.prefix(count)
      rest = rest.dropFirst(count)
      if random.chance(50) { text += "\u{1B}[\(random.pick(1...3))C" }
    }
  }

  private mutating func after(_ row: Int) {
    switch random.pick(0...10) {
    case 0: copy()
    case 1: hide()
    case 2: text += "\u{1B}]2;at \(secret)\u{07}"
    case 3: others += secret.map { .input(String($0)) }
    case 4: others.append(.marker("now \(secret)"))
    case 5: others.append(.resize(columns: random.pick(8...44), rows: random.pick(4...9)))
    // The label disappears, and the secret stays.
    case 6:
      move(row, 0)
      text += "\u{1B}[\(random.pick(1...8))P"
    case 7: text += ["\u{1B}[S", "\u{1B}[T", "\u{1B}[\(cast.rows);1H\n\n"][random.pick(0...2)]
    case 8:
      text += "\u{1B}[\(row + 1);1;\(row + 2);\(random.pick(1...40));1;\(random.pick(1...8));\(random.pick(1...9))$v"
    case 9:
      text +=
        ["\u{1B}[ @", "\u{1B}[ A", "\r\u{1B}6", "\u{1B}[\(cast.columns)G\u{1B}9", "\u{1B}[?47h"][random.pick(0...4)]
    default: text += ["\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}[?47l"][random.pick(0...2)]
    }
  }

  /// Splits the output into events.
  private mutating func cut() {
    var rest = Array(text.unicodeScalars)[...]
    var events: [Cast.Event] = []
    let longest = [3, 20, 1000][random.pick(0...2)]
    while !rest.isEmpty {
      let count = random.pick(1...longest)
      events.append(.output(String(String.UnicodeScalarView(rest.prefix(count)))))
      rest = rest.dropFirst(count)
    }
    // Keys keep their order.
    let places = others.map { _ in random.pick(0...events.count) }.sorted(by: >)
    for (event, place) in zip(others.reversed(), places) { events.insert(event, at: place) }
    cast.events = events.enumerated().map { Cast.TimedEvent(Double($0.offset) / 8, $0.element) }
    cast.duration = cast.events.last?.time ?? 0
  }

  // MARK: Visibility

  /// Whether all of it was on the screen at any moment, in a terminal of this width.
  package func wasSeen(columns: Int? = nil) -> Bool {
    Self.screens(of: cast.sized(columns: columns, rows: nil)).contains { $0.contains(label + secret) }
  }

  /// The screens of a session without marks, with full or nearly full rows joined, and the titles.
  private static func screens(of cast: Cast) -> [String] {
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    return cast.events.map { timed in
      terminal.show(timed.event)
      var text = terminal.title + "\n"
      for line in terminal.screen.lines {
        for cell in line.cells where cell.width > 0 {
          text.unicodeScalars.append(terminal.text(of: cell).unicodeScalars.first ?? " ")
        }
        if line.usedCount < cast.columns - 1 { text += "\n" }
      }
      return text
    }
  }

  /// Four characters of the secret in a masked session, with their position; nil for none.
  package func leak(in masked: Cast) -> String? {
    var texts = Self.screens(of: masked) + [masked.title ?? ""]
    var (written, typed) = ("", "")
    for timed in masked.events {
      switch timed.event {
      case .output(let text): written += text
      case .input(let text): typed += text
      case .marker(let text): texts.append(text)
      case .resize: break
      }
    }
    // Sequences first, then characters without a cell.
    let sequence = #/\x{1B}\][^\x{07}]*\x{07}|\x{1B}\[[0-?]*[ -\/]*[@-~]|\x{1B}[ -\/]*[0-~]/#
    for text in [written, typed] {
      let plain = text.replacing(sequence.matchingSemantics(.unicodeScalar), with: "").unicodeScalars
        .filter { $0.value >= 0x20 && $0 != "\u{301}" && $0 != "\u{200B}" }
      texts.append(String(String.UnicodeScalarView(plain)))
    }
    texts.append(masked.text)
    let letters = Array(secret)
    for start in 0...letters.count - 4 {
      let part = String(letters[start..<start + 4])
      if let text = texts.first(where: { $0.contains(part) }) { return "\(part) in \(text)" }
    }
    return nil
  }
}

extension Seeded {
  fileprivate mutating func pick(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
  fileprivate mutating func chance(_ percent: Int) -> Bool { pick(1...100) <= percent }
}
