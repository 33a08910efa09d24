import ReelCurves
import ReelDescriptions
import ReelGeometry
import ReelScenes

/// The source of a turtle program.
struct TurtleSource: Describable {
  static let kind = "turtle"
  static let mainOption: String? = "file"
  /// The longest program, in bytes.
  static let longest = 1 << 20

  var file: String?

  static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "The Logo program.", files: .value, read: { $0.file = $1 }, write: { $0.file })
  ]
}

extension StoryReader {
  /// The kinds of scene that show curves.
  static let curves = CurveScenes.all

  /// Those of them whose content comes from files.
  static let turtles = [
    SourcedScene(kind: TurtleFilm.self, sources: TurtleSource.options.map(\.name)) { $0.turtle($1) }
  ]

  /// Reads a turtle: its program or the program's file, and the options of its film.
  func turtle(_ node: StoryNode) -> TurtleFilm? {
    var (file, looks): (StoryNode?, [StoryNode.Entry]) = (nil, [])
    switch node.content {
    case .table(let entries):
      file = node["file"]
      looks = entries.filter { $0.key != "file" }
    case .text: file = node
    default: break
    }
    var program: StoryNode.Entry?
    if let file {
      guard let text = file.text else {
        problems.add(file.mark, "file must be the path of a Logo program, but this is \(file.kind)")
        return nil
      }
      if let twice = node["program"] {
        problems.add(twice.mark, "the turtle has both a file and a program: leave one out")
        return nil
      }
      do throws(StoryFiles.Refusal) {
        let bytes = try files.bytes(of: text, at: file.mark, limit: TurtleSource.longest).bytes
        program = .init(
          key: "program", mark: file.mark,
          value: StoryNode(mark: file.mark, content: .text(String(decoding: bytes, as: UTF8.self))))
      } catch {
        problems.add(file.mark, error.message)
        return nil
      }
    } else if node["program"] == nil {
      problems.add(node.mark, "turtle needs a file or a program: turtle: spiral.logo, or turtle: {program: fd 100}")
      return nil
    }
    let options = StoryNode(mark: node.mark, content: .table((program.map { [$0] } ?? []) + looks))
    guard let film = self.options(themed(TurtleFilm(), with: node), from: options, also: ["file"]) else { return nil }
    return check(film, file: file) ? film : nil
  }

  /// Checks a program, and reports errors with their lines in its file.
  private func check(_ film: TurtleFilm, file: StoryNode?) -> Bool {
    do {
      try film.validate()
      return true
    } catch let error as LogoError {
      if let file, let name = file.text {
        problems.add(StoryMark(file: name, line: error.line, column: error.column), error.reason)
        return false
      }
      // Errors of a program within a storyboard are reported when the film is checked.
      return true
    } catch {
      return true
    }
  }
}
