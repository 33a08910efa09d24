import ArgumentParser

/// What is changed in a storyboard: nothing where that family is left out.
struct StoryboardChanges: ParsableArguments {
  var isEmpty: Bool { true }
  var names: String { "" }
  var sets: [String] { [] }
}
