import Reel
import ReelTapes

/// Files with tapes, which type into a terminal.
enum TapeFile {
  /// The longest tape, in bytes.
  private static let longest = 1 << 20

  /// Whether a path names a tape.
  ///
  /// Only its ending counts, not its content.
  static func isTape(_ path: String) -> Bool { path.lowercased().hasSuffix(".tape") }

  /// Reads a tape.
  ///
  /// - Throws: `InputError` if the file can't be read, `TapeErrors` if it is not a tape.
  static func read(_ path: String) throws -> Tape {
    try FileContent.requireText(path, "a tape is a text file in the language of vhs")
    let text: String
    do throws(BoundedFile.Failure) {
      text = String(decoding: try BoundedFile.read(path, limit: longest), as: UTF8.self)
    } catch {
      let reason =
        switch error {
        case .tooLong: "it has more than a million bytes"
        case .unopened(let reason), .unread(let reason): reason
        }
      throw InputError(
        path: path, reason: reason, advice: "name a tape",
        isMissing: OutputFile.kind(at: path) == nil && !OutputFile.exists(path))
    }
    let folder = OutputFile.split(path).folder
    let tape = try TapeParser.parse(text, file: path) { named in
      // As in vhs, a path is relative to the working folder; a tape beside this one is found too.
      return paths(named, folder).lazy.compactMap { try? BoundedFile.read($0, limit: longest) }.first
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return tape
  }

  /// The path of a file that a tape names, relative to the working folder or to the tape.
  static func path(_ named: String, besides tape: String?) -> String {
    paths(named, OutputFile.split(tape ?? "").folder).first(where: OutputFile.exists) ?? named
  }

  private static func paths(_ named: String, _ folder: String) -> [String] {
    named.hasPrefix("/") ? [named] : [named, "\(folder)/\(named)"]
  }
}
