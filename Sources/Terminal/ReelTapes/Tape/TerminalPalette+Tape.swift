import ReelGeometry
import ReelTerminal

extension TerminalPalette {
  /// Reads a theme: a JSON object of named colours.
  ///
  /// Missing colours are those of `night`.
  ///
  /// - Throws: `InvalidValue` if it is not such an object, or a colour is not valid.
  package init(tapeTheme text: String) throws(InvalidValue) {
    do throws(CastError) {
      try self.init(json: Array(text.utf8), over: TerminalTheme.night.palette)
    } catch {
      throw InvalidValue(
        "theme", text, sentence: "the theme cannot be read: \(error.reason): write { \"red\": \"#ef6487\" }")
    }
  }
}
