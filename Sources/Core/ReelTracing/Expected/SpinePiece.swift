import ReelGeometry

/// A short straight part of an expected path.
package struct SpinePiece: Hashable, Sendable {
  package var start: Point
  package var end: Point
  /// The index of the waypoint that this piece leads to.
  package var waypoint: Int

  package init(start: Point, end: Point, waypoint: Int) {
    self.start = start
    self.end = end
    self.waypoint = waypoint
  }
}
