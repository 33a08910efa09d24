/// The effect of a property change on screen.
enum LayerEffect {
  /// The content drawn by `draw(in:)`.
  case content
  /// The decoration around the content, such as a border.
  case decoration
  /// The position, transform and opacity of the layer and its sublayers; the stage detects these changes itself.
  case placement
}
