import ArgumentParser
import Reel
import ReelPlatform
import ReelStoryboards

struct StoryboardCommand: CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "storyboard",
    abstract: "Write a sample storyboard, or the schema that editors check storyboards with.",
    discussion: """
      new writes a small storyboard for capture play. schema prints a JSON Schema,
      which editors use to complete keys and mark mistakes.

      EXAMPLES
        capture storyboard new lesson.yaml
        capture storyboard schema > storyboard.schema.json
      """)

  /// The thing to write.
  enum Action: String, CaseIterable {
    case new, schema
  }

  @Argument(
    help: "new or schema. (values: new, schema)", completion: .list(Action.allCases.map(\.rawValue)),
    transform: { try OptionText.choice("action", $0) })
  var action: Action

  @Argument(
    help: ArgumentHelp(
      "Where new writes the storyboard; an existing file is kept. (default: story.yaml)", valueName: "file")
  )
  var file: String?

  @Flag(name: .shortAndLong, help: "Print only errors.")
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
      if !quiet { StandardError.say("\(path): film it with capture \(path)") }
    }
  }
}
