import ReelDescriptions

/// A scene described by options, which can be filmed from the command line, JSON and YAML.
///
/// To add one, write the type and one entry in a `SceneCatalog`.
public protocol DescribedScene: Scene, Describable {}
