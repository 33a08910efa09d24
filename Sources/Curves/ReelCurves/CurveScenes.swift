import ReelScenes

/// The scenes of this module, which descriptions and storyboards find here.
package enum CurveScenes {
  /// All of them, in the order of messages.
  package static let all: [any DescribedScene.Type] = [ZoomFilm.self, CurveFilm.self, TurtleFilm.self]
}
