import ReelCanvas
import ReelGeometry

extension ImageOrientation {
  /// Returns the rotation that a picture still needs if a player applied another one.
  func after(_ done: ImageOrientation) -> ImageOrientation {
    let size = PixelSize(width: 1, height: 1)
    let wanted = transform(of: size)
    return Self.allCases.first { rest in
      let both = done.transform(of: size).followed(by: rest.transform(of: size))
      return (both.a, both.b, both.c, both.d) == (wanted.a, wanted.b, wanted.c, wanted.d)
    } ?? self
  }

  /// The appearance of a picture that needs this rotation but is shown without it.
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
