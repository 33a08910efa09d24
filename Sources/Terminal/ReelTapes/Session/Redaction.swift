import ReelGeometry
import ReelTerminal

/// Masks secrets in everything that a session's program wrote and that was typed.
package struct Redaction: Sendable {
  /// The regular expressions to mask.
  private let patterns: [String]

  /// Checks the expressions.
  ///
  /// - Throws: `InvalidValue` if one is not valid.
  package init(_ patterns: [String]) throws(InvalidValue) {
    for pattern in patterns {
      do { _ = try Regex(pattern) } catch {
        if pattern.contains("(?<=") || pattern.contains("(?<!") {
          throw InvalidValue(
            "redact", pattern,
            sentence:
              "--redact does not support lookbehind, such as (?<=…): write the label without it, as in 'token=\\w+'")
        }
        throw InvalidValue("--redact", pattern, expected: "a regular expression, such as 'token=[a-z0-9]+'")
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

  /// Returns a session in which asterisks replace matches on its screen at any moment, in its output as a stream, and
  /// in keys, titles and markers.
  ///
  /// - Throws: `Seen` if a match includes text that cannot be masked.
  package func mask(_ cast: Cast) throws -> Cast { try masked(cast).cast }

  /// Returns a masked session, which can also mask related texts.
  ///
  /// - Throws: `Seen`.
  package func masked(_ cast: Cast) throws -> MaskedSession {
    var session = MaskedSession(cast, SecretSearch(patterns))
    if !patterns.isEmpty { try session.mask() }
    return session
  }

  /// Returns the masked rows of a session's last screen; nil if they cannot be masked.
  package func lastScreen(of cast: Cast) -> String? {
    guard let cast = try? mask(cast) else { return nil }
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    for timed in cast.events { terminal.show(timed.event) }
    return terminal.screenText
  }

  /// A match that cannot be masked.
  package struct Seen: ReelError {
    package var exitStatus: ExitStatus { .badInput }

    /// The time in seconds.
    package var time: Double
    /// The sequence that places text where it is not searched; nil if a match is the cause.
    var sequence: String?
    /// One sentence.
    package var description: String {
      if let sequence {
        return
          "--redact cannot follow the sequence \(sequence) at \(time) s, which places text in a way that Reel does not "
          + "support, so nothing was written: record the program without it"
      }
      return
        "a match of --redact cannot be masked at \(time) s, so nothing was written: clear it from the program's screen, "
        + "and record again"
    }
  }
}
