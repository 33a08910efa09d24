import ArgumentParser
import Reel
import ReelStoryboards

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

/// Changes to a storyboard before it is filmed.
struct StoryboardChanges: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Replace a value, such as film.size=720p or vars.letter=B.", valueName: "key=value"))
  var sets: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Let the storyboard read a folder or file outside its own folder.", valueName: "path"))
  var allowPath: [String] = []

  mutating func validate() throws {
    for text in sets where text.firstIndex(of: "=").map({ $0 == text.startIndex }) ?? true {
      throw ValidationError("--set takes a key and a value, such as film.size=720p, not \(text)")
    }
  }

  /// The values to replace, by key.
  var settings: [(key: String, value: String)] {
    sets.compactMap { text in
      text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
    }
  }

  /// Whether there are no changes.
  var isEmpty: Bool { sets.isEmpty && allowPath.isEmpty }

  /// The options, for messages.
  var names: String { "--set, --allow-path, --data, --only, --from and --to" }
}

/// The part of the film to make.
struct StretchOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Film only a chapter, by its title, or a scene, by its id.", valueName: "name"))
  var only: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Begin at this time of the film: 12, 1:20.", valueName: "seconds"),
    transform: { try Self.time($0) })
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End at this time of the film.", valueName: "seconds"), transform: { try Self.time($0) })
  var to: Double?

  /// The part of the film.
  var stretch: StoryStretch {
    var stretch = StoryStretch()
    (stretch.only, stretch.from, stretch.to) = (only, from, to)
    return stretch
  }

  private static func time(_ text: String) throws -> Double {
    guard let seconds = Seconds.parse(text), seconds >= 0, seconds.isFinite else {
      throw InvalidValue("time", text, expected: "0 or more seconds, \(Seconds.forms)")
    }
    return seconds
  }
}

/// A film for each row of a table.
struct DataOptions: ParsableArguments {
  /// The longest table, in bytes.
  private static let longest = 1 << 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make a film for each row of a CSV file. The first row names variables, which -o 'lesson-{name}.mp4' can use.",
      valueName: "file.csv"))
  var data: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The date for {date:yyyyMMdd} in output names, such as 2026-05-18. (default: now)", valueName: "date"),
    transform: { text in try FilmDate(text) })
  var date: FilmDate?

  /// The values of each row by column, with the row's number from 1 as `n`.
  ///
  /// Without a table, one row with `n` alone.
  func rows() throws -> [[String: String]] {
    guard let data else { return [["n": "1"]] }
    // The rows name the outputs, so they are read before the run's files are checked.
    if data.isEmpty { throw FileConflict.noPath(name: "--data") }
    return try StoryboardData(csv: Self.bytes(data), file: data).rows
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile.read(path, limit: longest)
    } catch {
      switch error {
      case .unopened(let reason), .unread(let reason):
        throw InputError(path: path, reason: reason, advice: "name a CSV file", isMissing: true)
      case .tooLong:
        throw InputError(path: path, reason: "it has more than \(longest) bytes", advice: "use fewer rows")
      }
    }
  }

  /// Fills in name patterns for a row.
  ///
  /// - Throws: `InputError` if a value of the table cannot be part of a name, `InvalidValue` if a pattern is not valid.
  func names(_ patterns: [String], for row: [String: String], now: FilmDate) throws -> [String] {
    let date = date ?? now
    return try patterns.map { text in
      let pattern = try NamePattern(text)
      do throws(InvalidValue) {
        return try pattern.name(row, at: date.date, zone: date.zone)
      } catch {
        guard let data, error.name.hasPrefix("value of") else { throw error }
        throw InputError(
          path: data, reason: "row \(row["n"] ?? ""): \(error)", advice: "use another column in output names, or {n}")
      }
    }
  }
}
