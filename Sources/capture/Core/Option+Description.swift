import ArgumentParser
import Reel

extension Option where Value == String? {
  /// An option of a `Describable` type, which defines its name, help, values and ranges.
  ///
  /// - Parameters:
  ///   - given: a help text instead of the option's own.
  ///   - usual: the default to show in the help, if the type's own default does not show it.
  init<Subject: Describable>(
    _ option: DescriptionOption<Subject>, help given: String? = nil, default usual: String? = nil
  ) {
    var help = given ?? option.help
    let usual = help.contains("(default: ") ? nil : usual ?? option.text(in: Subject())
    let values = option.choices.isEmpty ? nil : "values: " + option.choices.joined(separator: ", ")
    let notes = [values, usual.map { "default: \($0)" }].compactMap { $0 }
    if !notes.isEmpty { help += " (\(notes.joined(separator: "; ")))" }
    self.init(
      name: .customLong(option.name), parsing: .unconditional, help: ArgumentHelp(help, valueName: option.valueName),
      completion: option.choices.isEmpty ? nil : .list(option.choices),
      transform: { text in
        // Reports an invalid value at once, with the name of the option.
        var subject = Subject()
        try option.set(text, in: &subject)
        return text
      })
  }
}

extension Flag where Value == Bool {
  /// A switch of a `Describable` type.
  init<Subject: Describable>(_ option: DescriptionOption<Subject>) {
    self.init(wrappedValue: false, name: .customLong(option.name), help: ArgumentHelp(stringLiteral: option.help))
  }
}

extension Describable {
  /// Sets the options that were given.
  mutating func set(_ texts: KeyValuePairs<DescriptionOption<Self>, String?>) throws {
    for (option, text) in texts {
      if let text { try option.set(text, in: &self) }
    }
  }
}

extension Bool {
  /// The text of a switch; nil if it was not given.
  var text: String? { self ? "true" : nil }
}
