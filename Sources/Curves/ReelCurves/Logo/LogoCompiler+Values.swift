extension LogoCompiler {
  mutating func input(of name: String, at start: Int, sums: Bool = false) throws(LogoError) {
    switch next {
    case nil, .close, .closeRound, .word("end"):
      throw error("\(name) needs more inputs, but found \(found)", at: index < tokens.count ? nil : start)
    default: break
    }
    if sums { try sum() } else { try expression() }
  }

  mutating func expression() throws(LogoError) {
    try deeper { (compiler) throws(LogoError) in
      try compiler.sum()
      while case .sign(let sign) = compiler.next, ["=", "<", ">", "<=", ">=", "<>"].contains(sign) {
        let at = compiler.offset
        compiler.index += 1
        try compiler.sum()
        compiler.emit(.arithmetic(sign), at: at)
      }
    }
  }

  mutating func sum() throws(LogoError) {
    try product()
    while case .sign(let sign) = next, sign == "+" || sign == "-" {
      let at = offset
      index += 1
      try product()
      emit(.arithmetic(sign), at: at)
    }
  }

  mutating func product() throws(LogoError) {
    try primary()
    while case .sign(let sign) = next, sign == "*" || sign == "/" {
      let at = offset
      index += 1
      try primary()
      emit(.arithmetic(sign), at: at)
    }
  }

  mutating func primary() throws(LogoError) {
    let start = offset
    switch next {
    case .number(let number):
      index += 1
      emit(.push(.number(number)), at: start)
    case .variable(let name):
      index += 1
      emit(.load(variable(name)), at: start)
    case .quoted(let word):
      index += 1
      emit(.push(Double(word).flatMap { $0.isFinite ? .number($0) : nil } ?? .word(word)), at: start)
    case .negative:
      index += 1
      try deeper { (compiler) throws(LogoError) in try compiler.primary() }
      emit(.negate, at: start)
    case .open:
      var value = LogoValue.list([])
      try deeper { (compiler) throws(LogoError) in value = try compiler.list() }
      emit(.push(value), at: start)
    case .openRound:
      index += 1
      try deeper { (compiler) throws(LogoError) in try compiler.round(at: start) }
    case .word(let name):
      try deeper { (compiler) throws(LogoError) in try compiler.reporter(name, at: start) }
    case .sign, .close, .closeRound, nil:
      throw error("a value is missing: found \(found)")
    }
  }

  /// Parses the contents of parentheses: a value, or a word with any number of inputs.
  mutating func round(at start: Int) throws(LogoError) {
    if case .word(let name) = next, procedures[name] == nil, let (word, _) = LogoWord.words[name], word.isVariadic {
      let at = offset
      index += 1
      try input(of: name, at: at, sums: !word.takesTruth)
      while next != .closeRound {
        try input(of: name, at: at, sums: !word.takesTruth)
        emit(.word(word), at: at)
        // Operators after the last input apply to the result: (sum 1 2) is complete.
        if next == nil { throw error("the ( has no )", at: start) }
      }
    } else {
      try expression()
    }
    guard next == .closeRound else { throw error("the ( has no ) after its value: found \(found)") }
    index += 1
  }

  mutating func reporter(_ name: String, at start: Int) throws(LogoError) {
    index += 1
    if name == "ifelse" || name == "if" {
      return try condition("ifelse", at: start) { (compiler) throws(LogoError) in
        try compiler.expect(.open, "a value in brackets", for: name)
        try compiler.expression()
        try compiler.expect(.close, "one value in its brackets", for: name)
      }
    }
    guard !LogoWord.structures.contains(name) || name == "repcount" else {
      throw error("\(name) outputs nothing, but a value is needed here", at: start)
    }
    if procedures[name] == nil, let (word, inputs) = LogoWord.words[name] {
      guard word.isReporter else { throw error("\(name) outputs nothing, but a value is needed here", at: start) }
      // An input ends before a comparison: random 10 < 5 means (random 10) < 5.
      for _ in 0..<inputs { try input(of: name, at: start, sums: !word.takesTruth) }
      emit(.word(word), at: start)
    } else {
      try call(name, at: start, wantsValue: true)
    }
  }

  /// Reads a list of data.
  mutating func list() throws(LogoError) -> LogoValue {
    let start = offset
    index += 1
    var values: [LogoValue] = []
    while let kind = next, kind != .close {
      switch kind {
      case .number(let number): values.append(.number(number))
      case .word(let word), .quoted(let word): values.append(.word(word))
      case .variable(let name): values.append(.word(":" + name))
      case .sign(let sign): values.append(.word(sign))
      case .negative:
        guard index + 1 < tokens.count, case .number(let number) = tokens[index + 1].kind else {
          values.append(.word("-"))
          break
        }
        values.append(.number(-number))
        index += 1
      case .open:
        var value = LogoValue.list([])
        try deeper { (compiler) throws(LogoError) in value = try compiler.list() }
        values.append(value)
        continue
      case .openRound: values.append(.word("("))
      case .closeRound: values.append(.word(")"))
      case .close: break
      }
      index += 1
    }
    guard next == .close else { throw error("the [ has no ]", at: start) }
    index += 1
    return .list(values)
  }
}
