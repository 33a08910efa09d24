import ReelFilms
import ReelGeometry
import ReelVideo

extension StoryReader {
  /// The options of a sound that storyboards replace by times that may refer to scenes.
  static let hiddenSoundOptions = ["at", "end"]

  /// Reads the sounds of a film or a scene: one, or a list of them.
  func sounds(_ node: StoryNode) -> [StorySound] {
    guard case .list(let nodes) = node.content else { return sound(node).map { [$0] } ?? [] }
    return nodes.compactMap(sound)
  }

  /// Reads a sound: the name of its file, or a table.
  private func sound(_ node: StoryNode) -> StorySound? {
    var entries: [StoryNode.Entry] = []
    switch node.content {
    case .text: entries = [.init(key: "file", mark: node.mark, value: node)]
    case .table(let given): entries = given
    case .nothing, .list:
      problems.add(node.mark, "a sound must be the name of a file, or a table such as {file: voice.wav, at: 1}")
      return nil
    }
    // Times may depend on scenes.
    let own = ["at", "cues"]
    let rest = StoryNode(mark: node.mark, content: .table(entries.filter { !own.contains($0.key) }))
    let at = time(node["at"])
    let cues = node["cues"].map(self.cues) ?? []
    guard let piece = options(SoundPiece(), from: rest, also: own, hiding: Self.hiddenSoundOptions) else { return nil }
    var sound = StorySound(piece.path, at: at)
    (sound.piece, sound.cues, sound.mark) = (piece, cues, node.mark)
    if let until = piece.until, until <= piece.from {
      problems.add(
        node.mark, "the sound would end at \(until) s of its file, before it begins at \(piece.from) s")
    }
    do {
      // A file that is not a sound is reported with its line, before work begins.
      try SoundTrack([piece]).validate()
    } catch {
      problems.add((node["file"] ?? node).mark, "\(error)")
      return nil
    }
    return sound
  }

  /// Reads the cues of a sound from a separate file.
  private func cues(_ node: StoryNode) -> [StoryCue] {
    guard let name = node.text else {
      problems.add(node.mark, "cues must name a file of WebVTT, SubRip or Audacity labels, but this is \(node.kind)")
      return []
    }
    guard let texts = timedTexts(name, node) else { return [] }
    var cues: [StoryCue] = []
    for text in texts {
      let cue = StoryCue(name: Self.cueName(text.id ?? text.text), start: text.start, end: text.end)
      // Of two cues with the same name, the first counts.
      if !cue.name.isEmpty, !cues.contains(where: { $0.name == cue.name }) { cues.append(cue) }
    }
    return cues
  }

  /// The name of a cue, made of its text: lower-case letters and digits, joined by hyphens.
  private static func cueName(_ text: String) -> String {
    let words = text.lowercased().split { !StoryTime.isName(String($0)) }
    return String(words.joined(separator: "-").prefix(64))
  }
}
