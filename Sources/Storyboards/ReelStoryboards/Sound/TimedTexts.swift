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
}

/// Reads caption and label files: WebVTT, SubRip, and the labels that Audacity exports.
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

  private let lines: [Substring]
  private let isWebVTT: Bool

  /// Reads a file.
  ///
  /// - Throws: `Failure` with the first wrong line.
  static func parse(_ bytes: [UInt8]) throws(Failure) -> [TimedText] {
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(line: 1, message: "the file is not UTF-8 text")
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    let parser = TimedTextParser(text)
    let texts =
      parser.isWebVTT || parser.lines.contains(where: { $0.firstRange(of: "-->") != nil })
      ? try parser.cues() : try parser.labels()
    guard !texts.isEmpty else { throw Failure(line: 1, message: "it has neither captions nor labels") }
    return texts
  }

  private init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    isWebVTT = lines[0].hasPrefix("WEBVTT")
  }

  // MARK: - WebVTT and SubRip

  private func cues() throws(Failure) -> [TimedText] {
    var texts: [TimedText] = []
    var index = isWebVTT ? lines.firstIndex { $0.isBlank } ?? lines.count : 0
    while index < lines.count {
      guard !lines[index].isBlank else {
        index += 1
        continue
      }
      let end = lines[index...].firstIndex { $0.isBlank } ?? lines.count
      if let text = try cue(index..<end) { texts.append(text) }
      index = end
    }
    return texts
  }

  /// Reads a block; nil for a note or similar.
  private func cue(_ block: Range<Int>) throws(Failure) -> TimedText? {
    let first = lines[block.lowerBound]
    if isWebVTT, ["NOTE", "STYLE", "REGION"].contains(where: { first.hasPrefix($0) }) { return nil }
    guard let timing = block.prefix(2).first(where: { lines[$0].firstRange(of: "-->") != nil }) else {
      throw Failure(
        line: block.lowerBound + 1, message: "a caption must begin with its times, such as 00:01.500 --> 00:04.000")
    }
    guard let arrow = lines[timing].firstRange(of: "-->"),
      let start = Self.time(lines[timing][..<arrow.lowerBound]),
      let end = Self.time(lines[timing][arrow.upperBound...].drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    else { throw Failure(line: timing + 1, message: "expected times such as 00:01.500 --> 00:04.000") }
    guard end > start else { throw Failure(line: timing + 1, message: "the caption ends before it begins") }
    var text = TimedText(start: start, end: end, text: "")
    if timing > block.lowerBound {
      let name = first.filter { !$0.isNewline }
      // SubRip numbers its captions.
      if isWebVTT || Int(name) == nil { text.id = String(name) }
    }
    text.text = try Self.plain(lines[timing + 1..<block.upperBound].joined(separator: "\n"), line: timing + 1)
    return text.text.isEmpty && text.id == nil ? nil : text
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

  /// Removes tags and override codes from a text, and replaces entities.
  ///
  /// - Throws: `Failure` if the text is too long. This is checked first, as each bracket is searched for to the end.
  private static func plain(_ text: String, line: Int) throws(Failure) -> String {
    guard text.utf8.count <= longestText else {
      throw Failure(line: line, message: "the text has more than \(longestText) bytes: break it")
    }
    var result = ""
    var rest = text[...]
    while let next = rest.first {
      if next == "<", let end = rest.firstIndex(of: ">"), isTag(rest[rest.index(after: rest.startIndex)..<end]) {
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
        rest = rest[rest.index(after: end)...]
      } else if next == "&", let (letter, length) = entity(rest) {
        result += letter
        rest = rest.dropFirst(length)
      } else {
        result.append(next)
        rest = rest.dropFirst()
      }
    }
    let lines = result.split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether a text in angle brackets is markup: `b`, `/i`, `v Anna`, `c.loud`, `font color="red"`, or a time.
  private static func isTag(_ text: Substring) -> Bool {
    let name = text.drop { $0 == "/" }.prefix { $0.isLetter && $0.isASCII }.lowercased()
    if ["b", "i", "u", "s", "c", "v", "lang", "ruby", "rt", "font"].contains(name) { return true }
    return text.first?.isNumber == true && time(text) != nil || text == "/"
  }

  private static func entity(_ text: Substring) -> (letter: String, length: Int)? {
    for (name, letter) in [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"),
      ("&rlm;", "\u{200F}"),
    ] where text.hasPrefix(name) {
      return (letter, name.count)
    }
    return nil
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
      let text = try Self.plain(String(parts.count > 2 ? parts[2] : ""), line: index + 1)
      texts.append(TimedText(id: nil, start: start, end: end, text: text))
    }
    return texts
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
