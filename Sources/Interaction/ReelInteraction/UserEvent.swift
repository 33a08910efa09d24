import ReelGeometry
import ReelLayers

/// Something that a person does to a stage.
///
/// `Stage.handle(_:)` passes it to the layers. Post events from outside through a `StageInput<UserEvent>`.
public enum UserEvent: Hashable, Sendable {
  /// A tap on a point, in points from the top left of the picture.
  case tap(Point)
  /// A tap on the centre of the layer with this identifier.
  case tapLayer(String)
  /// Typed characters; Return is `\n`, Backspace is `\u{8}`.
  case type(String)

  /// Returns the event as a recording should keep it: a tap by the identifier of the layer that handled it, or of its nearest superlayer
  /// that has one.
  ///
  /// It can then be played back although the layer has moved.
  ///
  /// - Parameter layer: The result of `Stage.handle(_:)`.
  public func named(by layer: Layer?) -> UserEvent {
    guard case .tap = self else { return self }
    return sequence(first: layer, next: { $0?.superlayer }).lazy.compactMap { $0?.identifier }.first
      .map { .tapLayer($0) } ?? self
  }
}

/// One of `{"tap": "level"}`, `{"x": 20, "y": 30}` and `{"type": "4"}`.
extension UserEvent: Codable {
  private enum CodingKeys: String, CodingKey { case tap, x, y, type }

  /// Reads an event.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if let identifier = try fields.decodeIfPresent(String.self, forKey: .tap) {
      self = .tapLayer(identifier)
    } else if let text = try fields.decodeIfPresent(String.self, forKey: .type) {
      self = .type(text)
    } else {
      self = .tap(Point(x: try fields.decode(Double.self, forKey: .x), y: try fields.decode(Double.self, forKey: .y)))
    }
  }

  /// Writes the event.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .tapLayer(let identifier): try fields.encode(identifier, forKey: .tap)
    case .type(let text): try fields.encode(text, forKey: .type)
    case .tap(let point):
      try fields.encode(point.x, forKey: .x)
      try fields.encode(point.y, forKey: .y)
    }
  }
}
