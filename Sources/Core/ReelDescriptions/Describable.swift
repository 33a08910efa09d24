import ReelGeometry

/// A type that its options describe completely, in the same words on the command line, in JSON and in YAML.
///
/// A type only lists its options: a written value is read back as the same value, missing
/// options keep their defaults, and unknown ones are refused.
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

  /// The names of options without a sensible default, which a description must have; none by default.
  static var requiredOptions: Set<String> { get }

  /// The option that a bare value sets, as `title: Hello` in a storyboard sets the text of a title; nil by default.
  static var mainOption: String? { get }

  /// Creates it with the defaults of all options.
  init()
}

extension Describable {
  /// None.
  public static var requiredOptions: Set<String> { [] }

  /// None.
  public static var mainOption: String? { nil }

  /// Decodes the options by their names; missing ones keep their defaults.
  ///
  /// - Throws: `DescriptionError` for a name that is no option, `InvalidValue` for an invalid value.
  public init(from decoder: any Decoder) throws {
    self.init()
    guard let container = try? decoder.container(keyedBy: DescriptionKey.self) else {
      throw DescriptionError("\(Self.kind) must be a table of options")
    }
    try Self.requireKnown(container.allKeys.map(\.stringValue))
    // In the order of the list, whatever the order in the file: the same file gives the same error.
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
  /// - Throws: `DescriptionError` for a name that is no option, `InvalidValue` for an invalid text.
  public mutating func set(_ name: String, _ text: String) throws {
    try Self.requireKnown([name])
    for option in Self.options where option.name == name { try option.set(text, in: &self) }
  }

  /// Sets an option from a description's value: a text, a number, a Boolean, or what the option's own type decodes.
  ///
  /// - Throws: `DescriptionError` for a name that is no option, `InvalidValue` for an invalid value.
  package mutating func set(_ name: String, from decoder: any Decoder) throws {
    try Self.requireKnown([name])
    for option in Self.options where option.name == name { try option.decode(decoder, into: &self) }
  }

  /// Returns the text of an option as `set` takes it, or nil if it is not set.
  public func text(of name: String) -> String? { Self.options.first { $0.name == name }?.text(in: self) }

  /// Refuses names that are not options, and suggests the nearest one.
  private static func requireKnown(_ names: [String]) throws {
    let known = options.map(\.name)
    guard let unknown = names.filter({ !known.contains($0) }).min() else { return }
    throw DescriptionError.unknown(unknown, of: kind, known: known)
  }
}

extension DescriptionError {
  /// An unknown option.
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
