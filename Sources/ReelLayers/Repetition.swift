/// How often the changes of a transaction are made.
public enum Repetition: Hashable, Sendable {
  /// Once.
  case once
  /// So many runs, 1 or more; with `autoreverses` every second run goes the other way.
  ///
  /// An odd number of runs ends at the new values; after an even number that turns back, the properties jump there.
  case times(Int, autoreverses: Bool = false)
  /// Without end; with `autoreverses` every second run goes the other way. The completion is never run.
  case forever(autoreverses: Bool = false)

  /// The number of runs.
  var count: Double {
    switch self {
    case .once: 1
    case .times(let count, _): Double(count)
    case .forever: .infinity
    }
  }

  /// Whether every second run goes the other way.
  var autoreverses: Bool {
    switch self {
    case .once: false
    case .times(_, let autoreverses), .forever(let autoreverses): autoreverses
    }
  }
}
