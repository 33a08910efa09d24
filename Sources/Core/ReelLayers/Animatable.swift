/// A property of a layer that moves to a new value instead of jumping there.
///
///     final class HandLayer: Layer {
///       @Animatable var angle = Angle.zero
///
///       override func draw(in context: GraphicsContext) {
///         context.rotate(angle)
///         …
///       }
///     }
///
/// If it is set inside `Transaction.animate`, the property moves from the value on screen to the new one, and the layer is redrawn in
/// every frame in which the value changes. Otherwise it jumps. Reading the property returns the new value, the *model*. Inside
/// `draw(in:)` and through `layer.presentation` it returns the value on screen.
@propertyWrapper
public struct Animatable<Value: Interpolatable> {
  private var model: Value
  private var track: Track<Value>?
  private let effect: LayerEffect

  /// Creates a property with its initial value.
  public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, .content) }

  init(wrappedValue: Value, _ effect: LayerEffect) {
    model = wrappedValue
    self.effect = effect
  }

  /// Unavailable outside layers: `Layer` and its subclasses use the subscript instead.
  @available(*, unavailable, message: "@Animatable is for properties of Layer and its subclasses")
  public var wrappedValue: Value {
    get { preconditionFailure("@Animatable outside of a layer") }
    set { preconditionFailure("@Animatable outside of a layer") }
  }

  /// The property of a layer.
  public static subscript<Owner: Layer>(
    _enclosingInstance layer: Owner,
    wrapped property: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Animatable<Value>>
  ) -> Value {
    get {
      let state = layer[keyPath: storage]
      guard let track = state.track, let time = layer.stage?.presentedTime else { return state.model }
      return track.value(at: layer.localTime(at: time))
    }
    set { layer[keyPath: storage].set(newValue, on: layer) }
  }

  private mutating func set(_ value: Value, on layer: Layer) {
    let stage = layer.stage
    precondition(stage?.presentedTime == nil, "a layer cannot be changed while it is drawn")
    let old = track.flatMap { $0.isOver ? nil : $0 }
    let previous = model
    model = value
    guard let stage, let scope = Transaction.Scope.current, let timing = scope.timing else {
      track = nil
      guard old != nil || value != previous else { return }
      if let old { layer.remove(old) }
      return layer.propertyChanged(effect)
    }
    let now = layer.localTime(at: stage.time)
    scope.extend(layer, until: now + timing.length)
    if let old { layer.remove(old) }
    // Time may have advanced without a frame, so the animation does not start from the last drawn value.
    let next = Track(
      from: previous, before: old, to: value, now: now, timing: timing, shown: old?.shown ?? previous, effect: effect)
    track = next
    layer.add(next)
  }
}
