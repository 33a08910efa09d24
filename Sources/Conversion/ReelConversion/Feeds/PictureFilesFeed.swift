import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Reads files with a picture each, as the frames of a film.
///
/// Unchecked Sendable: it is used by one thread at a time.
package final class PictureFilesFeed: PictureFeed, @unchecked Sendable {
  package let facts: FeedFacts
  private let paths: [String]
  private var first: FilmPicture?
  private var number = 1

  /// Opens the first file.
  ///
  /// - Parameters:
  ///   - paths: the files, one at least, in their order.
  ///   - frameRate: the pictures per second.
  /// - Throws: `FeedError` for a file that is missing or holds no picture.
  package init(_ paths: [String], name: String, frameRate: FrameRate) throws {
    precondition(!paths.isEmpty, "a film has a frame")
    let feed = try MovieFeed(path: paths[0], pictureRate: frameRate)
    let first = try Self.picture(of: feed, paths[0])
    var facts = feed.facts
    facts.name = name
    (facts.frameRate, facts.isConstant, facts.clock) = (frameRate, true, TimeBase(frameRate))
    (facts.frameCount, facts.seconds) = (paths.count, frameRate.seconds(ofFrame: paths.count))
    // One that is opaque may come before others that are not.
    facts.hasAlpha = true
    facts.form = nil
    (facts.size, facts.orientation) = (first.size, .up)
    self.facts = facts
    self.paths = paths
    first.span = FrameSpan(pts: 0, duration: 1)
    self.first = first
  }

  package func next() throws -> FilmPicture? {
    if let first = first.take() { return first }
    guard number < paths.count else { return nil }
    let path = paths[number]
    let picture = try Self.picture(of: MovieFeed(path: path), path)
    guard picture.size == facts.size else {
      throw FeedError.otherSize(name: path, frame: number, size: picture.size, first: facts.size)
    }
    picture.span = FrameSpan(pts: number, duration: 1)
    number += 1
    return picture
  }

  /// The picture of a file, upright: each file says for itself how it has to be turned.
  private static func picture(of feed: MovieFeed, _ path: String) throws -> FilmPicture {
    guard let picture = try feed.next() else {
      throw FeedError.unreadable(name: path, reason: "it contains no picture")
    }
    guard feed.facts.orientation != .up else { return picture }
    var bitmap = Bitmap(size: picture.size)
    _ = try PictureReading(feed.facts.light).draw(picture, changed: { .all(of: picture.size) }, into: &bitmap)
    let upright = bitmap.oriented(feed.facts.orientation)
    let canvas = PixelCanvas(size: upright.size, hasAlpha: feed.facts.hasAlpha)
    canvas.put([PixelArea(columns: 0..<upright.width, rows: 0..<upright.height)], of: upright)
    return try FilmPicture(on: canvas, picture.span)
  }
}
