import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelTerminal

/// The source of a terminal's session: files in the storyboard's folder.
struct TerminalSource: Describable {
  static let kind = "terminal"
  static let mainOption: String? = "file"

  var file: String?
  var timing: String?
  var themeFile: String?

  static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "The recording: an asciicast, a ttyrec or a typescript.", files: .value,
      read: { $0.file = $1 }, write: { $0.file }),
    DescriptionOption(
      "timing", "file", help: "The timing of a typescript.", files: .value, read: { $0.timing = $1 },
      write: { $0.timing }),
    DescriptionOption(
      "theme-file", "file", help: "A JSON file with 16 colours in the format of Windows Terminal, VS Code or vhs.",
      files: .value,
      read: { $0.themeFile = $1 }, write: { $0.themeFile }),
  ]
}

extension StoryReader {
  /// The kinds of scene that show a terminal.
  static let terminals = [
    SourcedScene(kind: TerminalFilm.self, sources: TerminalSource.options.map(\.name)) { $0.terminal($1) }
  ]

  /// Reads a terminal: its recording, or the recording's file, and the options of its film.
  func terminal(_ node: StoryNode) -> TerminalFilm? {
    let ofSource = TerminalSource.options.map(\.name)
    var (sources, looks): ([StoryNode.Entry], [StoryNode.Entry]) = ([], [])
    switch node.content {
    case .table(let entries):
      for entry in entries {
        if ofSource.contains(entry.key) { sources.append(entry) } else { looks.append(entry) }
      }
    case .text: sources = [.init(key: "file", mark: node.mark, value: node)]
    default: break
    }
    for entry in sources where entry.value.text == nil {
      problems.add(entry.value.mark, "\(entry.key) must be the path of a file, but this is \(entry.value.kind)")
      return nil
    }
    func source(_ name: String) -> StoryNode? { sources.first { $0.key == name }?.value }
    let file = source("file")
    if let file {
      if let twice = node["cast"] {
        problems.add(twice.mark, "the terminal has both a file and a cast: leave one out")
        return nil
      }
      // The session comes from its file. While the options are read, an empty session replaces it.
      let none = StoryNode(mark: file.mark, content: .text(TerminalFilm.castOption.text(in: TerminalFilm()) ?? ""))
      looks.append(.init(key: TerminalFilm.castOption.name, mark: file.mark, value: none))
    } else if node["cast"] == nil {
      problems.add(node.mark, "terminal needs a file: terminal: demo.cast, or terminal: {file: demo.cast, speed: 2}")
      return nil
    }
    let image = looks.first { $0.key == TerminalFilm.backgroundImageOption.name }
    looks.removeAll { $0.key == image?.key }
    let table = StoryNode(mark: node.mark, content: .table(looks))
    guard var film = options(themed(TerminalFilm(), with: node), from: table, also: ofSource) else { return nil }
    if let file {
      guard let cast = cast(file, timing: source("timing")) else { return nil }
      film.cast = cast
    } else if let timing = source("timing") {
      problems.add(timing.mark, "timing is for typescripts: give the typescript's file, too")
      return nil
    }
    if let theme = source("theme-file") {
      guard let colors = read(theme, limit: TerminalPalette.longestFile, { try TerminalPalette(json: $0) }) else {
        return nil
      }
      film.colors = colors
    }
    if let image { film.backgroundImage = picture(image) }
    return film
  }

  /// Reads a picture file, and reports why it cannot be read.
  private func picture(_ entry: StoryNode.Entry) -> Bitmap? {
    do {
      guard let name = entry.value.text else { throw DescriptionError("\(entry.key) must name a file") }
      return try EmbeddedPicture.bitmap(at: files.path(of: name, at: entry.value.mark))
    } catch {
      problems.add(entry.value.mark, (error as? StoryFiles.Refusal)?.message ?? "\(error)")
      return nil
    }
  }

  private func cast(_ file: StoryNode, timing: StoryNode?) -> Cast? {
    guard let timing else { return read(file, limit: Cast.longest, { try Cast($0) }) }
    guard let times = read(timing, limit: Cast.longest, { $0 }) else { return nil }
    return read(file, limit: Cast.longest) { try Cast(typescript: $0, timing: times) }
  }

  /// Reads a file, and reports why it cannot be read.
  private func read<Value>(_ node: StoryNode, limit: Int, _ make: ([UInt8]) throws -> Value) -> Value? {
    let name = node.text ?? ""
    do {
      return try make(files.bytes(of: name, at: node.mark, limit: limit).bytes)
    } catch let error as StoryFiles.Refusal {
      problems.add(node.mark, error.message)
    } catch {
      problems.add(node.mark, "\(name.onOneLine(limit: 200)) cannot be read: \(error)")
    }
    return nil
  }
}
