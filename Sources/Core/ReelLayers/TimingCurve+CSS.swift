import ReelGeometry

extension TimingCurve {
  /// Parses a CSS easing function, or a spring.
  ///
  /// `linear`, `ease`, `ease-in`, `ease-out`, `ease-in-out`, `step-start`, `step-end`, `cubic-bezier(0.2, 0, 0, 1)`, `steps(4)`,
  /// `steps(4, jump-start)` have their CSS meanings (<https://www.w3.org/TR/css-easing-1/>). `spring` overshoots by a tenth;
  /// `spring(0.3)` sets the damping ratio.
  ///
  /// - Parameter text: The name, or the name with its numbers.
  /// - Throws: `InvalidValue` for other text, or numbers out of range.
  public init(css text: String) throws(InvalidValue) {
    let names: [String: TimingCurve] = [
      "linear": .linear, "ease": .ease, "ease-in": .easeIn, "ease-out": .easeOut, "ease-in-out": .easeInOut,
      "spring": .spring,
    ]
    if let curve = names[text] {
      self = curve
      return
    }
    let invalid = InvalidValue(
      "easing", text,
      expected:
        "linear, ease, ease-in, ease-out, ease-in-out, step-start, step-end, steps(4), cubic-bezier(0.2, 0, 0, 1), spring or spring(0.5)"
    )
    if text == "step-start" || text == "step-end" {
      self = try TimingCurve(steps: 1, jump: text == "step-start" ? .start : .end)
      return
    }
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { throw invalid }
    let words = text[text.index(after: open)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .map { word in String(word.filter { $0 != " " }) }
    let numbers = words.compactMap(Double.init)
    switch (text[..<open], words.count) {
    case ("cubic-bezier", 4) where numbers.count == 4:
      self = try TimingCurve(numbers[0], numbers[1], numbers[2], numbers[3])
    case ("spring", 1) where numbers.count == 1: self = try TimingCurve(springDamping: numbers[0])
    case ("steps", 1...2):
      guard let count = Int(words[0]), let jump = words.count == 1 ? .end : StepJump(css: words[1]) else {
        throw invalid
      }
      self = try TimingCurve(steps: count, jump: jump)
    default: throw invalid
    }
  }
}

extension TimingCurve.StepJump {
  /// Parses a CSS keyword.
  fileprivate init?(css word: String) {
    switch word {
    case "jump-start", "start": self = .start
    case "jump-end", "end": self = .end
    case "jump-none": self = .none
    case "jump-both": self = .both
    default: return nil
    }
  }
}
