import CReelFFmpeg

/// The order of a picture's fields: all lines show one moment, or every second line shows a later one.
public enum FieldOrder: String, CaseIterable, Codable, Hashable, Sendable {
  /// All lines show the same moment.
  case progressive
  /// The top field comes first: lines 0, 2, 4 and so on.
  case topFirst = "tff"
  /// The bottom field comes first: lines 1, 3, 5 and so on.
  case bottomFirst = "bff"

  /// In words: `top field first`.
  public var words: String {
    switch self {
    case .progressive: "progressive"
    case .topFirst: "top field first"
    case .bottomFirst: "bottom field first"
    }
  }

  /// The order with the two fields swapped.
  public var exchanged: FieldOrder {
    switch self {
    case .progressive: .progressive
    case .topFirst: .bottomFirst
    case .bottomFirst: .topFirst
    }
  }

  /// The order of a decoded picture's fields.
  package init(of frame: borrowing VideoFrame) {
    self =
      reel_frame_is_interlaced(frame.pointer) == 0
      ? .progressive : reel_frame_has_top_field_first(frame.pointer) != 0 ? .topFirst : .bottomFirst
  }
}
