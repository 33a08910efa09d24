import ReelGeometry
import ReelPlatform

extension NamePattern {
  /// Returns the file names for the chapters of a film.
  ///
  /// `{n}` is the number of a chapter, `{chapter}` its title in a form for file names.
  ///
  ///     try NamePattern("{n:2}-{chapter}.gif").names(ofChapters: ["Input/Output", "End"], at: Date(), zone: "UTC")
  ///     // 01-Input-Output.gif, 02-End.gif
  ///
  /// Chapters with the same title get different names, even where case is ignored.
  ///
  /// - Parameters:
  ///   - titles: The titles, in the order of the chapters.
  ///   - date: The date for `{date:…}`.
  ///   - zone: Its time zone.
  /// - Throws: `InvalidValue` for a pattern without `{n}` and `{chapter}`, or with an unknown field.
  public func names(ofChapters titles: [String], at date: Date, zone: String) throws(InvalidValue) -> [String] {
    guard !isConstant else {
      throw InvalidValue(
        "output", text,
        sentence:
          "every chapter would be \(text.onOneLine(limit: 200)): put {n} or {chapter} into the name, as in step-{n}.gif"
      )
    }
    var taken: Set<String> = []
    var names: [String] = []
    for (index, title) in titles.enumerated() {
      let plain = Self.part(of: title)
      var part = plain
      var count = 1
      while !taken.insert(part.lowercased()).inserted {
        count += 1
        part = "\(plain)-\(count)"
      }
      names.append(try name(["n": "\(index + 1)", "chapter": part], at: date, zone: zone))
    }
    return names
  }

  /// Turns a title into a part of a file name that works on every system: without folder separators, special characters of shells and
  /// Windows, the `%` of numbered pictures, and a leading point or hyphen.
  static func part(of title: String) -> String {
    var part = ""
    for character in title {
      let isSign =
        "/\\:*?\"<>|%{}".contains(character) || character.isNewline
        || character.unicodeScalars.contains { $0.value < 32 || $0.properties.generalCategory == .control }
      let next: Character = isSign ? "-" : character
      // A run of special characters becomes one hyphen.
      if isSign, part.last == "-" || part.isEmpty { continue }
      guard part.utf8.count + String(next).utf8.count <= 120 else { break }
      part.append(next)
    }
    let edges: Set<Character> = [" ", ".", "-"]
    while let last = part.last, edges.contains(last) { part.removeLast() }
    let inner = part.drop { edges.contains($0) }
    return inner.isEmpty ? "chapter" : String(inner)
  }
}
