import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelInk
import ReelPlatform
import ReelScenes
import ReelTracing

/// The source of a trace's session: a file, or letters written by a synthetic hand.
struct TraceSource: Describable {
  static let kind = "trace"
  static let mainOption: String? = "letters"

  var letters: String?
  var file: String?
  var index: Int?
  var hand = SyntheticHand.Style.neat
  var seed: UInt64 = 1

  static let options = [
    DescriptionOption<Self>(
      "letters", "text", help: "Letters to follow, up to 1000.", read: { $0.letters = $1 }, write: { $0.letters }),
    DescriptionOption(
      "file", "file", help: "The session, or ink in another format.", files: .value, read: { $0.file = $1 },
      write: { $0.file }),
    DescriptionOption(
      "index", "number", help: "The index of a drawing or page in a file with several, from 0.",
      read: { $0.index = try OptionText.whole("index", $1, 0...Int.max) }, write: { $0.index.map { "\($0)" } }),
    DescriptionOption(
      "hand", "style", help: "The synthetic hand.", choices: SyntheticHand.Style.allCases.map(\.rawValue),
      read: { $0.hand = try OptionText.choice("hand", $1) }, write: { $0.hand.rawValue }),
    DescriptionOption(
      "seed", "number", help: "The seed of the synthetic hand's wobble.",
      read: { $0.seed = UInt64(try OptionText.whole("seed", $1, 0...Int.max)) }, write: { "\($0.seed)" }),
  ]
}

extension StoryReader {
  /// Reads a trace: the source of its session, and the options of its film.
  func trace(_ node: StoryNode) -> TraceFilm? {
    let ofSource = TraceSource.options.map(\.name)
    var (sources, looks): ([StoryNode.Entry], [StoryNode.Entry]) = ([], [])
    switch node.content {
    case .table(let entries):
      for entry in entries {
        if ofSource.contains(entry.key) { sources.append(entry) } else { looks.append(entry) }
      }
    case .text: sources = [.init(key: "letters", mark: node.mark, value: node)]
    default: break
    }
    let source = options(TraceSource(), from: StoryNode(mark: node.mark, content: .table(sources)))
    let images = looks.filter { $0.key.hasSuffix("-image") }
    looks.removeAll { $0.key.hasSuffix("-image") || $0.key == "session" }
    // The session has no textual form, so it is set afterwards.
    let unwritten = StoryNode.Entry(
      key: "session", mark: node.mark, value: StoryNode(mark: node.mark, content: .text(Self.noSession)))
    let look = options(
      themed(TraceFilm(), with: node), from: StoryNode(mark: node.mark, content: .table([unwritten] + looks)),
      also: ofSource,
      hiding: [])
    guard let source, var film = look, let session = session(source, node) else { return nil }
    film.session = session
    for image in images { set(image, in: &film) }
    return film
  }

  /// An empty session, in Reel's own format.
  private static let noSession = (try? TraceFilm().session.text()).map { String(decoding: $0, as: UTF8.self) } ?? ""

  private func set(_ entry: StoryNode.Entry, in film: inout TraceFilm) {
    do {
      guard let name = entry.value.text else { throw DescriptionError("\(entry.key) must name a file") }
      let image = try EmbeddedPicture.bitmap(at: files.path(of: name, at: entry.value.mark))
      switch entry.key {
      case TraceFilm.backgroundImageOption.name: film.backgroundImage = image
      case TraceFilm.keyImageOption.name: film.keyImage = image
      default: problems.addUnknown(entry.key, at: entry.mark, of: "trace", known: TraceFilm.options.map(\.name))
      }
    } catch {
      problems.add(entry.value.mark, (error as? StoryFiles.Refusal)?.message ?? "\(error)")
    }
  }

  /// The session of a source.
  private func session(_ source: TraceSource, _ node: StoryNode) -> TraceSession? {
    let canvas = TraceSession.Header.canvas(shape: film.size)
    do {
      switch (source.letters, source.file) {
      case (nil, nil), (.some, .some):
        problems.add(
          node.mark, "trace needs either letters or a file: trace: {letters: A} or trace: {file: session.jsonl}")
        return nil
      case (let letters?, nil): return try written(letters, on: canvas, source)
      case (nil, let file?):
        let path = try files.path(of: file, at: (node["file"] ?? node).mark)
        let ink = try InkFile.read(contentsOf: URL(fileURLWithPath: path), options: InkOptions(index: source.index))
        return ink.recorded ?? ink.session(canvas: canvas, margin: min(canvas.width, canvas.height) * 0.1)
      }
    } catch let error as StoryFiles.Refusal {
      problems.add((node["file"] ?? node).mark, error.message)
    } catch let error as FormatError {
      problems.add((node["file"] ?? node).mark, error.description)
    } catch {
      problems.add((node["letters"] ?? node).mark, "\(error)")
    }
    return nil
  }

  private func written(_ letters: String, on canvas: Size, _ source: TraceSource) throws -> TraceSession {
    let alphabet = Alphabet.standard
    if let missing = alphabet.missing(in: letters).first {
      throw DescriptionError("the built-in letters have no “\(missing)”")
    }
    // Leaves room for overlays above and captions below.
    let margin = min(canvas.width, canvas.height) * 0.14
    let rect = Rect(
      x: margin, y: margin, width: canvas.width - 2 * margin, height: canvas.height - 2.7 * margin)
    return SyntheticHand(seed: source.seed, style: source.hand)
      .session(try alphabet.header(letters, on: canvas, in: rect))
  }
}
