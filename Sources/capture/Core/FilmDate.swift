import Reel
import ReelPlatform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

/// A date for file names, in its own time zone.
struct FilmDate {
  let date: Date
  /// The given time zone; nil for the machine's.
  private let givenZone: String?

  /// Now, in the time zone of the machine.
  static var now: FilmDate { FilmDate(date: Date()) }

  /// The name of the time zone; the machine's is looked up only when asked for, because few names need it.
  var zone: String { givenZone ?? TimeZone.current.identifier }

  private init(date: Date) { (self.date, givenZone) = (date, nil) }

  /// Reads a day such as `2026-05-18`, or a time such as `2026-05-18T09:00:00+02:00`.
  init(_ text: String) throws {
    let invalid = InvalidValue(
      "date", text, expected: "a day such as 2026-05-18, or a time such as 2026-05-18T09:00:00+02:00")
    guard let date = try? DatePattern.date(text.count == 10 ? text + "T00:00:00Z" : text) else { throw invalid }
    self.date = date
    let offset = text.suffix(6)
    givenZone = text.count > 10 && !text.hasSuffix("Z") ? "GMT" + offset : "UTC"
  }
}
