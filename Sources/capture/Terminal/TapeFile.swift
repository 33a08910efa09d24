import Reel
import ReelTapes

/// Files with tapes, which type into a terminal.
enum TapeFile {
  /// The longest tape, in bytes.
  private static let longest = 1 << 20

  /// Whether a path names a tape: its ending says so, never its content.
  static func isTape(_ path: String) -> Bool { path.lowercased().hasSuffix(".tape") }

  /// Reads a tape.
  ///
  /// - Throws: `InputError` for a file that can't be read, and `TapeErrors` for what is no tape.
  static func read(_ path: String) throws -> Tape {
    try FileContent.requireText(path, "a tape is a text in the language of vhs")
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
      // As in vhs a path begins where the command was started; a tape beside this one is found too.
      return paths(named, folder).lazy.compactMap { try? BoundedFile.read($0, limit: longest) }.first
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return tape
  }

  /// Where a file is that a tape names: there, or beside the tape.
  static func path(_ named: String, besides tape: String?) -> String {
    paths(named, OutputFile.split(tape ?? "").folder).first(where: OutputFile.exists) ?? named
  }

  private static func paths(_ named: String, _ folder: String) -> [String] {
    named.hasPrefix("/") ? [named] : [named, "\(folder)/\(named)"]
  }
}
