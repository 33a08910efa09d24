import ReelDescriptions

/// A scene that options describe, so that it can be filmed from the command line, JSON and YAML.
///
/// A new one is a type and one entry in the list of a `SceneCatalog`.
public protocol DescribedScene: Scene, Describable {}
