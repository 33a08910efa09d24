import ReelGeometry

/// Runs a program's steps on its own stacks, so that everything a program does is bounded.
///
/// It can't be copied, because even a short-lived copy would make each new line copy all earlier lines.
struct LogoMachine: ~Copyable {
  private struct Frame {
    var procedure: Int
    var back: Int
    var saved: Int
    var loops: Int
    var values: Int
    var wantsValue: Bool
  }

  private struct Loop {
    var count = 0.0
    var last = Double.infinity
    var step = 1.0
    /// The variable of a `for`.
    var variable: Int?
    /// The index of the innermost enclosing `repeat`, which may be this loop.
    var round: Int?
  }

  private let program: LogoProgram
  private let limits: LogoProgram.Limits
  private let firstSeed: UInt64
  var pen = LogoPen()
  var random: SplitMix64
  private(set) var values: [LogoValue] = []
  private var variables: [LogoValue?]
  /// The previous values of variables shadowed by running procedures.
  private var saved: [(variable: Int, value: LogoValue?)] = []
  private var frames: [Frame] = []
  private var loops: [Loop] = []
  private var step = 0
  /// The number of steps so far; a comparison of lists takes one step per element.
  private var steps = 0

  /// The maximum number of shadowed variables.
  private static let maxSaved = 200_000

  init(_ program: LogoProgram, seed: UInt64, limits: LogoProgram.Limits) {
    (self.program, self.limits, firstSeed) = (program, limits, seed)
    random = SplitMix64(seed: seed)
    variables = Array(repeating: nil, count: program.code.names.count)
  }

  /// The offset of the running step in the text.
  var offset: Int { program.code.offsets[step] }

  func error(_ reason: String) -> LogoError {
    let inside = frames.last.map { " (in \(program.code.procedures[$0.procedure].name))" } ?? ""
    return LogoError(program.text, at: offset, reason + inside)
  }

  mutating func run() throws(LogoError) {
    let ops = program.code.ops
    var next = 0
    while true {
      step = next
      next += 1
      steps += 1
      guard steps <= limits.steps else {
        throw error("the program has not ended after \(limits.steps) steps: give it an if with a stop")
      }
      switch ops[step] {
      case .push(let value): values.append(value)
      case .load(let id):
        guard let value = variables[id] else {
          throw error(":\(program.code.names[id]) has no value yet: give it one with make \"\(program.code.names[id])")
        }
        values.append(value)
      case .store(let id): variables[id] = try pop()
      case .local(let id): try save(id, nil)
      case .negate: values.append(.number(-(try number("-"))))
      case .arithmetic(let sign): try calculate(sign)
      case .word(let word):
        try perform(word)
        guard pen.lineCount <= limits.lines else {
          throw error("the turtle has drawn \(limits.lines) lines, the most that a film can show: draw fewer")
        }
      case .call(let procedure, let wantsValue):
        try call(procedure, wantsValue: wantsValue, &next)
      case .leave(let hasValue):
        guard let back = try leave(hasValue: hasValue) else { return }
        next = back
      case .jump(let target): next = target
      case .jumpUnless(let target):
        if try !truth("a condition") { next = target }
      case .beginRepeat:
        let count = try number("repeat")
        guard count >= 0 else { throw error("repeat needs a number from 0, not \(LogoValue.number(count).text)") }
        loops.append(Loop(last: count.rounded(.down), round: loops.count))
      case .beginFor(let variable, let hasStep): try beginFor(variable, hasStep: hasStep)
      case .next(let exit):
        if !advance() { next = exit }
      case .finish: return
      }
    }
  }

  // MARK: - Procedures and loops

  private mutating func save(_ id: Int, _ value: LogoValue?) throws(LogoError) {
    guard saved.count < Self.maxSaved else {
      throw error("procedures have more than \(Self.maxSaved) variables at once")
    }
    saved.append((id, variables[id]))
    variables[id] = value
  }

  private mutating func call(_ number: Int, wantsValue: Bool, _ next: inout Int) throws(LogoError) {
    let procedure = program.code.procedures[number]
    let inputs = values.suffix(procedure.inputs.count)
    values.removeLast(inputs.count)
    // Tail calls reuse the frame, so spirals do not increase the depth.
    if !wantsValue, let frame = frames.last, frame.procedure == number, !frame.wantsValue, frame.loops == loops.count,
      isLast(next)
    {
      for (id, value) in zip(procedure.inputs, inputs) { variables[id] = value }
      next = procedure.start
      return
    }
    guard frames.count < limits.depth else {
      throw error("\(procedure.name) is nested more than \(limits.depth) calls deep: give it an if with a stop")
    }
    frames.append(
      Frame(
        procedure: number, back: next, saved: saved.count, loops: loops.count, values: values.count,
        wantsValue: wantsValue))
    for (id, value) in zip(procedure.inputs, inputs) { try save(id, value) }
    next = procedure.start
  }

  /// Whether only the end of the procedure follows.
  private func isLast(_ step: Int) -> Bool {
    var step = step
    for _ in 0..<16 {
      switch program.code.ops[step] {
      case .leave(hasValue: false): return true
      case .jump(let target) where target > step: step = target
      default: return false
      }
    }
    return false
  }

  /// Returns the next step; nil at the end.
  private mutating func leave(hasValue: Bool) throws(LogoError) -> Int? {
    guard let frame = frames.last else { return nil }
    let name = program.code.procedures[frame.procedure].name
    let value: LogoValue? = hasValue ? try pop() : nil
    if frame.wantsValue, value == nil { throw error("\(name) outputs nothing, but a value is needed") }
    if !frame.wantsValue, let value {
      throw error("\(name) outputs \(value.text), but nothing uses it: say what to do with it")
    }
    while saved.count > frame.saved {
      let last = saved.removeLast()
      variables[last.variable] = last.value
    }
    loops.removeLast(loops.count - frame.loops)
    values.removeLast(values.count - frame.values)
    if let value { values.append(value) }
    frames.removeLast()
    return frame.back
  }

  private mutating func beginFor(_ variable: Int, hasStep: Bool) throws(LogoError) {
    let step = hasStep ? try number("for") : nil
    let last = try number("for")
    let first = try number("for")
    let by = step ?? (last < first ? -1 : 1)
    guard by != 0 else { throw error("for needs a step that is not 0") }
    loops.append(Loop(count: first - by, last: last, step: by, variable: variable, round: loops.last?.round))
  }

  /// Continues the innermost loop, or ends it.
  private mutating func advance() -> Bool {
    guard var loop = loops.last else { return false }
    loop.count += loop.step
    guard loop.step > 0 ? loop.count <= loop.last : loop.count >= loop.last else {
      loops.removeLast()
      return false
    }
    loops[loops.count - 1] = loop
    if let variable = loop.variable { variables[variable] = .number(loop.count) }
    return true
  }

  /// The iteration of the innermost `repeat`; -1 outside any loop.
  var round: Double { loops.last?.round.map { loops[$0].count } ?? -1 }

  mutating func reseed() { random = SplitMix64(seed: firstSeed) }

  // MARK: - Values

  mutating func pop() throws(LogoError) -> LogoValue {
    guard let value = values.popLast() else { throw error("a value is missing") }
    return value
  }

  mutating func push(_ number: Double, of what: String) throws(LogoError) {
    guard number.isFinite else { throw error("\(what) does not result in a number") }
    values.append(.number(number))
  }

  mutating func pushBack(_ value: LogoValue) { values.append(value) }

  mutating func push(_ truth: Bool) { values.append(.truth(truth)) }

  mutating func number(_ what: String) throws(LogoError) -> Double {
    let value = try pop()
    switch value {
    case .number(let number): return number
    case .word(let word):
      if let number = Double(word), number.isFinite { return number }
    case .truth, .list: break
    }
    throw error("\(what) needs a number, not \(value.text)")
  }

  mutating func truth(_ what: String) throws(LogoError) -> Bool {
    let value = try pop()
    switch value {
    case .truth(let truth): return truth
    case .word("true"): return true
    case .word("false"): return false
    default: throw error("\(what) is true or false, not \(value.text)")
    }
  }

  mutating func calculate(_ sign: String) throws(LogoError) {
    if sign == "=" || sign == "<>" {
      let (b, a) = (try pop(), try pop())
      steps += min(a.size, b.size)
      return push((a == b || a.text == b.text) == (sign == "="))
    }
    let (b, a) = (try number(sign), try number(sign))
    switch sign {
    case "+": try push(a + b, of: sign)
    case "-": try push(a - b, of: sign)
    case "*": try push(a * b, of: sign)
    case "/":
      guard b != 0 else { throw error("nothing can be divided by 0") }
      try push(a / b, of: sign)
    case "<": push(a < b)
    case ">": push(a > b)
    case "<=": push(a <= b)
    default: push(a >= b)
    }
  }
}
