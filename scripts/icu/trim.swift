// Writes a package of ICU's data without what no date needs: trim WHOLE.dat TRIMMED.dat
//
// ICU's data are one package: a header, a table of names and offsets, and the items. Of every tree below it (collation, currencies, units…)
// the root stays, to which ICU falls back, so nothing fails to open. Of the languages stay the items on top, in which the names of months
// and days are, and the names of time zones. Debian's icupkg does the same for packages of fewer names than Foundation's has.
// The format: https://unicode-org.github.io/icu/userguide/icu_data/ and ucmndata.h.

import Foundation

struct Invalid: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

struct Item {
  let name: [UInt8]
  let bytes: ArraySlice<UInt8>
}

struct Package {
  let header: ArraySlice<UInt8>
  let items: [Item]

  init(_ bytes: [UInt8]) throws {
    func number(at index: Int) throws -> Int {
      guard index >= 0, index + 4 <= bytes.count else { throw Invalid("the package ends early") }
      return (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }
    // A magic number, and behind it the description of the data: little-endian, ASCII, two bytes a character, "CmnD".
    guard bytes.count > 24, bytes[2...3] == [0xDA, 0x27], bytes[8...10] == [0, 0, 2],
      bytes[12..<16] == [0x43, 0x6D, 0x6E, 0x44]
    else { throw Invalid("this is no little-endian package of ICU data") }
    let table = try number(at: 0) & 0xFFFF
    let entries = try (0..<number(at: table)).map { index in
      (name: table + (try number(at: table + 4 + 8 * index)), start: table + (try number(at: table + 8 + 8 * index)))
    }
    header = bytes[..<table]
    items = try entries.indices.map { index in
      let end = index + 1 < entries.count ? entries[index + 1].start : bytes.count
      let (name, start) = entries[index]
      guard name < bytes.count, start <= end, end <= bytes.count else {
        throw Invalid("an item lies outside of the package")
      }
      return Item(name: Array(bytes[name...].prefix { $0 != 0 }), bytes: bytes[start..<end])
    }
  }

  init(header: ArraySlice<UInt8>, items: [Item]) { (self.header, self.items) = (header, items) }

  var bytes: [UInt8] {
    func aligned(_ count: Int) -> Int { (count + 15) / 16 * 16 }
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var name = 4 + 8 * items.count
    var start = aligned(items.reduce(name) { $0 + $1.name.count + 1 })
    var table = number(items.count)
    for item in items {
      table += number(name) + number(start)
      name += item.name.count + 1
      start = aligned(start + item.bytes.count)
    }
    for item in items { table += item.name + [0] }
    for item in items {
      table += [UInt8](repeating: 0, count: aligned(table.count) - table.count)
      table += item.bytes
    }
    return header + table
  }
}

/// Whether dates, or ICU where it opens something else, read an item: `icudt76l/coll/de.res`, `icudt76l/de.res`.
func isKept(_ name: String) -> Bool {
  let parts = name.split(separator: "/")
  guard let file = parts.last else { return false }
  // Encodings other than Unicode's, and dictionaries by which words of languages without spaces are found.
  if file.hasSuffix(".cnv") || file.hasSuffix(".dict") { return false }
  guard parts.count > 2 else { return true }
  switch parts[1] {
  case "zone": return true
  case "translit": return false
  default: return !file.hasSuffix(".res") || ["root.res", "pool.res", "res_index.res"].contains(file)
  }
}

do {
  guard CommandLine.arguments.count == 3 else { throw Invalid("trim WHOLE.dat TRIMMED.dat") }
  let whole = try Package([UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))
  let kept = whole.items.filter { isKept(String(decoding: $0.name, as: UTF8.self)) }
  let trimmed = Package(header: whole.header, items: kept).bytes
  try Data(trimmed).write(to: URL(filePath: CommandLine.arguments[2]))
  print("\(kept.count) of \(whole.items.count) items, \(trimmed.count) bytes")
} catch {
  FileHandle.standardError.write(Data("trim: \(error)\n".utf8))
  exit(1)
}
