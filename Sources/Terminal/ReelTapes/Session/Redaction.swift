import ReelGeometry
import ReelTerminal

/// Masks what must not be seen, in all that a session wrote and all that was typed.
package struct Redaction: Sendable {
  /// The regular expressions of what is masked.
  private let patterns: [String]

  /// Checks the expressions.
  ///
  /// - Throws: `InvalidValue` for one that is not valid.
  package init(_ patterns: [String]) throws(InvalidValue) {
    for pattern in patterns {
      do { _ = try Regex(pattern) } catch {
        if pattern.contains("(?<=") || pattern.contains("(?<!") {
          throw InvalidValue(
            "redact", pattern,
            sentence:
              "--redact does not support lookbehind, such as (?<=…): write the label without it, as in 'token=\\w+'")
        }
        throw InvalidValue("redact", pattern, expected: "a regular expression, such as 'token=[a-z0-9]+'")
      }
      if !RepetitionCheck.isBounded(pattern) {
        throw InvalidValue(
          "redact", pattern,
          sentence:
            "--redact \(pattern.namingInvisible(limit: InvalidValue.longestQuote)) may never finish, as it repeats "
            + "a group that can match one text in several ways: repeat a class instead, such as [a-z ]+")
      }
    }
    self.patterns = patterns
  }

  /// Whether nothing is masked.
  package var isEmpty: Bool { patterns.isEmpty }

  /// Returns a session in which asterisks stand for what matches on its screen at any moment, in what was written one after
  /// the other, and in keys, titles and markers.
  ///
  /// - Throws: `Seen` where a match is made of what cannot be masked.
  package func mask(_ cast: Cast) throws -> Cast { try masked(cast).cast }

  /// Returns a masked session, and what masks texts that go with it.
  ///
  /// - Throws: `Seen`.
  package func masked(_ cast: Cast) throws -> MaskedSession {
    var session = MaskedSession(cast, SecretSearch(patterns))
    if !patterns.isEmpty { try session.mask() }
    return session
  }

  /// Returns the rows that are seen at the end of a session, masked; nil where that is not possible.
  package func lastScreen(of cast: Cast) -> String? {
    guard let cast = try? mask(cast) else { return nil }
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    for timed in cast.events { terminal.show(timed.event) }
    return terminal.screenText
  }

  /// It cannot be masked.
  package struct Seen: ReelError {
    package var exitStatus: ExitStatus { .badInput }

    /// When, in seconds.
    package var time: Double
    /// The sequence that places text where it is not searched; nil where a match is the reason.
    var sequence: String?
    /// One sentence.
    package var description: String {
      if let sequence {
        return
          "--redact cannot follow the sequence \(sequence) at \(time) s, which places text in a way that Reel does not "
          + "support, so nothing was written: record the program without it"
      }
      return
        "what --redact matches cannot be masked at \(time) s, so nothing was written: clear it from the screen of the program, "
        + "and record again"
    }
  }
}
