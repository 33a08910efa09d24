/// A failure to parse H.264.
enum H264Error: Error, Equatable, CustomStringConvertible {
  /// The data end early.
  case truncated
  /// A value that the standard forbids.
  case invalid(String)
  /// A legal feature that no encoder here uses, and that is not supported.
  case unsupported(String)

  var description: String {
    switch self {
    case .truncated: "the H.264 data end too early"
    case .invalid(let what): "the H.264 data are damaged: \(what)"
    case .unsupported(let what): "the H.264 data have \(what), which is not supported"
    }
  }
}
