import ReelFiles

extension BoundedFile.Failure {
  /// The reason why a file was not read, as part of a sentence.
  var reason: String {
    switch self {
    case .unopened(let reason), .unread(let reason): reason
    case .tooLong: "it is too long"
    }
  }
}
