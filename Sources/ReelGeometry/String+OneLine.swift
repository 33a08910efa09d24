extension String {
  /// Returns the text as a part of a line for a terminal: without line breaks and control characters, and no longer than told.
  ///
  /// Messages name what was found in files of any origin, which must neither go on for pages nor command the terminal.
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
