import ReelFormats
import ReelFiles

/// The text of a UNIPEN file, with the files named after `.INCLUDE` inserted at their lines.
///
/// Collections keep samples apart from the segments that label them. An included file lies in the folder of the file that names it, or
/// below a folder `include` beside or above that. Paths that lead elsewhere are not followed, because the file may be untrusted.
struct UNIPENIncludes {
  /// The whole text.
  private(set) var bytes: [UInt8] = []
  /// The paths of the files that were included.
  private(set) var includedPaths: [String] = []

  /// A run of lines from one file.
  private struct Run {
    var firstLine: Int
    var file: String
    /// The number of the run's first line in that file.
    var line: Int
  }

  private var runs: [Run] = []
  private var lineCount = 0
  private let limit: Int

  private static let keyword = Array(".INCLUDE".utf8)
  private static let deepest = 4
  private static let maxFiles = 1000

  /// Returns whether a file is a UNIPEN file that includes others.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { !TextSource.isSpace($0) }) == UInt8(ascii: ".") else { return false }
    return bytes.split(separator: 0xA).contains { includedName(in: $0) != nil }
  }

  /// Reads the included files that exist; the lines of missing ones stay.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: its absolute path.
  ///   - limit: the maximum number of bytes of all files together.
  /// - Throws: `FormatError` if the files are larger than that.
  init(_ bytes: [UInt8], path: String, limit: Int) throws(FormatError) {
    self.limit = limit
    try add(bytes, of: path, depth: 0)
  }

  /// Converts an error in the whole text to one in the included file.
  func located(_ error: FormatError) -> FormatError {
    guard let line = error.line, let run = runs.last(where: { $0.firstLine <= line }) else { return error }
    var error = error
    error.file = run.file
    error.line = run.line + line - run.firstLine
    return error
  }

  private mutating func add(_ text: [UInt8], of path: String, depth: Int) throws(FormatError) {
    runs.append(Run(firstLine: lineCount + 1, file: path, line: 1))
    for (index, line) in text.split(separator: 0xA, omittingEmptySubsequences: false).enumerated() {
      if let name = Self.includedName(in: line), depth < Self.deepest, includedPaths.count < Self.maxFiles,
        let (file, included) = find(name, from: path)
      {
        includedPaths.append(file)
        try add(included, of: file, depth: depth + 1)
        runs.append(Run(firstLine: lineCount + 1, file: path, line: index + 2))
      } else {
        guard bytes.count + line.count < limit else {
          throw FormatError(file: path, reason: "expected at most \(limit >> 20) MB with what it includes, found more")
        }
        bytes += line
        bytes.append(0xA)
        lineCount += 1
      }
    }
  }

  private func find(_ name: String, from path: String) -> (path: String, bytes: [UInt8])? {
    var folder = Self.parent(of: path)
    var candidates = [folder + "/" + name]
    while true {
      candidates.append(folder + "/include/" + name)
      if folder.isEmpty { break }
      folder = Self.parent(of: folder)
    }
    for candidate in candidates {
      if let bytes = try? BoundedFile.read(candidate, limit: limit) { return (candidate, bytes) }
    }
    return nil
  }

  /// The folder of a path; empty for the root.
  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// The path that a line includes, or nil if there is none or it leads outside.
  static func includedName(in line: ArraySlice<UInt8>) -> String? {
    let words = line.split(maxSplits: 2, whereSeparator: TextSource.isSpace)
    guard words.count >= 2, words[0].elementsEqual(keyword) else { return nil }
    let name = String(decoding: words[1], as: UTF8.self)
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard name.utf8.count <= 1000, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
    return name.utf8.contains(0) ? nil : name
  }
}
