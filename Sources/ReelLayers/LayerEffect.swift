/// What a change of a layer's property changes on the screen.
enum LayerEffect {
  /// What the layer's `draw(in:)` draws.
  case content
  /// What is drawn around the content, such as a border.
  case decoration
  /// Where and how the layer and its sublayers stand; the stage sees for itself.
  case placement
}
