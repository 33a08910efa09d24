import ReelFiles

extension BoundedFile.Failure {
  /// Why a file was not read, as a part of a sentence.
  var reason: String {
    switch self {
    case .unopened(let reason), .unread(let reason): reason
    case .tooLong: "it is too long"
    }
  }
}
