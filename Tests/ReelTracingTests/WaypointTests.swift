import ReelGeometry
import ReelTracing
import Testing

@Suite("Waypoints")
struct WaypointTests {
  @Test("From (0, 0) to (20, 20) at 10 they are the quarters")
  func quarters() throws {
    let found = try ExpectedPath.waypoints(from: .zero, to: Point(x: 20, y: 20), maxDistance: 10)
    #expect(found == [Point(x: 5, y: 5), Point(x: 10, y: 10), Point(x: 15, y: 15)])
  }
}
