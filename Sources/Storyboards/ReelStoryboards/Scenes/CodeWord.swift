import ReelCanvas

/// A word of a program, classified for most languages at once.
struct CodeWord: Hashable {
  enum Kind: Hashable {
    case plain, keyword, type, number, string, comment
  }

  var text: String
  var kind: Kind

  /// The keywords of many languages.
  private static let keywords: Set<String> = [
    "actor", "as", "async", "await", "break", "case", "catch", "class", "const", "continue", "def", "default", "defer",
    "del", "do", "elif", "else", "end", "enum", "except", "export", "extension", "extends", "false", "False", "final",
    "finally", "fn", "for", "from", "func", "function", "global", "go", "guard", "if", "impl", "implements", "import",
    "in", "inout", "interface", "internal", "is", "lambda", "let", "local", "loop", "match", "mod", "mut", "mutating",
    "namespace", "new", "nil", "None", "not", "null", "of", "or", "and", "override", "package", "pass", "private",
    "protocol", "public", "pub", "raise", "repeat", "return", "self", "static", "struct", "super", "switch", "then",
    "this", "throw", "throws", "trait", "true", "True", "try", "type", "typealias", "typeof", "undefined", "until",
    "use", "using", "var", "void", "when", "where", "while", "with", "yield", "to",
  ]

  /// Splits a line into words, which together are the line.
  static func words(of line: String) -> [CodeWord] {
    var words: [CodeWord] = []
    var rest = line[...]
    func add(_ text: Substring, _ kind: Kind) {
      if let last = words.last, last.kind == kind {
        words[words.count - 1].text += text
      } else {
        words.append(CodeWord(text: String(text), kind: kind))
      }
    }
    while let first = rest.first {
      if isComment(rest, before: line[..<rest.startIndex]) {
        add(rest, .comment)
        break
      }
      let length: Int
      let kind: Kind
      if first == "\"" || first == "'" || first == "`" {
        (length, kind) = (string(rest), .string)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        length = word.count
        let isType = first.isUppercase && word.contains(where: \.isLowercase)
        kind = keywords.contains(String(word)) ? .keyword : isType ? .type : .plain
      } else if first.isNumber {
        (length, kind) = (number(rest), .number)
      } else {
        (length, kind) = (1, .plain)
      }
      add(rest.prefix(length), kind)
      rest = rest.dropFirst(length)
    }
    return words
  }

  private static func isComment(_ rest: Substring, before: Substring) -> Bool {
    if rest.hasPrefix("//") || rest.hasPrefix("/*") || rest.hasPrefix("-- ") { return true }
    // A comment in a shell or Python; in C, a preprocessor directive at the beginning of a line is not.
    return rest.hasPrefix("# ") || rest == "#" || rest.hasPrefix("#!") && before.isEmpty
  }

  /// The length of a number.
  ///
  /// A point belongs to it only before a digit, so that `0..<n` is split.
  private static func number(_ text: Substring) -> Int {
    var length = 0
    var rest = text
    while let first = rest.first {
      let isPoint = first == "." && rest.dropFirst().first?.isNumber == true
      guard first.isNumber || first.isLetter || first == "_" || isPoint else { break }
      length += 1
      rest = rest.dropFirst()
    }
    return length
  }

  /// The length of a quoted string.
  ///
  /// An unterminated string extends to the end of the line; a lone apostrophe is not a string.
  private static func string(_ text: Substring) -> Int {
    guard let mark = text.first else { return 0 }
    var isEscaped = false
    var count = 1
    for letter in text.dropFirst() {
      count += 1
      if isEscaped {
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == mark {
        return count
      }
    }
    return mark == "'" ? 1 : count
  }
}

/// The colours of a program.
struct CodeColors {
  let sheet: Color
  let band: Color
  let soft: Color
  let faint: Color
  /// The line around the sheet.
  let edge: Color
  let dots = [
    Color(red: 0.98, green: 0.38, blue: 0.34), Color(red: 0.99, green: 0.74, blue: 0.25),
    Color(red: 0.24, green: 0.79, blue: 0.32),
  ]
  private let words: [CodeWord.Kind: Color]

  init(_ theme: StoryTheme) {
    func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Color {
      Color(red: red, green: green, blue: blue, alpha: alpha)
    }
    let isDark = theme.isDark
    sheet = theme == .night ? color(0.035, 0.05, 0.1) : isDark ? color(0.05, 0.052, 0.06) : .white
    band =
      theme == .graphite
      ? theme.accent.with(alpha: 0.18) : isDark ? color(1, 0.76, 0.3, 0.14) : color(0.95, 0.72, 0.2, 0.24)
    edge = theme.ink.with(alpha: 0.14)
    soft = theme.soft
    let grounds = [sheet, band.laid(over: sheet)].map { (background: $0, contrast: 4.5) }
    faint = (isDark ? color(0.36, 0.43, 0.58) : color(0.66, 0.66, 0.68)).seen(on: grounds)
    let words: [CodeWord.Kind: Color] =
      isDark
      ? [
        .keyword: color(0.98, 0.52, 0.66), .type: color(0.45, 0.84, 0.86), .number: color(0.98, 0.80, 0.46),
        .string: color(0.66, 0.88, 0.50), .comment: color(0.50, 0.58, 0.74), .plain: theme.ink,
      ]
      : [
        .keyword: color(0.66, 0.10, 0.42), .type: color(0.05, 0.40, 0.48), .number: color(0.62, 0.36, 0),
        .string: color(0.14, 0.45, 0.12), .comment: color(0.46, 0.48, 0.52), .plain: theme.ink,
      ]
    self.words = words.mapValues { $0.seen(on: grounds) }
  }

  subscript(_ kind: CodeWord.Kind) -> Color { words[kind] ?? .black }
}
