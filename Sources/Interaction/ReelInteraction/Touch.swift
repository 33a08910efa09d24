import ReelGeometry
import ReelTracing

/// A touch of one finger, posted while a session is being recorded.
public struct Touch: Hashable, Sendable {
  /// The phase of the touch.
  public var phase: TouchEvent.Phase
  /// The position, in the coordinates of the session's canvas.
  public var point: Point
  /// The identifier of the finger, from `began` to `ended` or `cancelled`.
  public var finger: Int

  /// Creates a touch.
  public init(_ phase: TouchEvent.Phase, at point: Point, finger: Int = 0) {
    self.phase = phase
    self.point = point
    self.finger = finger
  }
}

extension Touch: Codable {
  /// Decodes a list of phase, x, y and finger, as in a session file.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    phase = try list.decode(TouchEvent.Phase.self)
    point = Point(x: try list.decode(Double.self), y: try list.decode(Double.self))
    finger = try list.decode(Int.self)
  }

  /// Encodes the list: `["moved",100,80.5,0]`.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(phase)
    try list.encode(point.x)
    try list.encode(point.y)
    try list.encode(finger)
  }
}

extension TouchEvent {
  /// Creates the event of a touch at a time of the stage, in seconds.
  init(_ touch: Touch, at seconds: Double) {
    var microseconds = (seconds * 1e6).rounded()
    // Never rounded down, or it would be replayed in a frame that did not show it.
    while microseconds / 1e3 / 1e3 < seconds { microseconds += 1 }
    self.init(milliseconds: microseconds / 1e3, phase: touch.phase, point: touch.point, touch: touch.finger)
  }
}
