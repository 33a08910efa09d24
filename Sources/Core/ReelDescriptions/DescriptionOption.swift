import ReelGeometry

/// An option of a `Describable` type: its name, its meaning, and how its value is read and written.
///
/// The command line, JSON and YAML share the name, the values and their ranges.
public struct DescriptionOption<Subject>: Sendable {
  /// The name: lower-case words with hyphens between them.
  public let name: String
  /// One sentence that explains the option.
  public let help: String
  /// The placeholder for the value in help texts, such as `seconds`; empty for a switch, which has no value.
  public let valueName: String
  /// The possible values, if they can be listed.
  public let choices: [String]
  /// Where the value names input files.
  public let files: InputFiles
  private let read: @Sendable (inout Subject, String) throws -> Void
  private let write: @Sendable (Subject) -> String?
  private let structure: Structure?

  /// Reads and writes a value that is more than one text, such as the colours of a custom theme.
  private struct Structure: Sendable {
    let decode: @Sendable (inout Subject, any Decoder) throws -> Void
    let value: @Sendable (Subject) -> (any Encodable)?
  }

  /// Creates an option with a value that is one text.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with hyphens between them.
  ///   - valueName: The placeholder for the value in help texts.
  ///   - help: One sentence that explains the option, without its default.
  ///   - choices: The possible values, if they can be listed.
  ///   - files: Where the value names input files.
  ///   - read: Sets the value from its text, or throws `InvalidValue`.
  ///   - write: Returns the text that `read` takes, or nil if the option is not set.
  public init(
    _ name: String, _ valueName: String, help: String, choices: [String] = [], files: InputFiles = .none,
    read: @escaping @Sendable (inout Subject, String) throws -> Void,
    write: @escaping @Sendable (Subject) -> String?
  ) {
    self.init(
      name: name, valueName: valueName, help: help, choices: choices, files: files, read: read, write: write,
      structure: nil)
  }

  /// Creates an option with a value that is a text, or a value of another type that has no text.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with hyphens between them.
  ///   - valueName: The placeholder for the value in help texts.
  ///   - help: One sentence that explains the option, without its default.
  ///   - choices: The possible values as texts, if they can be listed.
  ///   - files: Where the value names input files.
  ///   - read: Sets the value from its text, or throws `InvalidValue`.
  ///   - write: Returns the text that `read` takes; nil if the value has no text.
  ///   - decode: Sets the value from a value without a text.
  ///   - encode: Returns the value that has no text, or nil if there is none.
  public init<Value: Codable & Sendable>(
    _ name: String, _ valueName: String, help: String, choices: [String] = [], files: InputFiles = .none,
    read: @escaping @Sendable (inout Subject, String) throws -> Void,
    write: @escaping @Sendable (Subject) -> String?,
    decode: @escaping @Sendable (inout Subject, Value) throws -> Void,
    encode: @escaping @Sendable (Subject) -> Value?
  ) {
    let structure = Structure(
      decode: { subject, decoder in try decode(&subject, Value(from: decoder)) },
      value: { encode($0) })
    self.init(
      name: name, valueName: valueName, help: help, choices: choices, files: files, read: read, write: write,
      structure: structure)
  }

  /// Creates an option that is on or off.
  ///
  /// - Parameters:
  ///   - name: Lower-case words with hyphens between them.
  ///   - help: One sentence that explains the option when it is on.
  ///   - path: The property that stores it.
  ///   - isOn: The property's value while the option is on.
  public init(
    switch name: String, help: String, _ path: any WritableKeyPath<Subject, Bool> & Sendable, isOn: Bool = true
  ) {
    self.init(
      name: name, valueName: "", help: help, choices: ["true", "false"], files: .none,
      read: { subject, text in subject[keyPath: path] = try DescriptionText.flag(name, text) == isOn },
      write: { $0[keyPath: path] == isOn ? "true" : nil }, structure: nil)
  }

  private init(
    name: String, valueName: String, help: String, choices: [String], files: InputFiles,
    read: @escaping @Sendable (inout Subject, String) throws -> Void,
    write: @escaping @Sendable (Subject) -> String?, structure: Structure?
  ) {
    self.name = name
    self.valueName = valueName
    self.help = help
    self.choices = choices
    self.files = files
    self.read = read
    self.write = write
    self.structure = structure
  }

  /// Whether the option is a switch, which is on or off and takes no value.
  public var isSwitch: Bool { valueName.isEmpty }

  /// Whether its value in a description may be a list or a table.
  package var isStructured: Bool { structure != nil }

  /// Sets the value from a text on the command line; `true` or `false` for a switch.
  ///
  /// - Throws: `InvalidValue` for an invalid text.
  public func set(_ text: String, in subject: inout Subject) throws { try read(&subject, text) }

  /// Returns the text that `set` takes, or nil if the value is not set or has no text.
  public func text(in subject: Subject) -> String? { write(subject) }

  /// Sets the value from a description: a text, a number, a Boolean, or a value of the option's own type.
  func decode(_ decoder: any Decoder, into subject: inout Subject) throws {
    if let text = try? DescriptionText(from: decoder).text {
      try decode(text: text, into: &subject)
    } else if let structure {
      try structure.decode(&subject, decoder)
    } else {
      throw DescriptionError("\(name) must be a text or a number, not a list or a table")
    }
  }

  /// Sets the value from a description's text; errors name the option.
  package func decode(text: String, into subject: inout Subject) throws {
    do {
      try read(&subject, text)
    } catch let error as InvalidValue where error.name != name {
      throw DescriptionError("\(name): \(error)")
    }
  }

  /// Encodes the value, if there is one.
  func encode<Key>(_ subject: Subject, to container: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    if let text = write(subject) {
      try container.encode(DescriptionText(text, isSwitch: isSwitch), forKey: key)
    } else if let value = structure?.value(subject) {
      try value.encode(to: container.superEncoder(forKey: key))
    }
  }
}

/// Options of a type are equal if their names are.
extension DescriptionOption: Hashable {
  /// Whether two options have the same name.
  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
