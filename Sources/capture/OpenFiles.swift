#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that the process may have open at once, of which a film needs several.
enum OpenFiles {
  /// What a film, a still or a fixture needs beyond what is open when the command begins: Dispatch's queues, the output
  /// and its folder, the input, and the sources of codecs.
  static let perFilm = 24

  /// Makes sure that so many more files can be opened.
  ///
  /// Where Dispatch gets no file for its events it ends the process without a word.
  ///
  /// - Throws: `OpenFilesShortage`.
  static func require(_ count: Int = perFilm) throws(OpenFilesShortage) {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < count {
      let copy = dup(STDIN_FILENO)
      guard copy >= 0 else { throw OpenFilesShortage(neededCount: count, freeCount: copies.count) }
      copies.append(copy)
    }
  }
}

/// Why nothing was begun: the process may open too few files.
struct OpenFilesShortage: Error, CustomStringConvertible {
  var neededCount: Int
  var freeCount: Int

  /// One line: what is needed, what there is, what to do.
  var description: String {
    "up to \(neededCount) more files have to be open at once, and this process may open only \(freeCount): "
      + "raise the limit with ulimit -n"
  }
}
