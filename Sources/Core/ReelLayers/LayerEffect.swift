/// What a change of a layer's property affects on screen.
enum LayerEffect {
  /// The content that `draw(in:)` draws.
  case content
  /// The decoration around the content, such as a border.
  case decoration
  /// The position, transform and opacity of the layer and its sublayers; the stage finds these changes itself.
  case placement
}
