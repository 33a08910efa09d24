import Foundation
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@Suite("Date patterns") struct DatePatternTests {
  @Test(
    "Patterns write what Babel writes: another program, with the names of CLDR and the zones of the tz database",
    arguments: babel)
  func others(milliseconds: Int, locale: String, zone: String, pattern: String, text: String) throws {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    #expect(try DatePattern(pattern, locale: locale, timeZone: zone).text(at: date) == text)
  }

  /// Made by Babel 2.17 and Python's zoneinfo from random dates between 1950 and 2100.
  private static let babel: [(Int, String, String, String, String)] = [
    (336410830123, "es", "UTC", "M/d/yyyy Z", "8/29/1980 +0000"),
    (1586853148814, "ko", "Africa/Cairo", "M/d/yyyy Z", "4/14/2020 +0200"),
    (-83323834369, "fi", "America/New_York", "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "1967-05-12T10:29:25-04:00"),
    (1218629557905, "ja", "Pacific/Auckland", "EEE d MMM yy", "木 14 8月 08"),
    (2962929050156, "ko", "Africa/Cairo", "EEEE d MMMM yyyy, HH:mm:ss.SSS", "목요일 22 11월 2063, 05:50:50.156"),
    (2643471864380, "de", "America/Sao_Paulo", "E, hh 'o''clock' a", "Di., 02 o'clock PM"),
    (2665137635186, "en", "America/Sao_Paulo", "M/d/yyyy Z", "6/15/2054 -0300"),
    (-118505958447, "fr", "Australia/Lord_Howe", "h:mm a", "7:40 PM"),
    (4057043373691, "pt_BR", "Africa/Cairo", "h:mm a", "3:29 PM"),
    (2073210944911, "ko", "Pacific/Auckland", "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2035-09-12T23:55:44+12:00"),
    (194907964349, "pl", "America/Sao_Paulo", "E, hh 'o''clock' a", "pt., 06 o'clock PM"),
    (1637921262004, "it", "Europe/Berlin", "EEEE d MMMM yyyy, HH:mm:ss.SSS", "venerdì 26 novembre 2021, 11:07:42.004"),
    (-192153128916, "tr", "Africa/Cairo", "E, hh 'o''clock' a", "Cmt, 02 o'clock ÖÖ"),
    (2151174134211, "ru", "UTC", "M/d/yyyy Z", "3/2/2038 +0000"),
    (1291927046450, "it", "Asia/Kolkata", "E, hh 'o''clock' a", "ven, 02 o'clock AM"),
    (3936837300302, "de", "America/St_Johns", "E, hh 'o''clock' a", "Sa., 03 o'clock AM"),
    (2604304721013, "fi", "America/New_York", "h:mm a", "5:58 ap."),
    (2497447420522, "fr", "Asia/Tokyo", "y MMMM d EEEE", "2049 février 21 dimanche"),
    (
      2334382786053, "fi", "Pacific/Auckland", "EEEE d MMMM yyyy, HH:mm:ss.SSS",
      "tiistaina 22 joulukuuta 2043, 20:39:46.053"
    ),
    (233283918907, "en", "Africa/Cairo", "EEEE d MMMM yyyy, HH:mm:ss.SSS", "Tuesday 24 May 1977, 04:05:18.907"),
    (3518270937951, "fi", "Australia/Lord_Howe", "EEE d MMM yy", "la 28 kesä 81"),
    (-399286936678, "es", "Asia/Tokyo", "EEEE d MMMM yyyy, HH:mm:ss.SSS", "martes 7 mayo 1957, 23:57:43.322"),
    (2890079102974, "sv", "Europe/Berlin", "EEEE d MMMM yyyy, HH:mm:ss.SSS", "måndag 1 augusti 2061, 01:45:02.974"),
    (1022667331705, "pl", "Africa/Cairo", "h:mm a", "1:15 PM"),
    (2424102611757, "sv", "Africa/Cairo", "M/d/yyyy Z", "10/25/2046 +0300"),
    (-562806465514, "ko", "Africa/Cairo", "EEE d MMM yy", "일 2 3월 52"),
    (2230519550500, "ja", "Pacific/Auckland", "E, hh 'o''clock' a", "木, 04 o'clock 午後"),
    (1611356228387, "fr", "Asia/Kolkata", "M/d/yyyy Z", "1/23/2021 +0530"),
    (702744715699, "fr", "Australia/Lord_Howe", "M/d/yyyy Z", "4/9/1992 +1030"),
    (4013586809145, "pt_BR", "America/St_Johns", "y MMMM d EEEE", "2097 março 8 sexta-feira"),
    (851626021960, "es", "America/New_York", "M/d/yyyy Z", "12/26/1996 -0500"),
    (445319139984, "it", "Pacific/Auckland", "EEE d MMM yy", "sab 11 feb 84"),
    (-11945132671, "fr", "Australia/Lord_Howe", "h:mm a", "3:54 AM"),
    (3439461734890, "pt_BR", "Pacific/Auckland", "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2078-12-29T03:02:14+13:00"),
    (1745577461690, "tr", "Europe/Berlin", "M/d/yyyy Z", "4/25/2025 +0200"),
    (
      1158331422170, "en", "Pacific/Auckland", "EEEE d MMMM yyyy, HH:mm:ss.SSS",
      "Saturday 16 September 2006, 02:43:42.170"
    ),
  ]

  @Test("Numbers are those of the proleptic calendar, computed another way")
  func numbers() throws {
    var random = Seeded()
    let pattern = try DatePattern("yyyy-MM-dd HH:mm:ss.SSS")
    for _ in 0..<500 {
      let time = Int.random(in: 0..<7_258_118_400_000, using: &random)
      // Days into years, months and days: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
      let (days, rest) = time.quotientAndRemainder(dividingBy: 86_400_000)
      let shifted = days + 719_468
      let (era, day) = shifted.quotientAndRemainder(dividingBy: 146_097)
      let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
      let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let month = (5 * dayOfYear + 2) / 153
      let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
      func two(_ number: Int, _ length: Int = 2) -> String {
        String(repeating: "0", count: max(0, length - "\(number)".count)) + "\(number)"
      }
      let expected =
        "\(year)-\(two(month < 10 ? month + 3 : month - 9))-\(two(dayOfYear - (153 * month + 2) / 5 + 1)) "
        + "\(two(rest / 3_600_000)):\(two(rest / 60_000 % 60)):\(two(rest / 1000 % 60)).\(two(rest % 1000, 3))"
      #expect(pattern.text(at: Date(timeIntervalSince1970: Double(time) / 1000)) == expected, "\(random)")
    }
  }

  @Test("They write what a DateFormatter writes, over random dates, zones and locales")
  func formatter() throws {
    var random = Seeded()
    let patterns = [
      "EEEE d MMMM yyyy, HH:mm:ss.SSS", "E dd MMM yy h:mm a", "zzzz z Z ZZZZ ZZZZZ", "MMMMM EEEEE S SS 'ab''c'",
    ]
    for _ in 0..<200 {
      let locale = try #require(
        ["en", "de", "fr_CA", "ar_EG", "th", "ja", "fa", "hi", "pt-BR"].randomElement(using: &random))
      let zone = try #require(TimeZone.knownTimeZoneIdentifiers.sorted().randomElement(using: &random))
      let pattern = try #require(patterns.randomElement(using: &random))
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: locale)
      formatter.calendar = Calendar(identifier: .gregorian)
      formatter.timeZone = TimeZone(identifier: zone)
      formatter.dateFormat = pattern
      // A quarter of a second past: no digit is in doubt.
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -600_000_000...4_000_000_000, using: &random)) + 0.25)
      let text = try DatePattern(pattern, locale: locale, timeZone: zone).text(at: date)
      #expect(text == formatter.string(from: date), "\(pattern) \(locale) \(zone) \(random)")
    }
  }

  @Test("The milliseconds of frames are exact at every rate", arguments: [10, 24, 30, 60, 1000])
  func milliseconds(rate: Int) throws {
    let pattern = try DatePattern("SSS")
    let start = try DatePattern.date("2016-05-18T09:00:00Z")
    for frame in 0..<3000 {
      let text = pattern.text(at: start.addingTimeInterval(Double(frame) / Double(rate)))
      #expect(Int(text) == frame * 1000 / rate % 1000, "frame \(frame)")
    }
  }

  @Test(
    "What is no pattern, locale, zone or date is refused in a sentence that says what is possible",
    arguments: [
      (
        "yyyy-MM-dd Q", "en", "UTC",
        "date pattern \"yyyy-MM-dd Q\": Q at column 12 is not a field; the fields are y M d E a H h m s S z Z, and text goes between single quotes"
      ),
      ("HHH", "en", "UTC", "date pattern \"HHH\": H is repeated more than 2 times at column 3"),
      ("HH 'Uhr", "en", "UTC", "date pattern \"HH 'Uhr\": a single quote is not closed; write two for a literal one"),
      ("", "en", "UTC", "date pattern \"\": it must have 1 to 200 characters"),
      (
        "HH", "xx_YY", "UTC",
        "locale xx_YY is not valid: it must be a language with or without a region, such as en, de or pt-BR"
      ),
      (
        "HH", "en", "Europe/Brelin",
        "time zone Europe/Brelin is not valid: it must be UTC, an offset such as GMT+2, or a name such as Europe/Berlin"
      ),
    ])
  func refused(pattern: String, locale: String, zone: String, sentence: String) {
    let error = #expect(throws: InvalidValue.self) { try DatePattern(pattern, locale: locale, timeZone: zone) }
    #expect(error?.description == sentence)
  }

  @Test("Dates are read with their zones", arguments: ["2016-05-18T09:00:00.25Z", "2016-05-18T11:00:00.25+02:00"])
  func reading(text: String) throws {
    #expect(try DatePattern.date(text).timeIntervalSince1970 == 1_463_562_000.25)
    for wrong in ["", "2016-05-18", "09:00", "2016-13-18T09:00:00Z", "2016-05-18T09:00:00", text + "x"] {
      #expect(throws: InvalidValue.self) { try DatePattern.date(wrong) }
    }
  }
}
