// Prints dates of every language, in the fields that `DatePattern` has: what the data of ICU that are shipped have to be enough for.

import Foundation

let zones = ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "GMT+2", "Pacific/Auckland"].map {
  TimeZone(identifier: $0)!
}
let patterns = [
  "y yy yyyy M MM MMM MMMM MMMMM d dd", "E EEEE EEEEE EEEEEE a aaaa aaaaa H HH h hh m mm s ss SSS",
  "z zzzz Z ZZZZ ZZZZZ",
]
let dates = [0, 1_463_562_000, 1_700_000_000.123, -3e9, 4_102_444_799].map { Date(timeIntervalSince1970: $0) }
for identifier in Locale.availableIdentifiers.sorted() {
  for zone in zones {
    var calendar = Calendar(identifier: .gregorian)
    (calendar.timeZone, calendar.locale) = (zone, Locale(identifier: identifier))
    let formatter = DateFormatter()
    (formatter.calendar, formatter.locale, formatter.timeZone) = (calendar, calendar.locale, zone)
    for pattern in patterns {
      formatter.dateFormat = pattern
      for date in dates { print(identifier, zone.identifier, formatter.string(from: date)) }
    }
  }
}
