import ArgumentParser

/// Changes to a storyboard: none in a build without that family.
struct StoryboardChanges: ParsableArguments {
  var isEmpty: Bool { true }
  var names: String { "" }
  var sets: [String] { [] }
}
