import ReelCanvas
import ReelDescriptions

/// Creates colour options.
enum ColorOption {
  /// Returns an option for an optional colour.
  static func optional<Subject>(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Subject, Color?> & Sendable
  ) -> DescriptionOption<Subject> {
    DescriptionOption(
      name, "colour", help: help, read: { $0[keyPath: path] = try Color(parsing: $1) },
      // A colour that hexadecimal digits cannot represent exactly is written as components.
      write: { $0[keyPath: path].flatMap(exactText) }, decode: { $0[keyPath: path] = $1 },
      encode: { $0[keyPath: path] })
  }

  /// Returns an option for a colour.
  static func always<Subject>(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Subject, Color> & Sendable
  ) -> DescriptionOption<Subject> {
    DescriptionOption(
      name, "colour", help: help, read: { $0[keyPath: path] = try Color(parsing: $1) },
      write: { exactText($0[keyPath: path]) }, decode: { $0[keyPath: path] = $1 }, encode: { $0[keyPath: path] })
  }

  private static func exactText(_ color: Color) -> String? {
    Color(color.description) == color ? color.description : nil
  }
}
