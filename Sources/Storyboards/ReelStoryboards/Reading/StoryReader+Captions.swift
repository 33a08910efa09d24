import ReelDescriptions
import ReelFiles
import ReelGeometry

extension StoryReader {
  static let filmCaptionKeys = ["show", "place", "language", "file", "languages"]

  /// Reads the film's caption settings: `burned`, `track` or `both`, the name of a file, or a table of all options.
  func filmCaptions(_ node: StoryNode) -> StoryCaptions {
    var captions = StoryCaptions()
    switch node.content {
    case .text(let text):
      if let show: StoryCaptions.Show = try? OptionText.choice("show", text) {
        captions.show = show
      } else if Self.isTimedTextFile(text) {
        addLanguage(from: node, file: node, to: &captions)
      } else {
        problems.add(
          node.mark,
          "captions must be \(OptionText.alternatives(StoryCaptions.Show.allCases.map(\.rawValue))), or a .vtt or .srt file, but this is \(node.kind)"
        )
      }
    case .table(let entries):
      let known = Self.filmCaptionKeys
      for entry in entries where !known.contains(entry.key) {
        problems.addUnknown(entry.key, at: entry.mark, of: "captions", known: known)
      }
      if let show = node["show"] { captions.show = self.show(show) ?? captions.show }
      if let place = node["place"] { captions.place = self.place(place) ?? captions.place }
      if let language = node["language"] { captions.language = self.language(language) ?? captions.language }
      if let file = node["file"] { addLanguage(from: node, file: file, to: &captions) }
      if let languages = node["languages"] {
        for node in list(languages, "languages") { addLanguage(from: node, file: node["file"], to: &captions) }
      }
    case .nothing, .list:
      problems.add(node.mark, "captions must be burned, track or both, or a table such as {show: both, language: en}")
    }
    return captions
  }

  /// Reads the captions of a scene: one for all of it, a list of captions with times, or a file.
  func captions(_ node: StoryNode) -> [StoryCaption] {
    if let text = node.text, Self.isTimedTextFile(text) { return captions(fromFile: text, node) }
    if let file = node["file"] {
      if case .table(let entries) = node.content {
        for entry in entries where !["file", "place"].contains(entry.key) {
          problems.add(entry.mark, "captions from a file have its words and times: leave \(entry.key) out")
        }
      }
      guard let name = file.text else {
        problems.add(file.mark, "file must name a .vtt or .srt file, but this is \(file.kind)")
        return []
      }
      let place = node["place"].flatMap(self.place)
      return captions(fromFile: name, file).map { caption in
        var caption = caption
        caption.place = place
        if place != nil { caption.position = nil }
        return caption
      }
    }
    guard case .list(let nodes) = node.content else { return caption(node).map { [$0] } ?? [] }
    return nodes.compactMap(caption)
  }

  private func captions(fromFile name: String, _ node: StoryNode) -> [StoryCaption] {
    (timedTexts(name, node) ?? []).map { text in
      var caption = StoryCaption(text.text)
      (caption.from, caption.until) = (.seconds(text.start), .seconds(text.end))
      (caption.runs, caption.position, caption.mark) = (text.runs, text.position, text.mark)
      return caption
    }
  }

  private func addLanguage(from node: StoryNode, file: StoryNode?, to captions: inout StoryCaptions) {
    guard let file, let name = file.text else {
      problems.add(file?.mark ?? node.mark, "a language needs its file: {language: de, file: lesson.de.vtt}")
      return
    }
    var language = captions.language
    if let given = node["language"] { language = self.language(given) ?? language }
    if captions.languages.contains(where: { $0.language == language }) {
      problems.add(node.mark, "there are captions in \(language) already: give these another language")
      return
    }
    if let texts = timedTexts(name, file) { captions.languages.append(.init(language: language, texts: texts)) }
  }

  private func show(_ node: StoryNode) -> StoryCaptions.Show? {
    if let text = node.text, let show: StoryCaptions.Show = try? OptionText.choice("show", text) { return show }
    problems.add(
      node.mark,
      "show must be \(OptionText.alternatives(StoryCaptions.Show.allCases.map(\.rawValue))), but this is \(node.kind)")
    return nil
  }

  /// Reads the place of captions.
  func place(_ node: StoryNode) -> StoryCaptions.Place? {
    if let text = node.text, let place: StoryCaptions.Place = try? OptionText.choice("place", text) { return place }
    let names = StoryCaptions.Place.allCases.map(\.rawValue)
    problems.add(node.mark, InvalidValue("place", node.text ?? node.kind, among: names).description)
    return nil
  }

  private func language(_ node: StoryNode) -> String? {
    if let text = node.text, StoryCaptions.isLanguage(text) { return text }
    problems.add(node.mark, "a language must be a code such as en or de-AT, but this is \(node.kind)")
    return nil
  }

  /// Reads a file of captions or labels.
  ///
  /// Returns nil and notes a problem, with the line in that file, if it cannot be read.
  func timedTexts(_ name: String, _ node: StoryNode) -> [TimedText]? {
    do throws(StoryFiles.Refusal) {
      let path = try files.path(of: name, at: node.mark)
      do throws(BoundedFile.Failure) {
        let bytes = try BoundedFile.read(path, limit: TimedTextParser.longestFile)
        do throws(TimedTextParser.Failure) {
          return try TimedTextParser.parse(bytes, file: name)
        } catch {
          problems.add(StoryMark(file: name, line: error.line, column: 1), error.message)
        }
      } catch {
        let reason =
          switch error {
          case .unopened(let reason), .unread(let reason): reason
          case .tooLong: "it has more than \(TimedTextParser.longestFile) bytes"
          }
        problems.add(node.mark, "\(name.onOneLine(limit: 200)) can't be read: \(reason)")
      }
    } catch {
      problems.add(node.mark, error.message)
    }
    return nil
  }

  private static func isTimedTextFile(_ text: String) -> Bool {
    let text = text.lowercased()
    return !text.contains { $0.isNewline } && (text.hasSuffix(".vtt") || text.hasSuffix(".srt"))
  }
}
