import ReelCanvas
import ReelGeometry
import ReelPlatform

/// The two marks of version 2 in a movie's pictures.
struct FrameMarkPair: Sendable {
  /// The poses of the two marks; nil for a mark that is not visible.
  var first: FrameMarkPose?
  var second: FrameMarkPose?
  /// Whether parts of both marks are outside the pictures.
  private var isCut = false

  /// The result of reading the two marks of a picture.
  struct Reading {
    var finding: FrameMarkReader.Finding
    var levels: FrameMarkLevels
    /// Whether the second mark was used because only that one could be read.
    var isSecond: Bool
  }

  /// The marks of a frame that was only scaled.
  init(_ layout: FrameMarkPairLayout, observed: PixelSize) {
    let poses = layout.poses
    let scale = AffineTransform.scale(
      x: Double(observed.width) / Double(layout.size.width), y: Double(observed.height) / Double(layout.size.height))
    (first, second) = (poses[0].moved(by: scale), poses[1].moved(by: scale))
  }

  /// The marks of a frame in which one mark was found.
  init(_ layout: FrameMarkPairLayout?, found pose: FrameMarkPose, isSecond: Bool) {
    let poses = layout?.poses
    let other = poses.map { poses in
      poses[isSecond ? 0 : 1].moved(by: pose.transform(from: poses[isSecond ? 1 : 0]))
    }
    (first, second) = isSecond ? (other, pose) : (pose, other)
  }

  /// The marks of a frame of which the pictures show only the middle.
  ///
  /// - Parameters:
  ///   - zoom: How many times larger the frame is than the pictures.
  init(_ layout: FrameMarkPairLayout, observed: PixelSize, zoom: (x: Double, y: Double)) {
    let poses = layout.poses
    let (width, height) = (Double(observed.width), Double(observed.height))
    let (x, y) = (zoom.x * width / Double(layout.size.width), zoom.y * height / Double(layout.size.height))
    let middle = AffineTransform(a: x, b: 0, c: 0, d: y, tx: (1 - zoom.x) * width / 2, ty: (1 - zoom.y) * height / 2)
    (first, second, isCut) = (poses[0].moved(by: middle), poses[1].moved(by: middle), true)
  }

  /// The enlargements that cut off parts of both marks, from which one can be read only with the help of the other.
  static let zooms: [(x: Double, y: Double)] = {
    let steps = (0...40).map { 1.12 * pow(1.012, Double($0)) }
    return steps.map { ($0, $0) } + steps.flatMap { [($0, 1), (1, $0)] }
  }()

  /// Reads marks that are cut off: what one lacks the other has.
  private func readParts(_ plane: GrayPlane) -> Reading? {
    guard let first, let second, let a = FrameMarkEvidence(plane, at: first, isSecond: false, isCut: true),
      let b = FrameMarkEvidence(plane, at: second, isSecond: true, isCut: true)
    else { return nil }
    let both = FrameMarkDecoder(.both(a, b))
    let finding: FrameMarkReader.Finding =
      both.isMixed ? both.mixture.map { .mixed($0.0, $0.1) } ?? .unclear : both.mark.map { .mark($0) } ?? .unclear
    return Reading(finding: finding, levels: a.levels, isSecond: false)
  }

  /// Reads the marks; nil if neither is visible.
  func read(_ plane: GrayPlane) -> Reading? {
    if isCut { return readParts(plane) }
    let a = first.flatMap { FrameMarkEvidence(plane, at: $0, isSecond: false) }
    let b = second.flatMap { FrameMarkEvidence(plane, at: $0, isSecond: true) }
    let (one, two) = (a.map(FrameMarkDecoder.init), b.map(FrameMarkDecoder.init))
    let (first, second) = (one?.mark, two?.mark)
    // The levels of a covered mark mean nothing either.
    let isSecond = first == nil && (second != nil || a == nil)
    guard let levels = (isSecond ? b : a)?.levels else { return nil }
    func reading(_ finding: FrameMarkReader.Finding) -> Reading {
      Reading(finding: finding, levels: levels, isSecond: isSecond)
    }
    let both = a.flatMap { a in b.map { FrameMarkDecoder(.both(a, $0)) } }
    // If cells look like a mixture of two frames, report both even if one of them could be read.
    if one?.isMixed == true || two?.isMixed == true, let pair = both?.mixture ?? one?.mixture ?? two?.mixture {
      return reading(.mixed(pair.0, pair.1))
    }
    switch (first, second) {
    case (let first?, let second?): return reading(first == second ? .mark(first) : .torn(first, second))
    case (let only?, nil), (nil, let only?): return reading(.mark(only))
    case (nil, nil): return reading(both?.mark.map { .mark($0) } ?? .unclear)
    }
  }
}

extension FrameMarkPose {
  /// The mark's pose after the picture was transformed.
  func moved(by transform: AffineTransform) -> FrameMarkPose {
    FrameMarkPose(
      origin: transform.apply(origin), column: transform.apply(column), row: transform.apply(row))
  }
}
