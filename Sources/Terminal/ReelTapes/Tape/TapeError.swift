import ReelGeometry

/// An error in a tape, with its position.
package struct TapeError: Error, Hashable, CustomStringConvertible {
  /// The file, as the user named it.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in characters.
  package var column: Int
  /// The problem, and what to do.
  package var reason: String

  /// One line: `demo.tape:3:5: unknown command Slep: did you mean Sleep?`.
  package var description: String { "\(file):\(line):\(column): \(reason)" }
}

/// All errors in a tape.
package struct TapeErrors: ReelError {
  package var exitStatus: ExitStatus { .badInput }
  package var faults: [String]? { errors.map(\.description) }

  /// The errors in order of discovery; at least one.
  package var errors: [TapeError]

  /// Creates an error from several.
  package init(errors: [TapeError]) { self.errors = errors }

  /// One line for each error, in the format of compilers.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
