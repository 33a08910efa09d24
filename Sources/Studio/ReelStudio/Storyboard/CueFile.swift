import ReelFiles

/// A WebVTT file in which a person sets, renames and removes cues; everything else in it stays unchanged.
struct CueFile: Sendable {
  /// A cue with its times in seconds.
  struct Cue: Encodable, Hashable, Sendable {
    var name: String
    var start: Double
    var end: Double
  }

  /// A block of lines, and its cue if it is one.
  private struct Block {
    var lines: [String]
    var cue: Cue?
  }

  /// The maximum number of cues of a file.
  static let mostCues = 1000
  /// The longest name, in characters.
  static let longestName = 64
  /// The minimum duration of a cue, in seconds.
  private static let shortest = 0.001

  private var blocks: [Block]

  /// A file without cues.
  init() { blocks = [Block(lines: ["WEBVTT"])] }

  /// Reads a file.
  ///
  /// - Throws: `Problem` for a file that is not WebVTT.
  init(_ bytes: [UInt8], name: String) throws(Problem) {
    guard var text = String(validating: bytes, as: UTF8.self) else { throw Self.foreign(name) }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    blocks = []
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard line.allSatisfy(\.isWhitespace) else {
        lines.append(String(line))
        continue
      }
      if !lines.isEmpty { blocks.append(Block(lines: lines, cue: blocks.isEmpty ? nil : Self.cue(lines))) }
      lines = []
    }
    if !lines.isEmpty { blocks.append(Block(lines: lines, cue: blocks.isEmpty ? nil : Self.cue(lines))) }
    guard blocks.first?.lines.first?.hasPrefix("WEBVTT") == true else { throw Self.foreign(name) }
  }

  private static func foreign(_ name: String) -> Problem {
    Problem(409, "\(name) is not a WebVTT file: rename it, so that cues can be saved under its name")
  }

  /// The cues in file order.
  var cues: [Cue] { blocks.compactMap(\.cue) }

  /// The file as text.
  var bytes: [UInt8] { Array((blocks.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n") + "\n").utf8) }

  // MARK: - Changing

  /// Sets a cue that lasts until the next one, or for a second.
  mutating func add(_ name: String, at seconds: Double) throws {
    let name = try checked(name)
    guard cues.count < Self.mostCues else {
      throw Problem(409, "a storyboard can have at most \(Self.mostCues) cues: remove one")
    }
    guard 0...86_400 ~= seconds else {
      throw Problem(400, "the time of a cue must be from 0 to 86400 s", field: "seconds")
    }
    let start = (seconds * 1000).rounded() / 1000
    let next = blocks.firstIndex { ($0.cue?.start ?? -1) > start }
    let end = next.flatMap { blocks[$0].cue?.start } ?? start + 1
    let cue = Cue(name: name, start: start, end: max(end, start + Self.shortest))
    let lines = [name, "\(Self.stamp(cue.start)) --> \(Self.stamp(cue.end))", name]
    blocks.insert(Block(lines: lines, cue: cue), at: next ?? blocks.endIndex)
  }

  /// Renames a cue.
  mutating func rename(_ name: String, to other: String) throws {
    let index = try index(name)
    guard name != other else { return }
    let other = try checked(other)
    let isNamed = !blocks[index].lines[0].contains("-->")
    // The text of a cue that was set here is its name.
    let timing = isNamed ? 1 : 0
    let words = blocks[index].lines.dropFirst(timing + 1)
    if words.elementsEqual([name]) { blocks[index].lines[timing + 1] = other }
    if isNamed { blocks[index].lines[0] = other } else { blocks[index].lines.insert(other, at: 0) }
    blocks[index].cue?.name = other
  }

  /// Removes a cue.
  mutating func remove(_ name: String) throws { blocks.remove(at: try index(name)) }

  private func index(_ name: String) throws(Problem) -> Int {
    guard let index = blocks.firstIndex(where: { $0.cue?.name == name }) else {
      throw Problem(404, "the cue with this name no longer exists", field: "name")
    }
    return index
  }

  /// Checks a name, by which storyboards refer to a cue.
  private func checked(_ name: String) throws(Problem) -> String {
    let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let clean = String(words.joined(separator: "-").prefix(Self.longestName))
    guard !clean.isEmpty else { throw Problem(400, "a cue needs a name of letters or digits", field: "name") }
    guard !cues.contains(where: { $0.name == clean }) else {
      throw Problem(409, "a cue \(clean) already exists: choose another name", field: "name")
    }
    return clean
  }

  // MARK: - Times

  private static func cue(_ lines: [String]) -> Cue? {
    guard !["NOTE", "STYLE", "REGION"].contains(where: { lines[0].hasPrefix($0) }),
      let timing = lines.prefix(2).firstIndex(where: { $0.contains("-->") }),
      let arrow = lines[timing].firstRange(of: "-->"),
      let start = seconds(lines[timing][..<arrow.lowerBound]),
      let end = seconds(lines[timing][arrow.upperBound...].drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    else { return nil }
    let name = timing == 1 ? lines[0] : lines.dropFirst().first ?? ""
    return Cue(name: name, start: start, end: end)
  }

  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = Double(parts[parts.count - 1]), 0..<60 ~= last else { return nil }
    var sum = last
    for (part, unit) in zip(parts.dropLast().reversed(), [60.0, 3600]) {
      guard let number = Int(part), 0...99 ~= number else { return nil }
      sum += Double(number) * unit
    }
    return sum
  }

  private static func stamp(_ seconds: Double) -> String {
    let milliseconds = Int(clamping: (seconds * 1000).rounded())
    func part(_ value: Int, _ digits: Int) -> String {
      let text = "\(value)"
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return
      "\(part(milliseconds / 3_600_000, 2)):\(part(milliseconds / 60_000 % 60, 2)):\(part(milliseconds / 1000 % 60, 2)).\(part(milliseconds % 1000, 3))"
  }
}
