import ReelGeometry

/// Why the parts of a film cannot be made or joined.
package enum FarmError: Error, Hashable, CustomStringConvertible {
  /// There is no folder of that name.
  case noFolder(String)
  /// The folder holds no description of a film.
  case noFilm(folder: String)
  /// The folder holds no part of the film.
  case noParts(folder: String)
  /// Parts are missing.
  case missing(folder: String, parts: [Int], count: Int)
  /// A file in the folder is no part that can be joined; the reason says why.
  case unusable(path: String, reason: String)
  /// Parts were made by different versions of something.
  case versions(path: String, other: String, difference: String)
  /// There are parts of several divisions of the film, none of them complete or more than one.
  case divisions(folder: String, counts: [Int])
  /// There is too little memory to make so many segments at once.
  case memoryShort(jobs: Int, size: PixelSize, neededBytes: Int, freeBytes: Int)

  /// One line: what failed, on what, why, and what to do.
  package var description: String {
    switch self {
    case .noFolder(let folder):
      "there is no folder \(folder): name the one that --part was given with -o"
    case .noFilm(let folder):
      "\(folder) holds no parts of a film: name the folder that --part was given with -o"
    case .noParts(let folder):
      "\(folder) holds no part of its film yet: make them with --part"
    case .missing(let folder, let parts, let count):
      "\(folder): \(Self.list(parts, of: count)) missing: make \(parts.count == 1 ? "it" : "them") with --part \(parts[0])/\(count)"
        + (parts.count == 1 ? "" : " and so on")
    case .unusable(let path, let reason):
      "\(path) can't be joined: \(reason); make it again with the command that made it"
    case .versions(let path, let other, let difference):
      "\(path) and \(other) were made by different versions, \(difference): make all parts with one version"
    case .divisions(let folder, let counts):
      "\(folder) holds parts of \(counts.map(String.init).joined(separator: " and of ")): remove those that are not wanted"
    case .memoryShort(let jobs, let size, let needed, let free):
      "\(jobs) jobs at \(size) need about \(needed >> 20) MB of memory, and \(free >> 20) MB are free: "
        + "give fewer --jobs, or choose a smaller size"
    }
  }

  /// Whether something is only not there yet.
  package var isMissing: Bool {
    switch self {
    case .noFolder, .noFilm, .noParts, .missing: true
    default: false
    }
  }

  /// Returns `part 3 of 8 is`, or `parts 1-4 and 7 of 8 are`.
  private static func list(_ parts: [Int], of count: Int) -> String {
    var runs: [ClosedRange<Int>] = []
    for part in parts {
      if let last = runs.last, last.upperBound == part - 1 {
        runs[runs.count - 1] = last.lowerBound...part
      } else {
        runs.append(part...part)
      }
    }
    let words = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    let text = words.count == 1 ? words[0] : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    return parts.count == 1 ? "part \(text) of \(count) is" : "parts \(text) of \(count) are"
  }
}
