import ReelFilms
import ReelGeometry

/// An error in making or joining the parts of a film.
package enum FarmError: ReelError, Hashable {
  package var exitStatus: ExitStatus {
    switch self {
    case .memoryShort: return .system
    case .otherFilm: return .cannotCreate
    default: break
    }
    return isMissing ? .noInput : .badInput
  }

  /// The folder does not exist.
  case noFolder(String)
  /// The folder disappeared while `join` waited for its parts.
  case folderGone(String)
  /// The folder or its description cannot be read.
  case unreadable(path: String, reason: String)
  /// The folder contains no description of a film.
  case noFilm(folder: String)
  /// The folder contains parts but no description of their film.
  case noDescription(folder: String)
  /// The folder contains no part of the film.
  case noParts(folder: String)
  /// Parts are missing.
  case missing(folder: String, parts: [Int], count: Int)
  /// A file in the folder is not a part that can be joined, for the given reason.
  case unusable(path: String, reason: String)
  /// Two parts were made by different versions of a library or of Reel.
  case versions(path: String, other: String, difference: String)
  /// A part was drawn with font files other than those in the description.
  case fonts(path: String, drawn: [FilmFont], described: [FilmFont])
  /// A file that scenes read had different contents when another part was made.
  case files(path: String, other: String, file: String)
  /// The folder contains parts of several divisions of the film, and none or several of the divisions are complete.
  case divisions(folder: String, counts: [Int])
  /// The folder contains parts of another film or fixture, which may not be replaced.
  case otherFilm(folder: String)
  /// There is not enough memory for this number of parallel jobs.
  case memoryShort(jobs: Int, size: PixelSize, neededBytes: Int, freeBytes: Int)

  /// One line that says what failed, where, why, and what to do.
  package var description: String {
    switch self {
    case .noFolder(let folder):
      "\(folder): no such folder; name the folder given to --part with -o"
    case .folderGone(let folder):
      "\(folder) was removed or moved while join waited for its parts: make them again, or name the folder's new path"
    case .unreadable(let path, let reason):
      "\(path) can't be read: \(reason)"
    case .noFilm(let folder):
      "\(folder) contains no parts of a film; name the folder given to --part with -o"
    case .noDescription(let folder):
      "\(folder) contains parts but no film.json, which describes them: make one part again to restore it"
    case .noParts(let folder):
      "\(folder) contains no part of its film yet: make its parts with --part"
    case .missing(let folder, let parts, let count):
      "\(folder): \(Self.list(parts, of: count)) missing: make \(parts.count == 1 ? "it" : "them") with --part \(parts[0])/\(count)"
        + (parts.count == 1 ? "" : " and so on")
    case .unusable(let path, let reason):
      "\(path) can't be joined: \(reason); make it again with the command that made it"
    case .versions(let path, let other, let difference):
      "\(path) and \(other) were made by different versions, \(difference): make all parts with one version"
    case .fonts(let path, let drawn, let described):
      "\(path) was drawn with \(Self.names(drawn, not: described)), but film.json with \(Self.names(described, not: drawn)): install the "
        + "same font files on all machines, and make all parts again"
    case .files(let path, let other, let file):
      "\(path) and \(other) were made with different contents of \(file): make all parts with the file as it is now"
    case .divisions(let folder, let counts):
      "\(folder) contains parts of \(counts.map(String.init).joined(separator: " and of ")): remove the ones you don't want"
    case .otherFilm(let folder):
      "\(folder) contains parts of another film or fixture, or of this one with other fonts: choose another folder with -o, or "
        + "give --force to replace them"
    case .memoryShort(let jobs, let size, let needed, let free):
      "\(jobs) jobs at \(size) need about \(needed >> 20) MB of memory, but only \(free >> 20) MB are free: "
        + "use fewer --jobs or a smaller size"
    }
  }

  /// Whether something is only missing so far.
  package var isMissing: Bool {
    switch self {
    case .noFolder, .folderGone, .unreadable, .noFilm, .noDescription, .noParts, .missing: true
    default: false
    }
  }

  /// Whether tasks that are still running may resolve the error.
  ///
  /// Missing parts may arrive, and a part of another film may be replaced.
  package var mayPass: Bool {
    switch self {
    case .unusable, .divisions: true
    case .folderGone, .unreadable: false
    default: isMissing
    }
  }

  /// Names the font files that the other list lacks.
  private static func names(_ fonts: [FilmFont], not others: [FilmFont]) -> String {
    let names = fonts.filter { !others.contains($0) }.map { "\($0.family) (\($0.file), MD5 \($0.md5))" }
    return names.isEmpty ? "fewer fonts" : names.joined(separator: " and ")
  }
}

extension FarmError {
  /// Returns `part 3 of 8 is`, or `parts 1-4 and 7 of 8 are`.
  private static func list(_ parts: [Int], of count: Int) -> String {
    "part\(parts.count == 1 ? "" : "s") \(numbers(parts)) of \(count) \(parts.count == 1 ? "is" : "are")"
  }

  /// Returns `1-4 and 7`.
  package static func numbers(_ parts: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for part in parts {
      if let last = runs.last, last.upperBound == part - 1 {
        runs[runs.count - 1] = last.lowerBound...part
      } else {
        runs.append(part...part)
      }
    }
    let words = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
