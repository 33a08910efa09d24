import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelLayers
import ReelScenes

/// A program, step by step: lines that are talked about stand out, and one version becomes the next.
public struct CodeScene: Hashable, Sendable {
  /// What is to be seen from a moment on.
  public struct Step: Hashable, Sendable {
    /// The lines that stand out, from 1; none for all alike.
    public var lines: [ClosedRange<Int>] = []
    /// The version that is shown from here on; nil for that of the step before.
    public var text: String?
    /// When it comes, in seconds of the scene; nil for an equal share of the time.
    public var at: Double?

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - lines: The lines that stand out, from 1; none for all alike.
    ///   - text: The version that is shown from here on; nil for that of the step before.
    ///   - at: When it comes, in seconds of the scene; nil for an equal share of the time.
    public init(lines: [ClosedRange<Int>] = [], text: String? = nil, at: Double? = nil) {
      (self.lines, self.text, self.at) = (lines, text, at)
    }
  }

  /// The program as it is first.
  public var text = ""
  /// What stands above it; empty for nothing.
  public var title = ""
  /// The lines that stand out from the beginning, from 1; none for all alike.
  public var lines: [ClosedRange<Int>] = []
  /// What happens to it.
  public var steps: [Step] = []
  /// The size of the letters in points; smaller where lines would be cut off.
  public var size = 44.0
  /// The colours.
  public var theme = StoryTheme.night
  /// What differs from the theme.
  public var style = StoryStyle()

  /// The most lines and the longest line that a version may have.
  static let maxLines = 300
  static let longestLine = 400

  /// Creates a page with a program.
  ///
  /// - Parameters:
  ///   - text: The program.
  ///   - steps: What happens to it.
  public init(_ text: String, steps: [Step] = []) {
    self.text = text
    self.steps = steps
  }

  /// The versions, each with the number of the step with which it comes; 0 for the first.
  var versions: [(step: Int, lines: [String])] {
    [(0, Self.lines(of: text))]
      + steps.enumerated().compactMap { index, step in step.text.map { (index + 1, Self.lines(of: $0)) } }
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      line.reduce(into: "") { $0 += $1 == "\t" ? "    " : String($1) }
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }
}

extension CodeScene: StyledScene {
  /// `code`.
  public static let kind = "code"
  /// The file.
  public static let mainOption: String? = "file"

  /// The program, its steps, and how it looks.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "The program, in UTF-8.", files: .value, read: { $0.text = try program(at: $1) },
      write: { _ in nil }),
    DescriptionOption(
      "text", "text", help: "The program itself.", read: { $0.text = try checked($1) },
      write: { $0.text.isEmpty ? nil : $0.text }),
    DescriptionOption(
      "title", "text", help: "What stands above it, such as the name of its file.", read: { $0.title = $1 },
      write: { $0.title.isEmpty ? nil : $0.title }),
    DescriptionOption(
      "lines", "numbers", help: "The lines that stand out from the beginning: 3, 3-5 or 1, 4-6.",
      read: { $0.lines = try lines($1) }, write: { $0.lines.isEmpty ? nil : text(of: $0.lines) }),
    DescriptionOption(
      "steps", "list", help: "What happens: {lines: 3-5} stand out, {file: next.swift} is the next version.",
      files: .key("file"), read: { $0.steps = [Step(lines: try lines($1))] }, write: { _ in nil },
      decode: { (scene: inout CodeScene, steps: [WrittenStep]) in scene.steps = try steps.map { try $0.step } },
      encode: { $0.steps.isEmpty ? nil : $0.steps.map(WrittenStep.init) }),
    DescriptionOption(
      "size", "points", help: "Of the letters; smaller where lines would be cut off.",
      read: { $0.size = try OptionText.number("size", $1, 8...200) }, write: { "\($0.size)" }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// A page without a program.
  public init() { self.init("") }

  /// That of all letters, in which all are equally wide.
  public var fonts: [Font] { [Font("monospace", size: 16)] }

  /// Three seconds, and as many for each step.
  public var intrinsicDuration: Double? { 3 * Double(steps.count + 1) }

  /// Installs the program.
  ///
  /// - Throws: `DescriptionError` for a scene without a program.
  public func install(on layer: SceneLayer) throws {
    guard !text.isEmpty else { throw DescriptionError("code needs a program: name its file, or write text") }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    CodeSetting(self, on: Page(layer.bounds), length: layer.length ?? intrinsicDuration ?? 3).install(on: layer)
  }

  /// A step as it is written in a storyboard or a recipe.
  private struct WrittenStep: Codable, Sendable {
    var lines: DescriptionText?
    var file: String?
    var text: String?
    var at: DescriptionText?

    init(_ step: Step) {
      lines = step.lines.isEmpty ? nil : DescriptionText(CodeScene.text(of: step.lines), isSwitch: false)
      text = step.text
      at = step.at.map { DescriptionText("\($0)", isSwitch: false) }
    }

    var step: Step {
      get throws {
        var step = Step()
        if let lines { step.lines = try CodeScene.lines(lines.text) }
        if let file { step.text = try CodeScene.program(at: file) }
        if let text { step.text = try CodeScene.checked(text) }
        if let at { step.at = try OptionText.seconds("at", at.text, 0...86_400) }
        return step
      }
    }
  }

  /// Lines as `lines(_:)` reads them.
  private static func text(of lines: [ClosedRange<Int>]) -> String {
    lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }

  /// Reads `3`, `3-5` or `1, 3-5`.
  private static func lines(_ text: String) throws(InvalidValue) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",") {
      let ends = part.filter { $0 != " " }.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last, first > 0, last >= first,
        last <= maxLines
      else { throw InvalidValue("lines", text, expected: "numbers from 1, such as 3, 3-5 or 1, 4-6") }
      ranges.append(first...last)
    }
    return ranges
  }

  private static func program(at path: String) throws -> String {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: 1 << 17)
    } catch {
      let reason =
        switch error {
        case .unopened(let reason), .unread(let reason): reason
        case .tooLong: "it has more than \(1 << 17) bytes"
        }
      throw DescriptionError("the program \(path) can't be read: \(reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DescriptionError("the program \(path) is no text in UTF-8")
    }
    return try checked(text)
  }

  private static func checked(_ text: String) throws(DescriptionError) -> String {
    let lines = lines(of: text)
    guard lines.count <= maxLines, lines.allSatisfy({ $0.count <= longestLine }) else {
      throw DescriptionError(
        "the program has \(lines.count) lines: it may have \(maxLines) of at most \(longestLine) letters; show a part of it"
      )
    }
    return text
  }
}
