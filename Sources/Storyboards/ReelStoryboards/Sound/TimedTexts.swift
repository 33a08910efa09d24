import ReelCanvas
import ReelFiles
import ReelFormats
import ReelGeometry

/// A text with its times, as in files of captions and labels.
struct TimedText: Hashable, Sendable {
  /// The name of the cue; nil if the file has none.
  var id: String?
  /// The start, in seconds.
  var start: Double
  /// The end, in seconds.
  var end: Double
  /// The text, without markup.
  var text: String
  /// The parts of the text that the markup makes bold, italic, underlined or coloured.
  var runs: [TextRun] = []
  /// The position on the page; nil for the usual one.
  var position: CaptionPosition?
  /// The position in the file; nil for captions of scenes.
  var mark: StoryMark?
}

/// Reads caption and label files: WebVTT, SubRip, and the labels that Audacity exports.
///
/// Real files omit the blank lines between captions, or have some within them, so a caption ends where the times of the next one begin.
struct TimedTextParser {
  /// A problem of a file.
  struct Failure: Error, Equatable {
    /// The line, from 1.
    var line: Int
    var message: String
  }

  /// The largest file, in bytes: enough for a day of dense speech.
  static let longestFile = 1 << 22
  private static let longestText = 4000

  private let file: String
  private let lines: [Substring]
  private let isWebVTT: Bool
  /// The style rules of a WebVTT file.
  private var rules: [String: TextRun] = [:]

  /// Reads a file, in UTF-8, UTF-16 or Latin-1.
  ///
  /// - Parameter file: Its name in messages.
  /// - Throws: `Failure` with the first wrong line.
  static func parse(_ bytes: [UInt8], file: String = "") throws(Failure) -> [TimedText] {
    let utf8: [UInt8]
    do throws(FormatError) {
      utf8 = try TextEncoding.utf8(bytes, name: file)
    } catch {
      throw Failure(line: error.line ?? 1, message: error.reason)
    }
    var parser = TimedTextParser(String(decoding: utf8, as: UTF8.self), file)
    let texts =
      parser.isWebVTT || parser.lines.contains(where: { $0.firstRange(of: "-->") != nil })
      ? try parser.cues() : try parser.labels()
    guard !texts.isEmpty else { throw Failure(line: 1, message: "it has neither captions nor labels") }
    return texts
  }

  private init(_ text: String, _ file: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    isWebVTT = lines[0].hasPrefix("WEBVTT")
  }

  // MARK: - WebVTT and SubRip

  /// The times of a caption.
  private struct Timing {
    var line: Int
    var start: Double
    var end: Double
    var settings: Substring
  }

  private mutating func cues() throws(Failure) -> [TimedText] {
    var texts: [TimedText] = []
    var index = isWebVTT ? lines.firstIndex { $0.isBlank } ?? lines.count : 0
    while index < lines.count {
      guard !lines[index].isBlank else {
        index += 1
        continue
      }
      if isNote(index) {
        let end = endOfBlock(index)
        if lines[index].hasPrefix("STYLE") { addRules(lines[index + 1..<end].joined(separator: "\n")) }
        index = end
        continue
      }
      // A name or a number may precede the times.
      var name: Substring?
      if !lines[index].hasArrow, index + 1 < lines.count, lines[index + 1].hasArrow {
        name = lines[index]
        index += 1
      }
      guard lines[index].hasArrow else {
        throw Failure(line: index + 1, message: "a caption must begin with its times, such as 00:01.500 --> 00:04.000")
      }
      guard let timing = timing(index) else {
        throw Failure(line: index + 1, message: "expected times such as 00:01.500 --> 00:04.000")
      }
      guard timing.end >= timing.start else {
        throw Failure(line: index + 1, message: "the caption ends before it begins")
      }
      let end = endOfText(index + 1)
      let text = try cue(timing, lines[index + 1..<end], name)
      // A caption without a duration is never seen.
      if timing.end > timing.start, !text.text.isEmpty || text.id != nil { texts.append(text) }
      index = end
    }
    return texts
  }

  private func cue(_ timing: Timing, _ lines: ArraySlice<Substring>, _ name: Substring?) throws(Failure) -> TimedText {
    var text = TimedText(start: timing.start, end: timing.end, text: "")
    // SubRip numbers its captions.
    if let name, isWebVTT || Int(name.filter { !$0.isWhitespace }) == nil { text.id = String(name) }
    let words = lines.joined(separator: "\n")
    try check(words, line: timing.line + 1)
    let markup = CaptionMarkup(words, rules: rules, position: isWebVTT ? CaptionPosition(timing.settings) : nil)
    (text.text, text.runs) = (markup.text, markup.runs)
    text.position = markup.position
    text.mark = StoryMark(file: file, line: timing.line + 1, column: 1)
    return text
  }

  /// Whether a line begins a block that is not a caption.
  private func isNote(_ index: Int) -> Bool {
    isWebVTT && ["NOTE", "STYLE", "REGION"].contains { lines[index].hasPrefix($0) }
  }

  private func endOfBlock(_ index: Int) -> Int { lines[index...].firstIndex { $0.isBlank } ?? lines.count }

  /// The end of a caption's text: the next times, with the name or number before them.
  private func endOfText(_ start: Int) -> Int {
    for index in start..<lines.count {
      let follows = index > start && lines[index - 1].isBlank
      if follows, isNote(index) { return index }
      guard lines[index].hasArrow, follows || timing(index) != nil || lines[index - 1].isNumber else { continue }
      // A number just before the times is that of the caption, even without a blank line before it.
      guard index > start, !lines[index - 1].isBlank else { return index }
      let isName = lines[index - 1].isNumber || index - 1 > start && lines[index - 2].isBlank
      return isName ? index - 1 : index
    }
    return lines.count
  }

  private func timing(_ index: Int) -> Timing? {
    guard let arrow = lines[index].firstRange(of: "-->"), let start = Self.time(lines[index][..<arrow.lowerBound])
    else { return nil }
    let rest = lines[index][arrow.upperBound...].drop { $0.isWhitespace }
    // A space may precede the fraction of a second.
    let parts = rest.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let end = Self.time(first) else { return nil }
    return Timing(line: index, start: start, end: end, settings: parts.count > 1 ? parts[1] : "")
  }

  private mutating func addRules(_ sheet: String) {
    rules.merge(CaptionMarkup.rules(of: sheet)) { $1 }
  }

  /// Parses a time: `1:02:03.456` or `02:03,456`.
  private static func time(_ text: Substring) -> Double? {
    let parts = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    let last = parts[parts.count - 1].split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(last.count), let seconds = number(last[0], below: 60) else { return nil }
    var fraction = 0.0
    if last.count == 2 {
      guard (1...6).contains(last[1].count), let digits = number(last[1], below: 1_000_000) else { return nil }
      var unit = 1.0
      for _ in last[1] { unit *= 10 }
      fraction = Double(digits) / unit
    }
    guard let minutes = number(parts[parts.count - 2], below: 60) else { return nil }
    var hours = 0
    if parts.count == 3 {
      guard let number = number(parts[0], below: 100) else { return nil }
      hours = number
    }
    return Double(hours * 3600 + minutes * 60 + seconds) + fraction
  }

  private static func number(_ text: some StringProtocol, below limit: Int) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number < limit else { return nil }
    return number
  }

  /// Refuses a text that is too long, before its markup is searched to the end for each bracket.
  private func check(_ text: String, line: Int) throws(Failure) {
    guard text.utf8.count <= Self.longestText else {
      throw Failure(line: line, message: "the text has more than \(Self.longestText) bytes: break it")
    }
  }

  // MARK: - Audacity

  /// Reads lines of start, end and name, separated by tabs.
  ///
  /// Frequencies, on lines that begin with a backslash, are ignored.
  private func labels() throws(Failure) -> [TimedText] {
    var texts: [TimedText] = []
    for (index, line) in lines.enumerated() where !line.isBlank && !line.hasPrefix("\\") {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, let start = Double(parts[0]), let end = Double(parts[1]), (0...86_400).contains(start),
        (start...86_400).contains(end)
      else {
        throw Failure(
          line: index + 1,
          message:
            "this is neither a WebVTT or SubRip caption nor an Audacity label, which is a start, an end and a name separated by tabs"
        )
      }
      let words = String(parts.count > 2 ? parts[2] : "")
      try check(words, line: index + 1)
      texts.append(TimedText(start: start, end: end, text: CaptionMarkup(words).text))
    }
    return texts
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
  fileprivate var isNumber: Bool { Int(filter { !$0.isWhitespace }) != nil }
  fileprivate var hasArrow: Bool { firstRange(of: "-->") != nil }
}
