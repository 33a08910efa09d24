import Reel
import ReelPlatform

/// The limit on open files; a film needs several.
enum OpenFiles {
  /// The files that a film, a still or a fixture needs beyond those open at the start: Dispatch's queues, the output
  /// and its folder, the input, and the devices of codecs.
  static let perFilm = 24

  /// Checks that a number of files can still be opened.
  ///
  /// If Dispatch can't open a file for its events, it ends the process without a message.
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

/// A limit on open files that is too low.
struct OpenFilesShortage: ReelError {
  var exitStatus: ExitStatus { .system }

  var neededCount: Int
  var freeCount: Int

  /// One line: the need, the shortage and the advice.
  var description: String {
    "capture needs to open up to \(neededCount) more files, but this process can open only \(freeCount): "
      + "raise the limit with ulimit -n"
  }
}
