extension String {
  /// The system's message for a file that does not exist.
  package static let noSuchFile = "No such file or directory"

  /// Returns the text on one line for a terminal: without line breaks and control characters, and at most `limit` characters long.
  ///
  /// Messages quote untrusted files, which must neither fill pages nor control the terminal.
  package func onOneLine(limit: Int = .max) -> String {
    var line = String.UnicodeScalarView()
    for (index, scalar) in unicodeScalars.enumerated() {
      guard index < limit else { return String(line) + "…" }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// Returns the text on one line, as `onOneLine` does, with invisible characters replaced by their names: `a\u{200B}b` becomes
  /// `aU+200Bb`.
  ///
  /// Quoted verbatim in an error, such text would look correct.
  package func namingInvisible(limit: Int = .max) -> String {
    var line = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      guard index < limit else { return line + "…" }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format, .spaceSeparator:
        if " \n\r\t".unicodeScalars.contains(scalar) {
          line += " "
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          line += "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
