import ReelCanvas
import ReelGeometry

/// The marks of a frame, by drawing version.
enum FrameMarkForm: Hashable, Sendable {
  /// Version 1: one mark in the middle.
  case single(FrameMarkLayout)
  /// Version 2: two marks.
  case double(FrameMarkPairLayout)

  /// Lays out the marks of a frame.
  ///
  /// - Throws: `InvalidValue` for a frame that is too small, and for an unknown version.
  init(version: Int, size: PixelSize) throws(InvalidValue) {
    switch version {
    case 1: self = .single(try FrameMarkLayout(size: size))
    case 2: self = .double(try FrameMarkPairLayout(size: size))
    default:
      let versions = FixtureRecipe.drawings
      throw InvalidValue("drawing", version, expected: "from \(versions.lowerBound) to \(versions.upperBound)")
    }
  }

  /// The poses of the marks in an unchanged frame.
  var poses: [FrameMarkPose] {
    switch self {
    case .single(let layout): [layout.pose]
    case .double(let layout): layout.poses
    }
  }

  /// The grid of each mark.
  var grid: FrameMarkGrid {
    switch self {
    case .single: .single
    case .double: .double
    }
  }
}
