import ReelGeometry

/// A type that is fully described by its options, with the same words on the command line, in JSON and in YAML.
///
/// A type only lists its options. Reading a written value gives the same value, missing options keep their defaults, and unknown ones are
/// refused.
///
///     struct Countdown: Describable {
///       static let kind = "countdown"
///       static let options = [
///         DescriptionOption<Self>(
///           "from", "number", help: "The number that comes first.",
///           read: { $0.first = try OptionText.whole("number", $1, 1...100) }, write: { "\($0.first)" })
///       ]
///       var first = 10
///     }
public protocol Describable: Codable, Sendable {
  /// The name in descriptions and messages: one lower-case word, such as `snowflake`.
  static var kind: String { get }

  /// The options, in the order of the help text and of reading.
  static var options: [DescriptionOption<Self>] { get }

  /// The names of options that a description must contain because they have no sensible default; empty by default.
  static var requiredOptions: Set<String> { get }

  /// The option that a bare value sets, as `title: Hello` in a storyboard sets a title's text; nil by default.
  static var mainOption: String? { get }

  /// Creates a value with the defaults of all options.
  init()
}

extension Describable {
  /// The default: no required options.
  public static var requiredOptions: Set<String> { [] }

  /// The default: no main option.
  public static var mainOption: String? { nil }

  /// Decodes the options by their names; missing ones keep their defaults.
  ///
  /// - Throws: `DescriptionError` for an unknown option, `InvalidValue` for an invalid value.
  public init(from decoder: any Decoder) throws {
    self.init()
    guard let container = try? decoder.container(keyedBy: DescriptionKey.self) else {
      throw DescriptionError("\(Self.kind) must be a table of options")
    }
    try Self.requireKnown(container.allKeys.map(\.stringValue))
    // Options are read in the order of the list, not of the file, so the same file always gives the same error.
    for option in Self.options {
      let key = DescriptionKey(option.name)
      guard container.contains(key), try !container.decodeNil(forKey: key) else {
        if Self.requiredOptions.contains(option.name) { throw DescriptionError("\(Self.kind) needs a \(option.name)") }
        continue
      }
      try option.decode(container.superDecoder(forKey: key), into: &self)
    }
  }

  /// Writes every option that is set.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    for option in Self.options { try option.encode(self, to: &container, forKey: DescriptionKey(option.name)) }
  }

  /// Sets an option from its text on the command line.
  ///
  /// - Throws: `DescriptionError` for an unknown option, `InvalidValue` for an invalid text.
  public mutating func set(_ name: String, _ text: String) throws {
    try Self.requireKnown([name])
    for option in Self.options where option.name == name { try option.set(text, in: &self) }
  }

  /// Sets an option from a description's value: a text, a number, a Boolean, or a value of the option's own type.
  ///
  /// - Throws: `DescriptionError` for an unknown option, `InvalidValue` for an invalid value.
  package mutating func set(_ name: String, from decoder: any Decoder) throws {
    try Self.requireKnown([name])
    for option in Self.options where option.name == name { try option.decode(decoder, into: &self) }
  }

  /// Returns the text of an option in the form that `set` takes, or nil if it is not set.
  public func text(of name: String) -> String? { Self.options.first { $0.name == name }?.text(in: self) }

  /// Refuses names that are not options, and suggests the nearest one.
  private static func requireKnown(_ names: [String]) throws {
    let known = options.map(\.name)
    guard let unknown = names.filter({ !known.contains($0) }).min() else { return }
    throw DescriptionError.unknown(unknown, of: kind, known: known)
  }
}

extension DescriptionError {
  /// Returns the error for an unknown option.
  package static func unknown(_ name: String, of kind: String, known: [String]) -> DescriptionError {
    let advice =
      Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" }
      ?? "it has \(known.joined(separator: ", "))"
    return DescriptionError("\(kind) has no option \(name.namingInvisible(limit: 100)): \(advice)")
  }
}

/// The name of an option as a JSON or YAML key.
package struct DescriptionKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
