import ReelDescriptions

/// A scene described by options, which can be filmed from the command line, JSON and YAML.
///
/// To add a scene, write its type and add it to a `SceneCatalog`.
public protocol DescribedScene: Scene, Describable {}
