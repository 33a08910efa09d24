import ReelFiles
import ReelFixtures
import ReelGeometry
import Yams

extension FixtureSuite {
  private static let longestFile = 65_536
  private static let longestLine = 2000
  private static let deepest = 16

  /// Reads a suite from a YAML file.
  ///
  /// - Parameter path: The file.
  /// - Throws: `FixtureError.unreadable` if the file cannot be read or is not a suite.
  public init(contentsOf path: String) throws(FixtureError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longestFile)
    } catch {
      let reason =
        switch error {
        case .tooLong: "it has more than \(Self.longestFile) bytes"
        case .unopened(let reason), .unread(let reason): reason
        }
      throw .unreadable(path: path, reason: reason)
    }
    do throws(InvalidValue) {
      try self.init(yaml: bytes)
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }

  /// Reads a suite from YAML, which may be untrusted.
  ///
  /// Anchors and aliases, which can expand a few lines to gigabytes, are refused before the parser sees them, as are
  /// long files, long lines and deep nesting.
  ///
  /// - Parameter yaml: The text, in UTF-8.
  /// - Throws: `InvalidValue` if the text is not a suite in YAML.
  public init(yaml: [UInt8]) throws(InvalidValue) { try self.init(Self.value(of: yaml)) }

  private static func value(of yaml: [UInt8]) throws(InvalidValue) -> Value {
    guard yaml.count <= longestFile, let text = String(validating: yaml, as: UTF8.self) else {
      throw InvalidValue(
        "suite", "\(yaml.count) bytes",
        sentence: "it is longer than \(longestFile) bytes or not UTF-8: split it, or save it as UTF-8")
    }
    try check(yaml)
    let root: Node?
    do {
      root = try Yams.compose(yaml: text, .basic)
    } catch let error as YamlError {
      let words = "\(error)".split(whereSeparator: \.isNewline).prefix(1).joined()
      throw InvalidValue("suite", words, sentence: "it is not YAML: \(words)")
    } catch {
      throw InvalidValue("suite", "\(error)", sentence: "it is not YAML: \(error)")
    }
    guard let root else { throw InvalidValue("suite", "", sentence: "it is empty: list the clips under the key clips") }
    return try convert(root)
  }

  private static func check(_ bytes: [UInt8]) throws(InvalidValue) {
    var (depth, length) = (0, 0)
    for byte in bytes {
      length = byte == UInt8(ascii: "\n") ? 0 : length + 1
      guard length <= longestLine else {
        throw InvalidValue("line", length, sentence: "a line is longer than \(longestLine) bytes: break it")
      }
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "*"):
        throw InvalidValue(
          "suite", "& or *",
          sentence: "it has an & or a *: anchors and aliases are not supported, so leave out both, also in comments")
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
      guard depth <= deepest else {
        throw InvalidValue(
          "depth", depth, sentence: "it is nested more than \(deepest) levels deep: a suite needs three")
      }
    }
  }

  private static func convert(_ node: Node, depth: Int = 0) throws(InvalidValue) -> Value {
    guard depth <= deepest else {
      throw InvalidValue("depth", depth, sentence: "it is nested more than \(deepest) levels deep: a suite needs three")
    }
    switch node {
    // The literal text: YAML's interpretation of 3:4 or 1e3 is not wanted in a suite.
    case .scalar(let scalar): return .text(scalar.string)
    case .sequence(let sequence):
      var values: [FixtureSuite.Value] = []
      for element in sequence { values.append(try convert(element, depth: depth + 1)) }
      return .list(values)
    case .mapping(let mapping):
      var entries: [Value.Entry] = []
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          throw InvalidValue("key", "a list", sentence: "a key is a list or a map: write a word")
        }
        entries.append(.init(name.string, try convert(value, depth: depth + 1)))
      }
      return .map(entries)
    case .alias: throw InvalidValue("suite", "an alias", sentence: "it has an alias: write out its value")
    }
  }
}
