import ReelDescriptions
import ReelGeometry

/// Collects the problems of a storyboard while it is read, to report them all together.
final class StoryProblems {
  private var found: [(mark: StoryMark, message: String)] = []

  /// Notes on what the film does not show, each with its position.
  private(set) var notes: [String] = []

  var isEmpty: Bool { found.isEmpty }

  /// Adds a note on something that the film does not show.
  func addNote(_ mark: StoryMark, _ message: String) {
    let note = "\(mark.file):\(mark.line): \(message)"
    if notes.count < 100, !notes.contains(note) { notes.append(note) }
  }

  /// Notes a problem.
  func add(_ mark: StoryMark, _ message: String) {
    // A problem may be found more than once, and nobody reads thousands of them.
    guard found.count < 1000, !found.contains(where: { $0.mark == mark && $0.message == message }) else { return }
    found.append((mark, message))
  }

  /// Notes an unknown word, with the known ones and the most similar one.
  func addUnknown(_ word: String, at mark: StoryMark, of kind: String, known: [String]) {
    let advice =
      Spelling.nearest(to: word, among: known).map { "did you mean \($0)?" }
      ?? (known.isEmpty ? "none are defined" : "the known ones are \(known.joined(separator: ", "))")
    add(mark, "unknown key “\(word.namingInvisible(limit: 60))” in \(kind): \(advice)")
  }

  /// Throws the problems found, in text order.
  func throwIfAny() throws(StoryboardError) {
    guard !found.isEmpty else { return }
    throw StoryboardError(
      found.sorted { $0.mark < $1.mark }.map {
        .init(file: $0.mark.file, line: $0.mark.line, column: $0.mark.column, message: $0.message)
      })
  }
}
