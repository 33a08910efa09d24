import Foundation
import ReelGeometry

/// Formats dates and times with a Unicode pattern: `EEEE d MMMM yyyy, HH:mm:ss.SSS`.
///
///     let pattern = try DatePattern("HH:mm:ss 'h'", timeZone: "Europe/Berlin")
///     pattern.text(at: try DatePattern.date("2016-05-18T09:00:00Z"))  // 11:00:00 h
///
/// The fields are `y M d E a H h m s S z Z`, repeated as in Unicode Technical Standard 35
/// (<https://www.unicode.org/reports/tr35/tr35-dates.html>): `MM` is 05, `MMM` is May. Literal letters go between single quotes; two
/// single quotes mean one. The calendar is Gregorian. Foundation's `DateFormatter` does the work, with ICU's month and day names. The
/// result depends on the pattern, its locale and its zone, not on the machine's settings.
public struct DatePattern: Hashable, Sendable {
  /// How much a locale's own form of a date says.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// Digits: 5/18/16.
    case short
    /// Abbreviated: May 18, 2016.
    case medium
    /// Written out, with the whole name of the month.
    case long
    /// With the day of the week: Wednesday, May 18, 2016.
    case full
  }

  /// The pattern as given, or that of a style.
  public let pattern: String
  /// The identifier of the locale for names and digits, such as `en` or `de_AT`.
  public let locale: String
  /// The identifier of the time zone, such as `UTC` or `Europe/Berlin`.
  public let timeZone: String
  /// Set up once and never changed, so threads may share it.
  private let formatter: DateFormatter

  /// How often each field letter may be repeated.
  private static let longestFields: [Character: Int] = [
    "y": 9, "M": 5, "d": 2, "E": 6, "a": 5, "H": 2, "h": 2, "m": 2, "s": 2, "S": 9, "z": 4, "Z": 5,
  ]

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - pattern: Fields and text, at most 200 characters.
  ///   - locale: The identifier of a locale that ICU knows, with `-` or `_` between its parts.
  ///   - timeZone: The identifier of a zone in the tz database, or an offset such as `GMT+2`.
  /// - Throws: `InvalidValue` for a letter that is not a field, a field repeated too often, an unterminated quote, or an unknown locale
  ///   or zone.
  public init(_ pattern: String, locale: String = "en", timeZone: String = "UTC") throws(InvalidValue) {
    try Self.check(pattern)
    let identifier = locale.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
    guard Locale.availableIdentifiers.contains(identifier) else {
      throw InvalidValue("locale", locale, expected: "a language with or without a region, such as en, de or pt-BR")
    }
    guard let zone = TimeZone(identifier: timeZone) else {
      throw InvalidValue(
        "time zone", timeZone, expected: "UTC, an offset such as GMT+2, or a name such as Europe/Berlin")
    }
    self.init(pattern, identifier, zone, timeZone)
  }

  /// Uses a locale's own form of dates.
  ///
  /// - Parameters:
  ///   - style: How much it says.
  ///   - locale: The identifier of a locale that ICU knows, with `-` or `_` between its parts.
  ///   - timeZone: The identifier of a zone in the tz database, or an offset such as `GMT+2`.
  /// - Throws: `InvalidValue` for an unknown locale or zone.
  public init(style: Style, locale: String = "en", timeZone: String = "UTC") throws(InvalidValue) {
    // Checks both.
    self = try Self("d", locale: locale, timeZone: timeZone)
    let styles: [Style: DateFormatter.Style] = [.short: .short, .medium: .medium, .long: .long, .full: .full]
    // A formatter of its own, as the one above is shared once it is set up.
    let model = DateFormatter()
    (model.calendar, model.locale) = (formatter.calendar, formatter.locale)
    (model.dateStyle, model.timeStyle) = (styles[style] ?? .long, .none)
    self.init(model.dateFormat, self.locale, formatter.timeZone, timeZone)
  }

  private init(_ pattern: String, _ identifier: String, _ zone: TimeZone, _ timeZone: String) {
    (self.pattern, self.locale, self.timeZone) = (pattern, identifier, timeZone)
    formatter = DateFormatter()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = Locale(identifier: identifier)
    formatter.calendar = calendar
    formatter.locale = calendar.locale
    formatter.timeZone = zone
    formatter.dateFormat = pattern
  }

  /// Returns a date and time in the pattern; fractions of seconds are truncated, and digits below a millisecond are 0.
  ///
  /// A time within a microsecond of a whole millisecond counts as that millisecond, because sums of seconds are inexact.
  public func text(at date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
    // Adds a quarter millisecond, because the formatter truncates too.
    return formatter.string(from: Date(timeIntervalSince1970: (milliseconds + 0.25) / 1000))
  }

  /// Parses an RFC 3339 date and time with a UTC offset: `2016-05-18T09:00:00Z`, `2016-05-18T09:00:00.5+02:00`.
  ///
  /// - Throws: `InvalidValue` for any other text.
  public static func date(_ text: String) throws(InvalidValue) -> Date {
    // The format styles accept any text that begins with a date.
    let isWhole =
      text.wholeMatch(of: /[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})/)
      != nil
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    guard isWhole, let date = try? style.parse(text) else {
      throw InvalidValue("date", text, expected: "a date and time with its zone, such as 2016-05-18T09:00:00Z")
    }
    return date
  }

  private static func check(_ pattern: String) throws(InvalidValue) {
    func invalid(_ sentence: String) -> InvalidValue {
      InvalidValue(
        "date pattern", pattern, expected: "fields of \(fields)",
        sentence: "date pattern \"\(pattern.onOneLine(limit: 200))\": \(sentence)")
    }
    guard !pattern.isEmpty, pattern.count <= 200 else { throw invalid("it must have 1 to 200 characters") }
    var isQuoted = false
    var (field, length): (Character, Int) = (" ", 0)
    for (index, character) in pattern.enumerated() {
      length = character == field ? length + 1 : 1
      field = character
      if character == "'" { isQuoted.toggle() }
      guard !isQuoted, character.isASCII, character.isLetter else { continue }
      guard let longest = longestFields[character] else {
        throw invalid(
          "\(character) at column \(index + 1) is not a field; the fields are \(fields), and text goes between single quotes"
        )
      }
      guard length <= longest else {
        throw invalid("\(character) is repeated more than \(longest) times at column \(index + 1)")
      }
    }
    if isQuoted { throw invalid("a single quote is not closed; write two for a literal one") }
  }

  private static let fields = "y M d E a H h m s S z Z"

  /// Patterns are equal if their pattern, locale and zone are.
  public static func == (a: DatePattern, b: DatePattern) -> Bool {
    (a.pattern, a.locale, a.timeZone) == (b.pattern, b.locale, b.timeZone)
  }

  /// Hashes the pattern, the locale and the zone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(locale)
    hasher.combine(timeZone)
  }
}
