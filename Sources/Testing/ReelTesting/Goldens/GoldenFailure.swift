import Testing

/// The reason why a picture does not match its golden, with pictures that show the difference.
struct GoldenFailure: Equatable {
  /// A picture attached to the test.
  struct Picture: Equatable {
    var name: String
    var png: [UInt8]
  }

  var reason: String
  var pictures: [Picture]

  init(_ reason: String, _ pictures: [Picture]) { (self.reason, self.pictures) = (reason, pictures) }

  /// Fails the current test, with the pictures attached.
  func record(at sourceLocation: SourceLocation) {
    for picture in pictures {
      Attachment.record(picture.png, named: picture.name, sourceLocation: sourceLocation)
    }
    Issue.record(Comment(rawValue: reason), sourceLocation: sourceLocation)
  }
}
