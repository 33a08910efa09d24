import Testing

/// Why a picture does not match its golden, with pictures to show it.
struct GoldenFailure: Equatable {
  /// A picture that is attached to the test.
  struct Picture: Equatable {
    var name: String
    var png: [UInt8]
  }

  var reason: String
  var pictures: [Picture]

  init(_ reason: String, _ pictures: [Picture]) { (self.reason, self.pictures) = (reason, pictures) }

  /// Fails the test that is running, with the pictures attached.
  func record(at sourceLocation: SourceLocation) {
    for picture in pictures {
      Attachment.record(picture.png, named: picture.name, sourceLocation: sourceLocation)
    }
    Issue.record(Comment(rawValue: reason), sourceLocation: sourceLocation)
  }
}
