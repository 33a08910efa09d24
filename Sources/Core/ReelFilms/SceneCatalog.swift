import ReelScenes

/// The kinds of scene that a description may name.
public struct SceneCatalog: Sendable {
  /// The scenes that come with Reel.
  public static let standard = SceneCatalog([SnowflakeFilm.self, TraceFilm.self])

  /// The kinds, in the order of messages.
  public let kinds: [any DescribedScene.Type]

  /// Creates a catalog.
  public init(_ kinds: [any DescribedScene.Type]) { self.kinds = kinds }

  /// Returns a catalog with an additional kind, which replaces any kind of the same name.
  public func adding(_ kind: any DescribedScene.Type) -> SceneCatalog {
    SceneCatalog(kinds.filter { $0.kind != kind.kind } + [kind])
  }

  /// The names of the kinds.
  var names: [String] { kinds.map { $0.kind } }

  /// The key of the catalog in a decoder's user info.
  package static let userInfoKey = CodingUserInfoKey(rawValue: "reel.scene-catalog")
}
