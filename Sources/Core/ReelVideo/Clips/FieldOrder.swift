/// How the lines of a picture belong together: all of one moment, or every second one of a later moment.
public enum FieldOrder: String, CaseIterable, Codable, Hashable, Sendable {
  /// All lines are of one moment.
  case progressive
  /// Lines 0, 2, 4 and so on come first: the top field.
  case topFirst = "tff"
  /// Lines 1, 3, 5 and so on come first: the bottom field.
  case bottomFirst = "bff"

  /// In words: `top field first`.
  public var words: String {
    switch self {
    case .progressive: "progressive"
    case .topFirst: "top field first"
    case .bottomFirst: "bottom field first"
    }
  }

  /// The order after the two fields changed places.
  public var exchanged: FieldOrder {
    switch self {
    case .progressive: .progressive
    case .topFirst: .bottomFirst
    case .bottomFirst: .topFirst
    }
  }
}
