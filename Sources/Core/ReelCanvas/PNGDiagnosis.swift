/// Finds what is wrong with a PNG that libpng could not read, because Cairo 1.16 reports every such fault as a lack of memory.
///
/// The header has already been checked (`PNGHeader`).
struct PNGDiagnosis {
  /// The fault, completing the sentence "cannot read PNG: …"; nil if all chunks are valid.
  let fault: String?

  init(_ png: [UInt8]) { fault = Self.fault(of: png) }

  private static func fault(of png: [UInt8]) -> String? {
    var start = 8
    var imageBytes = 0
    var hasPalette = false
    while start < png.count {
      guard let chunk = Chunk(png, at: start) else { return "the file ends too early, within a chunk" }
      guard chunk.end <= png.count else { return "the file ends too early, within its chunk \(chunk.name)" }
      guard chunk.isChecked(in: png) else { return "its chunk \(chunk.name) is damaged: the checksum is wrong" }
      switch chunk.name {
      case "PLTE": hasPalette = true
      case "IDAT": imageBytes += chunk.length
      case "IEND": return imageBytes == 0 ? "it has no image data" : paletteFault(png, hasPalette)
      default: break
      }
      start = chunk.end
    }
    return imageBytes == 0 ? "it has no image data" : "the file ends too early: its last chunk, IEND, is missing"
  }

  private static func paletteFault(_ png: [UInt8], _ hasPalette: Bool) -> String? {
    png[25] == 3 && !hasPalette ? "its pixels refer to a palette, but it has none" : nil
  }
}

/// A piece of a PNG: its length, four letters, its data and a checksum (ISO/IEC 15948, 5.3).
private struct Chunk {
  let start: Int
  let length: Int
  let name: String
  /// The offset of the next chunk.
  var end: Int { start + 12 + length }

  init?(_ png: [UInt8], at start: Int) {
    guard start + 12 <= png.count else { return nil }
    self.start = start
    length = Self.number(png, at: start)
    // Non-letters are damage and are not printed.
    name = String(
      decoding: png[start + 4..<start + 8].map { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 ? $0 : UInt8(ascii: "?") },
      as: UTF8.self)
  }

  private static func number(_ png: [UInt8], at start: Int) -> Int {
    png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether the checksum is right: CRC-32 of the letters and the data (ISO/IEC 15948, annex D).
  func isChecked(in png: [UInt8]) -> Bool {
    var sum = UInt32.max
    for byte in png[start + 4..<end - 4] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return Int(~sum) == Self.number(png, at: end - 4)
  }
}
