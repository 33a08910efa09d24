import ReelCanvas

/// The words of a caption without their markup: tags of WebVTT and SubRip, override codes of SubStation Alpha, entities.
struct CaptionMarkup {
  private(set) var text = ""
  /// The parts of the text that look different from the rest.
  private(set) var runs: [TextRun] = []
  /// The position; nil for the usual one.
  private(set) var position: CaptionPosition?

  /// The colours that WebVTT gives to classes of these names.
  private static let colors = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]

  private let rules: [String: TextRun]
  /// The tags that are open, with the look of the words in them.
  private var open: [(name: String, look: TextRun)] = []
  private var letters: [(letter: Character, look: TextRun)] = []

  /// - Parameters:
  ///   - source: The words with their markup.
  ///   - rules: The rules of a style sheet, by selector.
  ///   - position: The position that settings beside the times give.
  init(_ source: String, rules: [String: TextRun] = [:], position: CaptionPosition? = nil) {
    (self.rules, self.position) = (rules, position)
    open = [("", rules[""] ?? TextRun(0, 0))]
    read(source)
    var lines = letters.split { $0.letter.isNewline }
    for index in lines.indices {
      while lines[index].first?.letter == " " { lines[index].removeFirst() }
      while lines[index].last?.letter == " " { lines[index].removeLast() }
    }
    lines.removeAll(where: \.isEmpty)
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\n" }
      for (letter, look) in line { add(letter, look) }
    }
  }

  private mutating func read(_ source: String) {
    var rest = source[...]
    while let next = rest.first {
      let look = open[open.count - 1].look
      if next == "<", let end = rest.firstIndex(of: ">"), take(tag: rest[rest.index(after: rest.startIndex)..<end]) {
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
        for code in rest[..<end].dropFirst().split(separator: "\\") { take(code: code) }
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("\\N") {
        letters.append(("\n", look))
        rest = rest.dropFirst(2)
      } else if next == "&", let (letter, length) = Self.entity(rest) {
        letters.append((letter, look))
        rest = rest.dropFirst(length)
      } else {
        letters.append((next, look))
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func add(_ letter: Character, _ look: TextRun) {
    let start = text.utf8.count
    text.append(letter)
    guard !look.isPlain else { return }
    var run = look
    (run.start, run.end) = (start, text.utf8.count)
    if var last = runs.last, last.end == start {
      last.end = run.end
      var same = run
      same.start = last.start
      if last == same { return runs[runs.count - 1] = last }
    }
    runs.append(run)
  }

  // MARK: - Tags

  /// Takes what is in angle brackets: `b`, `/i`, `v Anna`, `c.loud`, `font color="red"`, or a time; false if it is not markup.
  private mutating func take(tag: Substring) -> Bool {
    let isEnd = tag.first == "/"
    let body = isEnd ? tag.dropFirst() : tag
    let name = body.prefix { $0.isLetter && $0.isASCII }.lowercased()
    guard ["b", "i", "u", "s", "c", "v", "lang", "ruby", "rt", "font"].contains(name) else {
      return tag == "/" || tag.first?.isNumber == true && tag.allSatisfy { $0.isNumber || ":.,".contains($0) }
    }
    guard !isEnd else {
      if let index = open.lastIndex(where: { $0.name == name }), index > 0 { open.removeSubrange(index...) }
      return true
    }
    var look = open[open.count - 1].look
    switch name {
    case "b": look.isBold = true
    case "i": look.isItalic = true
    case "u": look.isUnderlined = true
    case "font": look.color = Self.value(of: "color", in: body).flatMap(Self.color) ?? look.color
    default: break
    }
    let (head, annotation) = (body.prefix { !$0.isWhitespace }, body.drop { !$0.isWhitespace }.drop { $0.isWhitespace })
    if let rule = rules[name] { look.take(rule) }
    if name == "v", let rule = rules["v[voice=\(annotation)]"] { look.take(rule) }
    for part in head.split(separator: ".").dropFirst() {
      if let rule = rules[".\(part)"] {
        look.take(rule)
      } else if Self.colors.contains(String(part)) {
        look.color = Color(String(part))
      }
    }
    open.append((name, look))
    return true
  }

  private static func value(of key: String, in tag: Substring) -> String? {
    guard let start = tag.lowercased().firstRange(of: key + "=")?.upperBound else { return nil }
    let rest = tag.dropFirst(tag.lowercased()[..<start].count)
    guard let mark = rest.first, "\"'".contains(mark) else { return String(rest.prefix { !$0.isWhitespace }) }
    return String(rest.dropFirst().prefix { $0 != mark })
  }

  private static func color(_ text: String) -> Color? { Color(text.lowercased()) ?? Color("#" + text) }

  private static func entity(_ text: Substring) -> (letter: Character, length: Int)? {
    for (name, letter) in [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"),
      ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
    ] as [(String, Character)] where text.hasPrefix(name) {
      return (letter, name.count)
    }
    return nil
  }

  // MARK: - Override codes

  /// Takes a code of SubStation Alpha, such as `an8` or `i1`, which counts until the end of the caption.
  private mutating func take(code: Substring) {
    let last = open.count - 1
    let number = code.drop { $0.isLetter }.prefix { $0.isNumber }
    switch code.prefix(while: \.isLetter) {
    case "i": open[last].look.isItalic = number == "1"
    case "b": open[last].look.isBold = number != "0"
    case "u": open[last].look.isUnderlined = number == "1"
    case "r": open[last].look = open[0].look
    case "an":
      guard let key = Int(number), (1...9).contains(key) else { return }
      position = CaptionPosition(key: key)
    case "pos":
      // In a page of 384 by 288, as players have it where the file does not say.
      let parts = code.filter { $0.isNumber || ".,".contains($0) }.split(separator: ",").compactMap { Double($0) }
      guard parts.count == 2 else { return }
      position = CaptionPosition(x: min(parts[0] / 384, 1), side: .center, y: min(parts[1] / 288, 1))
    default:
      // A colour: blue, green, red.
      guard code.hasPrefix("c&H") || code.hasPrefix("1c&H") else { return }
      let digits = code.split(separator: "H")[1].prefix { $0.isHexDigit }
      let padded = Array(String(repeating: "0", count: max(0, 6 - digits.count)) + digits.suffix(6))
      open[last].look.color = Color("#" + String(padded[4...] + padded[2..<4] + padded[..<2]))
    }
  }

  // MARK: - Style sheets

  /// Reads the rules of a `STYLE` block, by tag, `.class`, or voice; the empty selector is all of a cue.
  static func rules(of sheet: String) -> [String: TextRun] {
    var rules: [String: TextRun] = [:]
    for match in sheet.matches(of: /::cue(?:\(([^)]*)\))?\s*\{([^}]*)\}/) {
      var look = TextRun(0, 0)
      for declaration in match.output.2.split(separator: ";") {
        let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "color": look.color = Color(parts[1])
        case "font-style": look.isItalic = parts[1] != "normal"
        case "font-weight": look.isBold = parts[1] == "bold" || (Int(parts[1]) ?? 0) >= 600
        case "text-decoration": look.isUnderlined = parts[1].contains("underline")
        default: break
        }
      }
      for selector in (match.output.1 ?? "").split(separator: ",", omittingEmptySubsequences: false) {
        var name = selector.filter { !"\"'".contains($0) }
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        if name.hasPrefix("c.") { name.removeFirst() }
        rules[name] = look
      }
    }
    return rules
  }
}

extension TextRun {
  /// Takes what a rule changes.
  fileprivate mutating func take(_ rule: TextRun) {
    (isBold, isItalic, isUnderlined) = (
      isBold || rule.isBold, isItalic || rule.isItalic, isUnderlined || rule.isUnderlined
    )
    color = rule.color ?? color
  }
}

/// The position of a caption that its file gives.
struct CaptionPosition: Hashable, Codable, Sendable {
  /// An edge of the caption, or its middle.
  enum Side: String, Codable, Sendable {
    case left, center, right
  }

  /// Where its side is, as a fraction of the width; nil for the middle.
  var x: Double?
  /// The side that `x` places, to which lines are aligned.
  var side: Side?
  /// How far down it is, from 0 for the top to 1 for the bottom; nil for the usual place.
  var y: Double?

  init(x: Double?, side: Side?, y: Double?) { (self.x, self.side, self.y) = (x, side, y) }

  /// The position of a key on a numeric keypad: 1 at the bottom left, 9 at the top right.
  init(key: Int) {
    let column = (key - 1) % 3
    (x, side) = column == 1 ? (nil, nil) : column == 0 ? (0, .left) : (1, .right)
    y = key > 6 ? 0 : key > 3 ? 0.5 : nil
  }

  /// Reads the settings of a WebVTT cue: `align:start position:0% line:10%`; nil if none of them moves it.
  init?(_ settings: Substring) {
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = String(parts[1].prefix { $0 != "," })
      let percent = value.hasSuffix("%") ? Double(value.dropLast()).map { min(max(0, $0 / 100), 1) } : nil
      switch parts[0] {
      case "align": side = ["start": .left, "left": .left, "end": .right, "right": .right][value]
      case "position": x = percent
      case "line":
        // A page has about 17 lines; negative ones count from the bottom.
        y = percent ?? Double(value).map { $0 < 0 ? max(0, 1 + ($0 + 1) / 17) : min(1, $0 / 17) }
      default: break
      }
    }
    if x == nil, let side { x = side == .left ? 0 : 1 }
    // At the bottom is where captions are anyway.
    if y == 1 { y = nil }
    if self == CaptionPosition(x: nil, side: nil, y: nil) { return nil }
  }
}
