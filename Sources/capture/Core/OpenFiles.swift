import Reel
import ReelPlatform

/// The limit of open files, of which a film needs several.
enum OpenFiles {
  /// The files that a film, a still or a fixture needs beyond those open at the start: Dispatch's queues, the output
  /// and its folder, the input, and the devices of codecs.
  static let perFilm = 24

  /// Checks that a number of files can still be opened.
  ///
  /// Without a file for its events, Dispatch ends the process without a message.
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

/// The process may open too few files.
struct OpenFilesShortage: ReelError {
  var exitStatus: ExitStatus { .system }

  var neededCount: Int
  var freeCount: Int

  /// One line: what is needed, what is available, what to do.
  var description: String {
    "capture needs to open up to \(neededCount) more files, and this process may open only \(freeCount): "
      + "raise the limit with ulimit -n"
  }
}
