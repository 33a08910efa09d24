import ReelDescriptions

/// Parses a Logo program and compiles it to steps.
struct LogoCompiler {
  let text: LogoText
  var tokens: [LogoLexer.Token]
  var index = 0
  var code = LogoCode()
  private var variables: [String: Int] = [:]
  private(set) var procedures: [String: Int] = [:]
  /// The procedure being compiled.
  private var current: Int?
  private var depth = 0

  /// The maximum nesting of brackets.
  private static let deepest = 200
  /// The maximum length of a program, in bytes.
  static let longestProgram = 1 << 20

  static func code(of text: LogoText) throws(LogoError) -> LogoCode {
    guard text.bytes.count <= longestProgram else {
      throw LogoError(text, at: 0, "a program has at most \(longestProgram) bytes")
    }
    var compiler = LogoCompiler(text: text, tokens: try LogoLexer.tokens(of: text))
    try compiler.findProcedures()
    while compiler.index < compiler.tokens.count { try compiler.statement() }
    compiler.emit(.finish, at: text.bytes.count)
    return compiler.code
  }

  private init(text: LogoText, tokens: [LogoLexer.Token]) { (self.text, self.tokens) = (text, tokens) }

  // MARK: - Tokens and steps

  var next: LogoLexer.Kind? { index < tokens.count ? tokens[index].kind : nil }
  var offset: Int { index < tokens.count ? tokens[index].offset : text.bytes.count }

  func error(_ reason: String, at offset: Int? = nil) -> LogoError {
    LogoError(text, at: offset ?? self.offset, reason)
  }

  @discardableResult
  mutating func emit(_ op: LogoOp, at offset: Int) -> Int {
    code.ops.append(op)
    code.offsets.append(offset)
    return code.ops.count - 1
  }

  /// The next token, for messages.
  var found: String {
    guard index < tokens.count else { return "the end of the program" }
    let token = tokens[index]
    return String(decoding: text.bytes[token.offset..<token.end].prefix(60), as: UTF8.self)
  }

  mutating func expect(_ kind: LogoLexer.Kind, _ what: String, for word: String) throws(LogoError) {
    guard next == kind else { throw error("\(word) needs \(what), but found \(found)") }
    index += 1
  }

  mutating func variable(_ name: String) -> Int {
    if let known = variables[name] { return known }
    variables[name] = code.names.count
    code.names.append(name)
    return code.names.count - 1
  }

  /// Runs a parser one level deeper.
  mutating func deeper(_ body: (inout LogoCompiler) throws(LogoError) -> Void) throws(LogoError) {
    guard depth < Self.deepest else { throw error("brackets are nested more than \(Self.deepest) deep") }
    depth += 1
    try body(&self)
    depth -= 1
  }

  // MARK: - Procedures

  /// Finds the names and inputs of all procedures, which may be used before their definitions.
  private mutating func findProcedures() throws(LogoError) {
    for index in tokens.indices where tokens[index].kind == .word("to") {
      guard index + 1 < tokens.count, case .word(let name) = tokens[index + 1].kind else {
        throw error("to needs the name of a procedure after it", at: tokens[index].offset)
      }
      let at = tokens[index + 1].offset
      guard !LogoWord.structures.contains(name), LogoWord.words[name] == nil || LogoWord.replaceable.contains(name)
      else {
        throw error("\(name) is a word of Logo: choose another name for the procedure", at: at)
      }
      guard procedures[name] == nil else { throw error("there are two procedures \(name)", at: at) }
      var inputs: [Int] = []
      for token in tokens[(index + 2)...] {
        guard case .variable(let input) = token.kind else { break }
        let id = variable(input)
        guard !inputs.contains(id) else { throw error("\(name) has two inputs :\(input)", at: token.offset) }
        inputs.append(id)
      }
      procedures[name] = code.procedures.count
      code.procedures.append(.init(name: name, inputs: inputs, start: 0, offset: at))
    }
  }

  private mutating func definition() throws(LogoError) {
    let start = offset
    guard current == nil, depth == 0 else {
      throw error("a procedure can't be defined inside another one or inside brackets")
    }
    index += 1
    guard case .word(let name) = next, let number = procedures[name] else { throw error("to needs a name") }
    index += 1 + code.procedures[number].inputs.count
    let over = emit(.jump(0), at: start)
    code.procedures[number].start = code.ops.count
    current = number
    while next != .word("end") {
      guard next != nil else { throw error("the procedure \(name) has no end", at: start) }
      try statement()
    }
    emit(.leave(hasValue: false), at: offset)
    index += 1
    current = nil
    code.ops[over] = .jump(code.ops.count)
  }

  // MARK: - Statements

  private mutating func statement() throws(LogoError) {
    let start = offset
    switch next {
    case .word(let name):
      if name == "to" { return try definition() }
      if LogoWord.structures.contains(name), name != "repcount" {
        index += 1
        return try structure(name, at: start)
      }
      try command(name, at: start)
    case .openRound:
      index += 1
      try deeper { (compiler) throws(LogoError) in try compiler.statement() }
      while next != .closeRound {
        // Extra inputs for a word that takes any number.
        guard case .word(.ignored) = code.ops.last, next != nil else {
          throw error("the ( has no ) after its instruction: found \(found)")
        }
        try expression()
        emit(.word(.ignored), at: start)
      }
      index += 1
    case .close: throw error("this ] has no [ before it")
    case .closeRound: throw error("this ) has no ( before it")
    default: throw error("\(found) stands alone: an instruction begins with a word, such as forward")
    }
  }

  private mutating func command(_ name: String, at start: Int) throws(LogoError) {
    index += 1
    if procedures[name] == nil, let (word, inputs) = LogoWord.words[name] {
      guard !word.isReporter else {
        throw error("\(name) only outputs something: say what to do with it, such as forward \(name)", at: start)
      }
      if word == .setPenColor, case .word(let color) = next, procedures[color] == nil, LogoWord.words[color] == nil,
        !LogoWord.structures.contains(color)
      {
        // Many Logos accept colours as bare words: setcolor red.
        emit(.push(.word(color)), at: offset)
        index += 1
      } else {
        for _ in 0..<inputs { try input(of: name, at: start) }
      }
      emit(.word(word), at: start)
    } else {
      try call(name, at: start, wantsValue: false)
    }
  }

  mutating func call(_ name: String, at start: Int, wantsValue: Bool) throws(LogoError) {
    guard let number = procedures[name] else {
      let known = LogoWord.words.keys.sorted() + LogoWord.structures + procedures.keys.sorted()
      let advice =
        Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" } ?? "define it with to \(name) … end"
      throw error("unknown word \(name): \(advice)", at: start)
    }
    for _ in code.procedures[number].inputs { try input(of: name, at: start) }
    emit(.call(number, wantsValue: wantsValue), at: start)
  }

  private mutating func structure(_ name: String, at start: Int) throws(LogoError) {
    switch name {
    case "repeat", "forever":
      if name == "forever" { emit(.push(.number(.infinity)), at: start) } else { try input(of: name, at: start) }
      emit(.beginRepeat, at: start)
      try loop(name, at: start)
    case "while", "until":
      let top = code.ops.count
      try expect(.open, "a condition in brackets", for: name)
      try expression()
      try expect(.close, "one condition in its brackets", for: name)
      if name == "until" { emit(.word(.not), at: start) }
      let exit = emit(.jumpUnless(0), at: start)
      try block(of: name)
      emit(.jump(top), at: start)
      code.ops[exit] = .jumpUnless(code.ops.count)
    case "for":
      try forLoop(at: start)
    case "if", "ifelse":
      try condition(name, at: start) { (compiler) throws(LogoError) in try compiler.block(of: name) }
    case "make", "name", "localmake":
      try assignment(name, at: start)
    case "local":
      guard current != nil else { throw error("local is allowed only in a procedure", at: start) }
      guard case .quoted(let variable) = next else {
        throw error("local needs a name such as \"size, but found \(found)")
      }
      index += 1
      emit(.local(self.variable(variable)), at: start)
    case "output", "op":
      guard current != nil else { throw error("\(name) is allowed only in a procedure", at: start) }
      try input(of: name, at: start)
      emit(.leave(hasValue: true), at: start)
    case "stop":
      emit(current == nil ? .finish : .leave(hasValue: false), at: start)
    case "bye":
      emit(.finish, at: start)
    default:
      throw error("this end has no to before it", at: start)
    }
  }

  private mutating func loop(_ name: String, at start: Int) throws(LogoError) {
    let top = emit(.next(0), at: start)
    try block(of: name)
    emit(.jump(top), at: start)
    code.ops[top] = .next(code.ops.count)
  }

  private mutating func forLoop(at start: Int) throws(LogoError) {
    try expect(.open, "a list such as [i 1 10]", for: "for")
    let name: String
    switch next {
    case .word(let word), .variable(let word), .quoted(let word): name = word
    default: throw error("for needs a list such as [i 1 10], but found \(found)")
    }
    index += 1
    try expression()
    try expression()
    let hasStep = next != .close
    if hasStep { try expression() }
    try expect(.close, "a list such as [i 1 10] or [i 10 0 -2]", for: "for")
    emit(.beginFor(variable(name), hasStep: hasStep), at: start)
    try loop("for", at: start)
  }

  /// Parses a condition and its branches.
  mutating func condition(
    _ name: String, at start: Int,
    _ branch: (inout LogoCompiler) throws(LogoError) -> Void
  ) throws(LogoError) {
    if next == .open {
      index += 1
      try expression()
      try expect(.close, "one condition in its brackets", for: name)
    } else {
      try input(of: name, at: start)
    }
    let skip = emit(.jumpUnless(0), at: start)
    try branch(&self)
    guard name == "ifelse" || next == .open else {
      code.ops[skip] = .jumpUnless(code.ops.count)
      return
    }
    let exit = emit(.jump(0), at: start)
    code.ops[skip] = .jumpUnless(code.ops.count)
    try branch(&self)
    code.ops[exit] = .jump(code.ops.count)
  }

  private mutating func assignment(_ name: String, at start: Int) throws(LogoError) {
    if name == "name" {
      try input(of: name, at: start)
    }
    guard case .quoted(let word) = next, !word.isEmpty else {
      throw error("\(name) needs a name such as \"size, but found \(found)")
    }
    index += 1
    if name != "name" { try input(of: name, at: start) }
    if name == "localmake" {
      guard current != nil else { throw error("localmake is allowed only in a procedure", at: start) }
      emit(.local(variable(word)), at: start)
    }
    emit(.store(variable(word)), at: start)
  }

  /// Reads instructions in brackets.
  private mutating func block(of name: String) throws(LogoError) {
    let start = offset
    try expect(.open, "instructions in brackets", for: name)
    try deeper { (compiler) throws(LogoError) in
      while compiler.next != .close {
        guard compiler.next != nil else { throw compiler.error("the [ of \(name) has no ]", at: start) }
        guard compiler.next != .word("end") else {
          throw compiler.error("the [ of \(name) has no ] before the end of the procedure", at: start)
        }
        try compiler.statement()
      }
    }
    index += 1
  }
}
