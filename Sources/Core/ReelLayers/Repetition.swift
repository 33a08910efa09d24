/// How often a transaction's changes run.
public enum Repetition: Hashable, Sendable {
  /// Once.
  case once
  /// A number of runs, 1 or more; with `autoreverses` every second run goes backwards.
  ///
  /// An odd number of runs ends at the new values. After an even number with `autoreverses`, the properties jump to the new values.
  case times(Int, autoreverses: Bool = false)
  /// Forever; with `autoreverses` every second run goes backwards. The completion never runs.
  case forever(autoreverses: Bool = false)

  /// The number of runs.
  var count: Double {
    switch self {
    case .once: 1
    case .times(let count, _): Double(count)
    case .forever: .infinity
    }
  }

  /// Whether every second run goes backwards.
  var autoreverses: Bool {
    switch self {
    case .once: false
    case .times(_, let autoreverses), .forever(let autoreverses): autoreverses
    }
  }
}
