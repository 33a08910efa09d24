import ReelGeometry
import ReelTerminal

extension TerminalPalette {
  /// Reads a theme: an object of JSON that gives colours by their names; those that it leaves out are those of `night`.
  ///
  /// - Throws: `InvalidValue` for what is no such object, and for a colour that is none.
  package init(tapeTheme text: String) throws(InvalidValue) {
    do throws(CastError) {
      try self.init(json: Array(text.utf8), over: TerminalTheme.night.palette)
    } catch {
      throw InvalidValue(
        "theme", text, sentence: "the theme cannot be read: \(error.reason): write { \"red\": \"#ef6487\" }")
    }
  }
}
