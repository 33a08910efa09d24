import ArgumentParser
import Reel
import ReelPlatform
import ReelStoryboards

struct StoryboardCommand: CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "storyboard",
    abstract: "Write a storyboard to begin with, or the schema by which editors check storyboards.",
    discussion: """
      new writes a small storyboard, which capture play films. schema prints a JSON
      Schema: an editor that knows it completes keys and marks slips.

      EXAMPLES
        capture storyboard new lesson.yaml
        capture storyboard schema > storyboard.schema.json
      """)

  /// What is written.
  enum Action: String, CaseIterable {
    case new, schema
  }

  @Argument(
    help: "new or schema. (values: new, schema)", completion: .list(Action.allCases.map(\.rawValue)),
    transform: { try OptionText.choice("action", $0) })
  var action: Action

  @Argument(
    help: ArgumentHelp("Where new writes the storyboard; what is there stays. (default: story.yaml)", valueName: "file")
  )
  var file: String?

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    if action == .schema, let file {
      throw ValidationError("the schema goes to standard output: write > \(file) to keep it")
    }
  }

  private var path: String { file ?? "story.yaml" }

  var files: RunFiles { action == .new ? RunFiles(writes: ["the storyboard": path]) : RunFiles() }

  func run() throws {
    switch action {
    case .schema: try StandardOutput.write(Data(try StorySchema().json))
    case .new:
      try OutputOptions.checkText(path)
      try OutputFile(path: path, replacing: .never).put(Array(Storyboard.example.utf8))
      if !quiet { StandardError.say("\(path): capture \(path) films it") }
    }
  }
}
