import ArgumentParser
import Reel
import ReelStoryboards

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

/// What is changed in a storyboard before it is filmed.
struct StoryboardChanges: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Replace a value, such as film.size=720p or vars.letter=B.", valueName: "key=value"))
  var sets: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A folder or file outside the storyboard's folder that it may read.", valueName: "path"))
  var allowPath: [String] = []

  mutating func validate() throws {
    for text in sets where text.firstIndex(of: "=").map({ $0 == text.startIndex }) ?? true {
      throw ValidationError("--set takes a key and a value, such as film.size=720p, not \(text)")
    }
  }

  /// The values to be replaced, by their keys.
  var settings: [(key: String, value: String)] {
    sets.compactMap { text in
      text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
    }
  }

  /// Whether nothing is changed.
  var isEmpty: Bool { sets.isEmpty && allowPath.isEmpty }

  /// The options, as messages name them.
  var names: String { "--set, --allow-path, --data, --only, --from and --to" }
}

/// Which part of the film is made.
struct StretchOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Film only a chapter, by its title, or a scene, by its id.", valueName: "name"))
  var only: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where in the film to begin: 12, 1:20.", valueName: "seconds"), transform: { try Self.time($0) })
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where in the film to end.", valueName: "seconds"), transform: { try Self.time($0) })
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
      "Make a film for each row of a CSV file; its first row names variables, and -o 'lesson-{name}.mp4' the films.",
      valueName: "file.csv"))
  var data: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What {date:yyyyMMdd} in the names of outputs means, such as 2026-05-18. (default: now)", valueName: "date"),
    transform: { text in try FilmDate(text) })
  var date: FilmDate?

  /// The values of the rows by their columns, with `n`, the number of the row, from 1; one row without columns if there is no table.
  func rows() throws -> [[String: String]] {
    guard let data else { return [["n": "1"]] }
    // Its rows name the outputs, and so it is read before the files of the run are checked.
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
        throw InputError(path: path, reason: "it has more than \(longest) bytes", advice: "take fewer rows")
      }
    }
  }

  /// Returns the names that patterns have for a row.
  ///
  /// - Throws: `InputError` for values of a table that cannot be in a name, `InvalidValue` for patterns that are none.
  func names(_ patterns: [String], for row: [String: String], now: FilmDate) throws -> [String] {
    let date = date ?? now
    return try patterns.map { text in
      let pattern = try NamePattern(text)
      do throws(InvalidValue) {
        return try pattern.name(row, at: date.date, zone: date.zone)
      } catch {
        guard let data, error.name.hasPrefix("value of") else { throw error }
        throw InputError(
          path: data, reason: "row \(row["n"] ?? ""): \(error)", advice: "name outputs by another column, or by {n}")
      }
    }
  }
}
