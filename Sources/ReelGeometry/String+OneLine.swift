extension String {
  /// Returns the text as a part of a line for a terminal: without line breaks and control characters, and at most `limit` characters long.
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
}
