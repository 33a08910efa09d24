import ReelGeometry

/// One option of something that is described in text: its name, what it means, and how its value is read and written.
///
/// The command line, JSON and YAML share the name, the values and their ranges, since all of them read the option here.
public struct DescriptionOption<Subject>: Sendable {
  /// The name: lower-case words with hyphens between them.
  public let name: String
  /// One sentence that says what the option means.
  public let help: String
  /// What stands for the value in a line of help, such as `seconds`; empty for a switch, which takes none.
  public let valueName: String
  /// The values that are possible, where they can be listed.
  public let choices: [String]
  private let read: @Sendable (inout Subject, String) throws -> Void
  private let write: @Sendable (Subject) -> String?
  private let structure: Structure?

  /// How a value is read and written that is more than one word, such as the colours of a theme of one's own.
  private struct Structure: Sendable {
    let decode: @Sendable (inout Subject, any Decoder) throws -> Void
    let value: @Sendable (Subject) -> (any Encodable)?
  }

  /// Creates an option whose value is one text.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with hyphens between them.
  ///   - valueName: What stands for the value in a line of help.
  ///   - help: One sentence that says what the option means, without its default.
  ///   - choices: The values that are possible, where they can be listed.
  ///   - read: Sets the value from its text, or throws `InvalidValue`.
  ///   - write: Returns the text that `read` takes, or nil where the option is not set.
  public init(
    _ name: String, _ valueName: String, help: String, choices: [String] = [],
    read: @escaping @Sendable (inout Subject, String) throws -> Void,
    write: @escaping @Sendable (Subject) -> String?
  ) {
    self.init(name: name, valueName: valueName, help: help, choices: choices, read: read, write: write, structure: nil)
  }

  /// Creates an option whose value is one text, or a value of another type that no text tells.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with hyphens between them.
  ///   - valueName: What stands for the value in a line of help.
  ///   - help: One sentence that says what the option means, without its default.
  ///   - choices: The values that are possible as texts, where they can be listed.
  ///   - read: Sets the value from its text, or throws `InvalidValue`.
  ///   - write: Returns the text that `read` takes; nil where no text tells the value.
  ///   - decode: Sets the value from what is no text.
  ///   - encode: Returns the value that no text tells, or nil where there is none.
  public init<Value: Codable & Sendable>(
    _ name: String, _ valueName: String, help: String, choices: [String] = [],
    read: @escaping @Sendable (inout Subject, String) throws -> Void,
    write: @escaping @Sendable (Subject) -> String?,
    decode: @escaping @Sendable (inout Subject, Value) throws -> Void,
    encode: @escaping @Sendable (Subject) -> Value?
  ) {
    let structure = Structure(
      decode: { subject, decoder in try decode(&subject, Value(from: decoder)) },
      value: { encode($0) })
    self.init(
      name: name, valueName: valueName, help: help, choices: choices, read: read, write: write, structure: structure)
  }

  /// Creates an option that is on or off.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with hyphens between them.
  ///   - help: One sentence that says what it means to be on.
  ///   - path: Where the subject keeps it.
  ///   - isOn: What the subject keeps while the option is on.
  public init(
    switch name: String, help: String, _ path: any WritableKeyPath<Subject, Bool> & Sendable, isOn: Bool = true
  ) {
    self.init(
      name: name, valueName: "", help: help, choices: ["true", "false"],
      read: { subject, text in subject[keyPath: path] = try DescriptionText.flag(name, text) == isOn },
      write: { $0[keyPath: path] == isOn ? "true" : nil }, structure: nil)
  }

  private init(
    name: String, valueName: String, help: String, choices: [String],
    read: @escaping @Sendable (inout Subject, String) throws -> Void,
    write: @escaping @Sendable (Subject) -> String?, structure: Structure?
  ) {
    self.name = name
    self.valueName = valueName
    self.help = help
    self.choices = choices
    self.read = read
    self.write = write
    self.structure = structure
  }

  /// Whether the option is on or off and takes no other value.
  public var isSwitch: Bool { valueName.isEmpty }

  /// Whether a description may hold more than a text for it: a list or a table.
  package var isStructured: Bool { structure != nil }

  /// Sets the value from a text as it stands on the command line; `true` and `false` for a switch.
  ///
  /// - Throws: `InvalidValue` for a text that means nothing here.
  public func set(_ text: String, in subject: inout Subject) throws { try read(&subject, text) }

  /// Returns the value as `set` reads it, or nil where it is not set or no text tells it.
  public func text(in subject: Subject) -> String? { write(subject) }

  /// Sets the value that a description holds: a text, a number, true or false, or what the option's own type reads.
  func decode(_ decoder: any Decoder, into subject: inout Subject) throws {
    if let text = try? DescriptionText(from: decoder).text {
      try decode(text: text, into: &subject)
    } else if let structure {
      try structure.decode(&subject, decoder)
    } else {
      throw DescriptionError("\(name) has to be a text or a number, not a list or a table")
    }
  }

  /// Sets the value that a description holds as a text; an error names the option.
  package func decode(text: String, into subject: inout Subject) throws {
    do {
      try read(&subject, text)
    } catch let error as InvalidValue where error.name != name {
      throw DescriptionError("\(name): \(error)")
    }
  }

  /// Writes the value, where there is one.
  func encode<Key>(_ subject: Subject, to container: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    if let text = write(subject) {
      try container.encode(DescriptionText(text, isSwitch: isSwitch), forKey: key)
    } else if let value = structure?.value(subject) {
      try value.encode(to: container.superEncoder(forKey: key))
    }
  }
}
