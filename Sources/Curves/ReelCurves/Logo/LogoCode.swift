/// A value of a Logo program.
enum LogoValue: Hashable, Sendable {
  case number(Double)
  case word(String)
  case truth(Bool)
  case list([LogoValue])

  /// The number of values in it, including nested lists.
  var size: Int {
    if case .list(let list) = self { list.reduce(1) { $0 + $1.size } } else { 1 }
  }

  /// The value's text in messages.
  var text: String {
    switch self {
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(clamping: number))" : "\(number)"
    case .word(let word): word
    case .truth(let truth): truth ? "true" : "false"
    case .list(let list): "[" + list.prefix(8).map(\.text).joined(separator: " ") + (list.count > 8 ? " …]" : "]")
    }
  }
}

/// A step of the machine that runs a program.
enum LogoOp: Sendable {
  case push(LogoValue)
  case load(Int)
  case store(Int)
  /// Declares a local variable without a value.
  case local(Int)
  case word(LogoWord)
  case arithmetic(String)
  case negate
  case call(Int, wantsValue: Bool)
  /// Ends a procedure, with or without a value on top of the stack.
  case leave(hasValue: Bool)
  case jump(Int)
  case jumpUnless(Int)
  case beginRepeat
  case beginFor(Int, hasStep: Bool)
  /// Continues a loop, or jumps out of it.
  case next(Int)
  /// Ends the program.
  case finish
}

/// A program as a list of steps.
struct LogoCode: Sendable {
  struct Procedure: Sendable {
    var name: String
    var inputs: [Int]
    var start: Int
    /// The byte offset of its definition.
    var offset: Int
  }

  var ops: [LogoOp] = []
  /// The byte offset of each step in the text.
  var offsets: [Int] = []
  var procedures: [Procedure] = []
  var names: [String] = []
}
