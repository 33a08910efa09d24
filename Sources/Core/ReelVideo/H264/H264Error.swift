/// Why bytes are not the H.264 that was expected.
enum H264Error: Error, Equatable, CustomStringConvertible {
  /// The data end within something.
  case truncated
  /// A value that the standard forbids.
  case invalid(String)
  /// Something legal that no encoder writes here and that is not supported.
  case unsupported(String)

  var description: String {
    switch self {
    case .truncated: "the H.264 data end too early"
    case .invalid(let what): "the H.264 data are damaged: \(what)"
    case .unsupported(let what): "the H.264 data have \(what), which is not supported"
    }
  }
}
