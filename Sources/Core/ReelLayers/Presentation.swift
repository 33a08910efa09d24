/// A layer as it is on screen: its properties return the drawn values, also during animations.
///
///     Transaction.animate(duration: 2) { hand.angle = .degrees(60) }
///     // One second later:
///     hand.angle                // 60°, the model
///     hand.presentation.angle   // about half-way there
///
/// Computed properties work too: `layer.presentation.frame` follows `position`, `bounds` and `transform`, as well as properties of
/// sublayers that it reads.
@dynamicMemberLookup
public struct Presentation<Owner: Layer> {
  private let layer: Owner
  private let time: Double?

  init(of layer: Owner, at time: Double?) {
    self.layer = layer
    self.time = time
  }

  /// Returns a property's value on screen.
  public subscript<Value>(dynamicMember property: KeyPath<Owner, Value>) -> Value {
    guard let stage = layer.stage else { return layer[keyPath: property] }
    return stage.presenting(at: time ?? stage.time) { layer[keyPath: property] }
  }
}

/// Gives every layer class a presentation of its own type; it has no requirements.
public protocol Presentable: AnyObject {}

extension Presentable where Self: Layer {
  /// The layer as it is on screen at the stage's time; without a stage, the model.
  public var presentation: Presentation<Self> { Presentation(of: self, at: nil) }

  /// Returns the layer as it will be on screen at another time of the stage, as far as currently known.
  ///
  /// This changes nothing: the result depends only on the changes made so far and the time.
  public func presentation(at time: Double) -> Presentation<Self> { Presentation(of: self, at: time) }
}
