import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelLayers
import ReelScenes

/// A program shown in steps: lines are highlighted, and one version changes into the next.
public struct CodeScene: Hashable, Sendable {
  /// A step of the presentation.
  public struct Step: Hashable, Sendable {
    /// The highlighted lines, from 1; empty for no highlight.
    public var lines: [ClosedRange<Int>] = []
    /// The version shown from here on; nil to keep the previous one.
    public var text: String?
    /// The step's time, in seconds of the scene; nil for an equal share of the time.
    public var at: Double?

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - lines: The highlighted lines, from 1; empty for no highlight.
    ///   - text: The version shown from here on; nil to keep the previous one.
    ///   - at: The step's time, in seconds of the scene; nil for an equal share of the time.
    public init(lines: [ClosedRange<Int>] = [], text: String? = nil, at: Double? = nil) {
      (self.lines, self.text, self.at) = (lines, text, at)
    }
  }

  /// The first version of the program.
  public var text = ""
  /// The title above it; empty for none.
  public var title = ""
  /// The lines highlighted from the beginning, from 1; empty for no highlight.
  public var lines: [ClosedRange<Int>] = []
  /// The steps.
  public var steps: [Step] = []
  /// The font size, in points; smaller, but not below 24, if lines would be cut off.
  public var size: Double {
    get { chosenSize ?? TypeScale.code }
    set { chosenSize = newValue }
  }
  /// The size that has been set; nil for the usual one, which grows.
  private(set) var chosenSize: Double?
  /// The colours.
  public var theme = StoryTheme.night
  /// Changes to the theme.
  public var style = StoryStyle()

  /// The most lines of a version, and the longest line.
  static let maxLines = 300
  static let longestLine = 400

  /// Creates a page with a program.
  ///
  /// - Parameters:
  ///   - text: The program.
  ///   - steps: The steps.
  public init(_ text: String, steps: [Step] = []) {
    self.text = text
    self.steps = steps
  }

  /// The versions, each with the number of the step that introduces it; 0 for the first.
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

  /// The options for the program, its steps and its look.
  public static let options = [
    DescriptionOption<Self>(
      "file", "file", help: "The program, in UTF-8.", files: .value, read: { $0.text = try program(at: $1) },
      write: { _ in nil }),
    DescriptionOption(
      "text", "text", help: "The program itself.", read: { $0.text = try checked($1) },
      write: { $0.text.isEmpty ? nil : $0.text }),
    DescriptionOption(
      "title", "text", help: "The title above it, such as the name of its file.", read: { $0.title = $1 },
      write: { $0.title.isEmpty ? nil : $0.title }),
    DescriptionOption(
      "lines", "numbers", help: "The lines highlighted from the beginning: 3, 3-5 or 1, 4-6.",
      read: { $0.lines = try lines($1) }, write: { $0.lines.isEmpty ? nil : text(of: $0.lines) }),
    DescriptionOption(
      "steps", "list", help: "The steps: {lines: 3-5} highlights lines, {file: next.swift} shows the next version.",
      files: .key("file"), read: { $0.steps = [Step(lines: try lines($1))] }, write: { _ in nil },
      decode: { (scene: inout CodeScene, steps: [WrittenStep]) in scene.steps = try steps.map { try $0.step } },
      encode: { $0.steps.isEmpty ? nil : $0.steps.map(WrittenStep.init) }),
    DescriptionOption(
      "size", "points", help: "The font size; smaller, down to 24, if lines would be cut off.",
      read: { $0.size = try OptionText.number("size", $1, 8...200) }, write: { $0.chosenSize.map { "\($0)" } }),
    StoryTheme.option(\.theme), styleOption,
  ]

  /// Creates a page without a program.
  public init() { self.init("") }

  /// The monospaced font.
  public var fonts: [Font] { [Font("monospace", size: 16)] }

  /// Three seconds, plus three for each step; without steps, the time to read all lines.
  public var intrinsicDuration: Double? {
    steps.isEmpty ? max(3, 0.3 * Double(versions[0].lines.count)) : 3 * Double(steps.count + 1)
  }

  /// Installs the program.
  ///
  /// - Throws: `DescriptionError` if there is no program.
  public func install(on layer: SceneLayer) throws {
    guard !text.isEmpty else { throw DescriptionError("code needs a program: name its file, or write text") }
    layer.addSublayer(GroundLayer(colors, frame: layer.bounds))
    CodeSetting(self, on: Page(layer), length: layer.length ?? intrinsicDuration ?? 3).install(on: layer)
  }

  /// A step in the format of storyboards and recipes.
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

  /// The text of line ranges, in the format of `lines(_:)`.
  private static func text(of lines: [ClosedRange<Int>]) -> String {
    lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }

  /// Parses line ranges: `3`, `3-5` or `1, 3-5`.
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
      throw DescriptionError("the program \(path) is not UTF-8 text")
    }
    return try checked(text)
  }

  private static func checked(_ text: String) throws(DescriptionError) -> String {
    let lines = lines(of: text)
    guard lines.count <= maxLines, lines.allSatisfy({ $0.count <= longestLine }) else {
      throw DescriptionError(
        "the program has \(lines.count) lines: it may have at most \(maxLines) lines of \(longestLine) letters; show a part of it"
      )
    }
    return text
  }
}

extension CodeScene: FittedScene {
  func subjects(on page: Page) -> [Rect] { [CodeSetting(self, on: page, length: 1).card] }

  func notes(on page: Page) -> [String] {
    let shown = CodeSetting(self, on: page, length: 1).shownColumns
    let long = versions.lazy.flatMap { $0.lines.enumerated() }.first { $0.element.count > shown }
    return long.map { ["line \($0.offset + 1) is cut after \(shown) letters: break it"] } ?? []
  }
}
