import ReelScenes

extension StoryFilm {
  /// The files that its scenes read while they are drawn, those of overlays included.
  public var files: [String] {
    pages.flatMap(\.parts).flatMap(\.files) + overlays.flatMap { $0.scene?.scene.files ?? [] }
  }
}

extension StoryFilm.Part {
  /// The files of its scene, or of those that share it.
  fileprivate var files: [String] { (scene?.scene.files ?? []) + (parts ?? []).flatMap(\.files) }
}
