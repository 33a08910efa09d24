import ReelGeometry

/// The number of a part and the number of parts: `3/8`, or `auto/8` in an array job whose scheduler numbers its tasks.
package struct PartNumber: Hashable, Sendable {
  /// The number of the part, from 1.
  package let number: Int
  /// The number of parts.
  package let count: Int

  /// The allowed numbers of parts.
  package static let counts = 1...10_000

  /// The numbers of parts that a folder may contain: up to the number of segments in a film.
  private static let segmentCounts = 1...1_000_000

  /// The variables that hold a task's index, counted from 0: Slurm, Kubernetes and AWS Batch.
  package static let indexVariables = [
    "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
  ]

  /// Creates the number of a part.
  package init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  /// Parses `3/8`, or `auto/8`, which takes the task's index from the environment.
  ///
  /// The number of parts is always given, so that a single task run again makes the same part.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - environment: The variables of the process.
  /// - Throws: `InvalidValue` for anything else, and for an index that is missing, not a number or out of range.
  package init(parsing text: String, environment: [String: String]) throws(InvalidValue) {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, let count = Int(words[1]), Self.counts.contains(count) else {
      throw Self.invalid(text)
    }
    guard words[0] == "auto" else {
      guard let number = Int(words[0]) else { throw Self.invalid(text) }
      guard (1...count).contains(number) else {
        throw InvalidValue(
          "part", text,
          expected: count == 1 ? "1/1, because there is one part" : "a number from 1 to \(count), such as 1/\(count)")
      }
      self.init(number, of: count)
      return
    }
    guard let variable = Self.indexVariables.first(where: { environment[$0] != nil }), let value = environment[variable]
    else {
      let names = Self.indexVariables
      throw InvalidValue(
        "part", text,
        sentence: "\(text) needs the index of a task, but none of \(names.joined(separator: ", ")) is set: "
          + "start it as an array job, or give the number, such as 1/\(count)")
    }
    guard let index = Int(value), (0..<count).contains(index) else {
      throw InvalidValue(
        "part", text,
        sentence: "\(variable) is \(value), but \(text) needs an index from 0 to \(count - 1): "
          + "start one task for each part, counted from 0")
    }
    self.init(index + 1, of: count)
  }

  /// Returns the error for text that is not two numbers.
  private static func invalid(_ text: String) -> InvalidValue {
    InvalidValue(
      "part", text, expected: "a part and the number of parts, such as 3/8, or auto/8 in an array job")
  }

  /// The name of the part's file.
  package var fileName: String { "part-\(number)-of-\(count)\(Self.ending)" }

  private static let ending = ".reel-part"

  /// Parses the name of a part's file; nil for any other name.
  package init?(fileName: String) {
    guard fileName.hasPrefix("part-"), fileName.hasSuffix(Self.ending) else { return nil }
    let words = fileName.dropFirst(5).dropLast(Self.ending.count).split(separator: "-")
    guard words.count == 3, words[1] == "of", let number = Int(words[0]), let count = Int(words[2]),
      Self.segmentCounts.contains(count), (1...count).contains(number),
      PartNumber(number, of: count).fileName == fileName
    else { return nil }
    self.init(number, of: count)
  }
}

extension PartNumber: CustomStringConvertible {
  /// The number as on the command line: `3/8`.
  package var description: String { "\(number)/\(count)" }
}
