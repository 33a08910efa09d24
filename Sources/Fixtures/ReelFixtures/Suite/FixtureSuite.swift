import ReelFiles
import ReelGeometry
import ReelVideo

/// A list of fixtures from a file: defaults, and entries whose lists of values span a matrix.
///
/// A suite may come from an untrusted source, so its size is limited and its files stay inside its folder.
public struct FixtureSuite: Hashable, Sendable {
  /// The contents of a suite, independent of the file's syntax.
  public indirect enum Value: Hashable, Sendable {
    /// A value as written in the file.
    case text(String)
    /// Several values: an axis of the matrix.
    case list([Value])
    /// Names and values, in file order.
    case map([Entry])

    /// A name in a map and its value.
    public struct Entry: Hashable, Sendable {
      /// The name.
      public var name: String
      /// The value.
      public var value: Value

      /// Creates an entry.
      public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
      }
    }
  }

  /// One clip.
  public struct Item: Hashable, Sendable {
    /// The name of its files without extension: only letters, digits, `-`, `_` and `.`.
    public var name: String
    /// The container, which is the movie's file name extension.
    public var container: MediaContainer
    /// The recipe of the clip.
    public var recipe: FixtureRecipe
    /// The sizes of a streaming ladder; nil for a single clip.
    public var ladder: Ladder?

    /// The name of the movie, or of a ladder's main playlist.
    public var fileName: String { "\(name).\(ladder?.ending ?? container.rawValue)" }

    /// The paths of all files of a ladder in a folder, whose name ends in a slash; empty for a single clip.
    public func ladderPaths(in folder: String) throws(InvalidValue) -> [String] {
      try ladder?.maker(of: self, in: folder, replacing: .named).paths ?? []
    }
  }

  /// The sizes of a clip for streaming.
  public struct Ladder: Hashable, Sendable {
    /// The sizes, separated by commas.
    public var sizes: String
    /// The duration of a segment.
    public var segmentLength: ExactTime
    /// The extension of the playlist: `m3u8` for HLS, `mpd` for DASH.
    public var ending: String

    /// Creates the maker of an item's ladder in a folder.
    func maker(of item: Item, in folder: String, replacing: ReplacementPolicy) throws(InvalidValue) -> LadderMaker {
      try LadderMaker(
        item.recipe, sizes, segmentLength, to: folder + item.fileName, replacing: replacing, isNamed: false)
    }
  }

  /// The maximum number of clips in a suite.
  public static let maxItems = 1000
  /// The maximum number of pixels in all frames of a suite.
  public static let maxPixels = 100_000_000_000

  /// The clips in file order.
  public private(set) var items: [Item] = []

  /// Creates a suite from its description.
  ///
  /// - Throws: `InvalidValue` for unknown options, invalid values, clips that cannot be made, two clips with one
  ///   name, and suites that are too large.
  public init(_ description: Value) throws(InvalidValue) {
    guard case .map(let parts) = description else {
      throw InvalidValue(
        "suite", "",
        sentence: "it has no keys: list the clips under clips:, and put what they share under defaults:")
    }
    var defaults: [Value.Entry] = []
    var clips: [Value] = []
    var seen = Set<String>()
    for part in parts {
      guard seen.insert(part.name).inserted else {
        throw InvalidValue("key", part.name, sentence: "the key \(part.name) appears twice: give it once")
      }
      switch (part.name, part.value) {
      case ("defaults", .map(let entries)): defaults = entries
      case ("clips", .list(let entries)): clips = entries
      default:
        throw InvalidValue(
          "key", part.name,
          sentence: "unknown key \(part.name): a suite has the keys defaults (a map) and clips (a list of maps)"
        )
      }
    }
    for entry in defaults { try Self.checkOption(entry.name) }
    if let axis = defaults.first(where: { if case .text = $0.value { false } else { true } }) {
      throw InvalidValue(
        "default", axis.name,
        sentence: "the default \(axis.name) is a list: give a single value here, and put lists in clips")
    }
    var pixels = 0
    for clip in clips { try add(clip, defaults: defaults, &pixels) }
    guard !items.isEmpty else {
      throw InvalidValue("suite", "", sentence: "it has no clips: list at least one under clips:")
    }
    try checkNames()
  }

  private mutating func add(_ clip: Value, defaults: [Value.Entry], _ pixels: inout Int) throws(InvalidValue) {
    guard case .map(let entries) = clip else {
      throw InvalidValue(
        "clip", items.count + 1, sentence: "clip \(items.count + 1) is not a map of options: write it as option: value")
    }
    var axes: [(name: String, texts: [String])] = []
    for entry in entries {
      try Self.checkOption(entry.name)
      guard !axes.contains(where: { $0.name == entry.name }) else {
        throw InvalidValue(
          "option", entry.name, sentence: "the option \(entry.name) appears twice in a clip: give it once")
      }
      axes.append((entry.name, try Self.texts(entry)))
    }
    // Check first, because the product of a few long lists is large.
    var count = 1
    for axis in axes where count <= Self.maxItems { count *= axis.texts.count }
    guard items.count + count <= Self.maxItems else {
      throw InvalidValue(
        "suite", items.count + count,
        sentence: "it makes more than \(Self.maxItems) clips: shorten the lists, or split the suite")
    }
    for number in 0..<count {
      var rest = number
      var chosen: [(name: String, text: String, isAxis: Bool)] = []
      // The last list varies fastest, as in nested loops.
      for axis in axes.reversed() {
        chosen.insert((axis.name, axis.texts[rest % axis.texts.count], axis.texts.count > 1), at: 0)
        rest /= axis.texts.count
      }
      let item = try Self.item(chosen, defaults: defaults)
      // Check after each clip, since one that is too large already takes time and memory.
      let recipes = try item.ladder?.maker(of: item, in: "", replacing: .named).rungs.map(\.maker.recipe)
      for recipe in recipes ?? [item.recipe] { pixels += recipe.size.area * recipe.frameCount }
      guard pixels <= Self.maxPixels else {
        throw InvalidValue(
          "suite", pixels,
          sentence: "its clips have more than \(Self.maxPixels) pixels together: make fewer or smaller frames")
      }
      items.append(item)
    }
  }

  private static func checkOption(_ name: String) throws(InvalidValue) {
    guard
      ["name", "container", "ladder", "segment-length"].contains(name)
        || FixtureRecipe.options.contains(where: { $0.name == name })
    else {
      throw InvalidValue(
        "option", name, expected: "name, container, ladder, segment-length, or one of " + FixtureRecipe.names)
    }
  }

  private static func texts(_ entry: Value.Entry) throws(InvalidValue) -> [String] {
    func text(_ value: Value) throws(InvalidValue) -> String {
      guard case .text(let text) = value else {
        throw InvalidValue(
          "option", entry.name, sentence: "\(entry.name) must be a value or a list of values")
      }
      return text
    }
    guard case .list(let values) = entry.value else { return [try text(entry.value)] }
    guard !values.isEmpty, values.count <= maxItems else {
      throw InvalidValue(
        "option", entry.name, sentence: "\(entry.name) is a list of \(values.count) values: give 1 to \(maxItems)")
    }
    var texts: [String] = []
    for value in values { texts.append(try text(value)) }
    return texts
  }

  private static func item(
    _ chosen: [(name: String, text: String, isAxis: Bool)], defaults: [Value.Entry]
  ) throws(InvalidValue) -> Item {
    var texts: [String: String] = [:]
    for entry in defaults { if case .text(let text) = entry.value { texts[entry.name] = text } }
    for choice in chosen { texts[choice.name] = choice.text }
    let sizes = texts.removeValue(forKey: "ladder")
    let length = texts.removeValue(forKey: "segment-length")
    let container = texts.removeValue(forKey: "container") ?? (sizes == nil ? "mp4" : "m3u8")
    let given = texts.removeValue(forKey: "name")
    var recipe = FixtureRecipe()
    for option in FixtureRecipe.options {
      if let text = texts[option.name] { try recipe.set(option, text) }
    }
    if let sizes {
      let ladder = try makeLadder(sizes, length, container, texts)
      let item = Item(
        name: try fileName(Self.name(chosen, given), isGiven: given != nil && !hasAxes(chosen)),
        container: container == "mpd" ? .mp4 : .ts, recipe: recipe, ladder: ladder)
      _ = try ladder.maker(of: item, in: "", replacing: .named)
      return item
    }
    guard length == nil else {
      throw InvalidValue(
        "segment-length", length ?? "",
        sentence: "segment-length needs a ladder: give its sizes with ladder, or leave it out")
    }
    guard let format = MediaContainer(rawValue: container), format != .png else {
      let others = MediaContainer.allCases.filter { $0 != .png }.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue("container", container, expected: "one of \(others)")
    }
    let item = Item(
      name: try fileName(Self.name(chosen, given), isGiven: given != nil && !hasAxes(chosen)),
      container: format, recipe: recipe)
    _ = try FixtureMaker(recipe, to: item.fileName)
    return item
  }

  private static func makeLadder(
    _ sizes: String, _ length: String?, _ container: String, _ texts: [String: String]
  ) throws(InvalidValue) -> Ladder {
    guard ["m3u8", "mpd"].contains(container) else {
      throw InvalidValue("container", container, expected: "m3u8 (HLS) or mpd (DASH) with a ladder")
    }
    for option in [FixtureOption.size, .gop] {
      guard let text = texts[option.name] else { continue }
      throw InvalidValue(
        option.name, text, sentence: "\(option.name) cannot be used with a ladder, which sets it: leave it out")
    }
    return Ladder(sizes: sizes, segmentLength: try ExactTime(text: length ?? "2s"), ending: container)
  }

  /// Whether clips of a matrix differ in more than their name.
  private static func hasAxes(_ chosen: [(name: String, text: String, isAxis: Bool)]) -> Bool {
    chosen.contains { $0.isAxis && $0.name != "name" }
  }

  /// The name from all options of a clip without a given name, or from the options in which it differs from others of
  /// its matrix.
  private static func name(_ chosen: [(name: String, text: String, isAxis: Bool)], _ given: String?) -> String {
    let parts = chosen.filter { $0.name != "name" && ($0.isAxis || given == nil) }.map { choice in
      ["true": choice.name, "false": "no-\(choice.name)"][choice.text] ?? label(choice.name, choice.text)
    }
    return ((given.map { [$0] } ?? []) + parts).joined(separator: "-")
  }

  /// Numbers are prefixed with their option; words need no prefix.
  private static func label(_ name: String, _ text: String) -> String {
    guard let first = text.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first, name != "size" else {
      return text
    }
    return name == "fps" ? "\(text)fps" : "\(name)-\(text)"
  }

  /// Makes a file name or rejects it.
  ///
  /// It must not lead out of a folder, be hidden, or contain characters with a meaning in a shell.
  private static func fileName(_ text: String, isGiven: Bool) throws(InvalidValue) -> String {
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    var name = ""
    for byte in text.utf8 {
      let character = isPlain(byte) ? Character(UnicodeScalar(byte)) : "-"
      if character != "-" || name.last != "-" { name.append(character) }
    }
    while name.hasSuffix("-") { name.removeLast() }
    let isLegal =
      !OutputFile.isPartialName(name + ".mp4") && !name.isEmpty && name.utf8.count <= 120 && !name.hasPrefix(".")
      && !name.hasPrefix("-")
    guard isLegal, !isGiven || name == text, name.lowercased() != "index" else {
      throw InvalidValue(
        "name of a clip", text,
        expected:
          "1 to 120 letters, digits, - _ or ., not beginning with . or -, and not index, which the suite's own files use"
      )
    }
    return name
  }

  /// Clips with one name would share their manifest, on some file systems even if only the case differs.
  private func checkNames() throws(InvalidValue) {
    var seen = Set<String>()
    for item in items where !seen.insert(item.name.lowercased()).inserted {
      throw InvalidValue("name", item.name, sentence: "two clips are named \(item.name): rename one of them")
    }
  }
}
