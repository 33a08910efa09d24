import Reel

/// Files with Logo programs.
enum ProgramFile {
  /// The longest program, in bytes.
  private static let longest = 1 << 20

  /// Reads a program; `-` is standard input.
  ///
  /// - Throws: `InputError` for a file that can't be read or is too long.
  static func read(_ path: String) throws -> String {
    try FileContent.requireText(path, "capture turtle reads Logo programs")
    do throws(BoundedFile.Failure) {
      let bytes =
        try path == "-" ? BoundedFile.readStandardInput(limit: longest) : BoundedFile.read(path, limit: longest)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      let reason =
        switch error {
        case .tooLong: "it is larger than 1 MB"
        case .unopened(let reason), .unread(let reason): reason
        }
      throw InputError(
        path: name(of: path), reason: reason, advice: "name a Logo program", isMissing: error != .tooLong)
    }
  }

  /// The name of a file in messages.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}

/// An error in a program, with its file.
struct ProgramError: ReelError {
  var exitStatus: ExitStatus { .badInput }

  var file: String
  /// The line, the column and the error, or an error of the whole program.
  var fault: String

  /// One line: `spiral.logo:3:5: unknown word forwrd: did you mean forward?`.
  var description: String { "\(file):\(fault)" }
}
