import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelTiming

extension StoryReader {
  /// Reads the film's outputs: names of files, or tables of a file and its differences from the film.
  func outputs(_ node: StoryNode) -> [ListedOutput] {
    var outputs: [ListedOutput] = []
    var rates: [FrameRate] = []
    for node in list(node, "outputs") {
      guard outputs.count < 32 else {
        problems.add(node.mark, "a storyboard lists at most 32 outputs")
        break
      }
      guard var output = options(ListedOutput(), from: node) else { continue }
      let file = node["file"] ?? node
      do throws(StoryFiles.Refusal) {
        output.path = try files.outputPath(of: output.path, at: file.mark)
      } catch {
        problems.add(file.mark, error.message)
        continue
      }
      check(output, node, file, outputs)
      let rate = output.frameRate ?? film.frameRate
      if let first = rates.first(where: { (try? $0.common(with: rate)) == nil }) {
        problems.add(
          (node["fps"] ?? node).mark,
          "outputs of \(first) and \(rate) frames a second have hardly any common frame times: use rates such as 30 and 15"
        )
      } else {
        rates.append(rates.last.flatMap { try? $0.common(with: rate) } ?? rate)
      }
      outputs.append(output)
    }
    return outputs
  }

  private func check(_ output: ListedOutput, _ node: StoryNode, _ file: StoryNode, _ others: [ListedOutput]) {
    if output.form == nil {
      problems.add(
        file.mark,
        "\(file.kind) does not select a format: end it in .mp4, .mov, .mkv, .webm, .gif, .apng, .webp or .vtt, or name a folder that ends in /, or a pattern such as frames/%04d.png"
      )
    }
    if others.contains(where: { $0.path == output.path }) {
      problems.add(file.mark, "\(file.kind) is listed twice: give each output its own name")
    }
    if let option = output.uselessOption {
      let isOfMovies = EncodingSettings.options.contains { $0.name == option }
      problems.add(
        (node[option] ?? node).mark,
        "\(option) is for \(isOfMovies ? "movies" : "animated pictures"), and \(file.kind) is not one: leave it out")
    }
  }
}
