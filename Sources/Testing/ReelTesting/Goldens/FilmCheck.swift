import ReelCanvas
import ReelFiles
import ReelPlatform

/// Compares a film's frames with their goldens, and reports all failures together.
struct FilmCheck {
  private let goldens: Goldens
  private let name: String
  private let tolerance: Tolerance
  private let names: NumberedNames
  private var checked: Set<Int> = []
  private var failures: [GoldenFailure] = []
  private var firstFailed: Int?
  private var faults: [String] = []

  init(_ goldens: Goldens, _ name: String, _ tolerance: Tolerance) {
    (self.goldens, self.name, self.tolerance) = (goldens, name, tolerance)
    names = NumberedNames(folderPath: goldens.folder + name)
  }

  /// Compares a frame.
  mutating func add(_ picture: Bitmap, _ index: Int) {
    checked.insert(index)
    let file = name + "/" + names.name(of: index).dropLast(4)
    guard let failure = goldens.failure(of: picture, file, tolerance) else { return }
    if failures.isEmpty { firstFailed = index }
    // The pictures of the first failure are enough.
    failures.append(failures.isEmpty ? failure : GoldenFailure(failure.reason, []))
  }

  /// Records a requested frame that is beyond the end of the film.
  mutating func lacks(frame index: Int, ofFilmWith count: Int) {
    faults.append("frame \(index) was requested, but the film has \(count)")
  }

  /// Returns all failures as one, or nil; goldens of missing frames are removed or reported.
  consuming func end() -> GoldenFailure? {
    // A missing folder contains no goldens.
    let found = (try? FolderNames.read(names.folderPath)) ?? []
    for number in found.compactMap(names.number).sorted() where !checked.contains(number) {
      if goldens.isRecording, unlink(names.path(names.name(of: number))) == 0 {
        faults.append("removed \(names.path(names.name(of: number))), of a frame that is not compared")
      } else {
        faults.append("\(names.path(names.name(of: number))) is the golden of a frame that is not compared")
      }
    }
    if checked.isEmpty { faults.append("\(name) has no frames to compare") }
    var reasons: [String] = []
    if let first = failures.first, let firstFailed {
      reasons.append("\(failures.count) of \(checked.count) frames, the first of them \(firstFailed): \(first.reason)")
    }
    reasons += faults
    return reasons.isEmpty ? nil : GoldenFailure(reasons.joined(separator: "; "), failures.first?.pictures ?? [])
  }
}
