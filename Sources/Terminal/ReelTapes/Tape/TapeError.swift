import ReelGeometry

/// What is wrong in a tape, and where.
package struct TapeError: Error, Hashable, CustomStringConvertible {
  /// The file, as the user named it.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in characters.
  package var column: Int
  /// What is wrong, and what to do.
  package var reason: String

  /// One line: `demo.tape:3:5: there is no command Slep: did you mean Sleep?`.
  package var description: String { "\(file):\(line):\(column): \(reason)" }
}

/// All that is wrong in a tape.
package struct TapeErrors: ReelError {
  package var exitStatus: ExitStatus { .badInput }
  package var faults: [String]? { errors.map(\.description) }

  /// The errors in the order in which they were met; at least one.
  package var errors: [TapeError]

  /// Creates the error of several.
  package init(errors: [TapeError]) { self.errors = errors }

  /// A line for each of them, as compilers report them.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
