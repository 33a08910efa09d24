import ReelDescriptions
import ReelGeometry

/// Collects what is wrong with a storyboard while it is read, so that all of it is told at once.
final class StoryProblems {
  private var found: [(mark: StoryMark, message: String)] = []

  var isEmpty: Bool { found.isEmpty }

  /// Notes a problem.
  func add(_ mark: StoryMark, _ message: String) {
    // One fault may be met on several ways, and of a thousand nobody reads more than the first.
    guard found.count < 1000, !found.contains(where: { $0.mark == mark && $0.message == message }) else { return }
    found.append((mark, message))
  }

  /// Notes a word that is not known, with what is possible and the nearest known one.
  func addUnknown(_ word: String, at mark: StoryMark, of kind: String, known: [String]) {
    let nearest = Spelling.nearest(to: word, among: known).map { "did you mean \($0)? " } ?? ""
    add(mark, "\(kind) has no “\(word.onOneLine(limit: 60))”: \(nearest)It has \(known.joined(separator: ", "))")
  }

  /// Throws what was found, in the order of the text.
  func throwIfAny() throws(StoryboardError) {
    guard !found.isEmpty else { return }
    throw StoryboardError(
      found.sorted { $0.mark < $1.mark }.map {
        .init(file: $0.mark.file, line: $0.mark.line, column: $0.mark.column, message: $0.message)
      })
  }
}
