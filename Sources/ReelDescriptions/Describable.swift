import ReelGeometry

/// Something that options describe completely, in the same words on the command line, in JSON and in YAML.
///
/// A type lists its options and has nothing else to do: what is written of it is read again as the same value, missing
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
  /// What it is called in descriptions and messages: one lower-case word, such as `snowflake`.
  static var kind: String { get }

  /// The options, in the order in which help tells them and a description is read.
  static var options: [DescriptionOption<Self>] { get }

  /// The names of options that have no sensible default, so that a description has to have them; none, as here, if all have.
  static var requiredOptions: Set<String> { get }

  /// The option that a value alone stands for, as `title: Hello` in a storyboard sets the words of a title; nil, as here, if there is none.
  static var mainOption: String? { get }

  /// Creates it with the defaults of all options.
  init()
}

extension Describable {
  /// None.
  public static var requiredOptions: Set<String> { [] }

  /// None.
  public static var mainOption: String? { nil }

  /// Reads the options by their names; missing ones keep their defaults.
  ///
  /// - Throws: `DescriptionError` for a name that is no option, `InvalidValue` for a value that means nothing.
  public init(from decoder: any Decoder) throws {
    self.init()
    guard let container = try? decoder.container(keyedBy: DescriptionKey.self) else {
      throw DescriptionError("\(Self.kind) has to be a table of options")
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

  /// Sets an option from a text as it stands on the command line.
  ///
  /// - Throws: `DescriptionError` for a name that is no option, `InvalidValue` for a text that means nothing here.
  public mutating func set(_ name: String, _ text: String) throws {
    try Self.requireKnown([name])
    for option in Self.options where option.name == name { try option.set(text, in: &self) }
  }

  /// Sets an option from what a description holds: a text, a number, true or false, or what the option's own type reads.
  ///
  /// - Throws: `DescriptionError` for a name that is no option, `InvalidValue` for a value that means nothing here.
  package mutating func set(_ name: String, from decoder: any Decoder) throws {
    try Self.requireKnown([name])
    for option in Self.options where option.name == name { try option.decode(decoder, into: &self) }
  }

  /// Returns the text of an option as `set` reads it, or nil where it is not set.
  public func text(of name: String) -> String? { Self.options.first { $0.name == name }?.text(in: self) }

  /// Refuses names that are no options, with the word that was perhaps meant.
  private static func requireKnown(_ names: [String]) throws {
    let known = options.map(\.name)
    guard let unknown = names.filter({ !known.contains($0) }).min() else { return }
    throw DescriptionError.unknown(unknown, of: kind, known: known)
  }
}

extension DescriptionError {
  /// A name that is not known where it stands.
  package static func unknown(_ name: String, of kind: String, known: [String]) -> DescriptionError {
    let advice =
      Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" }
      ?? "it has \(known.joined(separator: ", "))"
    return DescriptionError("\(kind) has no option \(name.onOneLine(limit: 100)): \(advice)")
  }
}

/// The name of an option as a key of JSON or YAML.
package struct DescriptionKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
