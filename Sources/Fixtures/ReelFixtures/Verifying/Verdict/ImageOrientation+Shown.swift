import ReelCanvas
import ReelGeometry

extension ImageOrientation {
  /// Returns what is left to be done to a picture that needs this turn, when a player has done another one.
  func after(_ done: ImageOrientation) -> ImageOrientation {
    let size = PixelSize(width: 1, height: 1)
    let wanted = transform(of: size)
    return Self.allCases.first { rest in
      let both = done.transform(of: size).followed(by: rest.transform(of: size))
      return (both.a, both.b, both.c, both.d) == (wanted.a, wanted.b, wanted.c, wanted.d)
    } ?? self
  }

  /// How a picture that needs this turn looks to those who see it without.
  var appearance: String {
    switch self {
    case .up: "upright"
    case .upMirrored: "mirrored left to right"
    case .down: "turned by 180°"
    case .downMirrored: "mirrored top to bottom"
    case .right: "turned by 90° anticlockwise"
    case .left: "turned by 90° clockwise"
    case .leftMirrored: "turned by 90° clockwise and mirrored"
    case .rightMirrored: "turned by 90° anticlockwise and mirrored"
    }
  }
}
